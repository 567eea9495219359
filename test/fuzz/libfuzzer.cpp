// libFuzzer's entry, for every target.
#include <cstddef>
#include <cstdint>

#include "test/fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ldfi::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
