// Which of the core's builds this machine can run.
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace twixt {

// The level of x86-64 that processor and system support: 4 (AVX-512), 3 (AVX2), or 0 for a lower
// one or another processor.
inline int cpu_level() {
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0, extended = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !__get_cpuid(0x80000001, &a, &b, &extended, &d))
        return 0;
    constexpr unsigned kFma = 1u << 12, kMovbe = 1u << 22, kF16c = 1u << 29, kLzcnt = 1u << 5;
    constexpr unsigned kAll = kFma | kMovbe | kF16c;
    __builtin_cpu_init();
    // These ask the system too, whether it saves the wide registers.
    if ((c & kAll) != kAll || !(extended & kLzcnt) || !__builtin_cpu_supports("avx2") ||
        !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
        return 0;
    const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl");
    return wide ? 4 : 3;
#else
    return 0;
#endif
}

} // namespace twixt
