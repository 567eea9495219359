// Chooses the number of cases that a test tries. Only the build without sanitizers tries all cases.
#pragma once

namespace ldfi::test {

// GCC defines a macro if AddressSanitizer is used. Clang has __has_feature instead.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool has_sanitizers = true;
#elif defined(__has_feature)
constexpr bool has_sanitizers = __has_feature(address_sanitizer);
#else
constexpr bool has_sanitizers = false;
#endif

constexpr int sanitizers_try_one_in = has_sanitizers ? 4 : 1;

/// Returns `all`, or a fourth of it with sanitizers, because each case takes several times as long.
constexpr int rounds(int all) {
  return all / sanitizers_try_one_in;
}

}  // namespace ldfi::test
