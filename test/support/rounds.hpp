// How many cases a test tries. The build without sanitizers tries all.
#pragma once

namespace ldfi::test {

// GCC defines a macro for AddressSanitizer, Clang has a feature.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool has_sanitizers = true;
#elif defined(__has_feature)
constexpr bool has_sanitizers = __has_feature(address_sanitizer);
#else
constexpr bool has_sanitizers = false;
#endif

constexpr int sanitizers_try_one_in = has_sanitizers ? 4 : 1;

/// `all` cases; with sanitizers, which take several times as long for each, a fourth of them.
constexpr int rounds(int all) {
  return all / sanitizers_try_one_in;
}

}  // namespace ldfi::test
