// How many cases a test tries. The build without sanitizers tries all.
#pragma once

namespace ldfi::test {

#ifdef __SANITIZE_ADDRESS__
constexpr int sanitizers_try_one_in = 4;
#else
constexpr int sanitizers_try_one_in = 1;
#endif

/// `all` cases; with sanitizers, which take several times as long for each, a fourth of them.
constexpr int rounds(int all) {
  return all / sanitizers_try_one_in;
}

}  // namespace ldfi::test
