// Prover's search, compiled once for each size of arena.

#include "by_dual.hpp"
#include "by_prior.hpp"
#include "foe_nodes.hpp"
#include "own_nodes.hpp"
#include "runs.hpp"

namespace twixt {

template class Prover<4>;
template class Prover<8>;
template class Prover<12>;
template class Prover<16>;
template class Prover<24>;

} // namespace twixt
