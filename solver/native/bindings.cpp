// The one door between Python and the native core.

#include <nanobind/nanobind.h>

NB_MODULE(_core, module) { module.doc() = "Native search core of the TwixT solver."; }
