// Contracts that are checked: TWIXT_REQUIRE what a caller owes, TWIXT_ENSURE what a function owes.
// Builds with TWIXT_CHECKS end at the first that does not hold; others do not look.
#pragma once

#ifdef TWIXT_CHECKS
#include <cstdio>
#include <cstdlib>

namespace twixt {

[[noreturn]] inline void contract_broken(const char* what, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, what);
    std::abort();
}

} // namespace twixt

#define TWIXT_REQUIRE(...)                                                                         \
    ((__VA_ARGS__) ? void() : ::twixt::contract_broken(#__VA_ARGS__, __FILE__, __LINE__))
#else
#define TWIXT_REQUIRE(...) void()
#endif
#define TWIXT_ENSURE(...) TWIXT_REQUIRE(__VA_ARGS__)
