// Reads from environment variables which random programs a test runs. LDFI_ORACLE_PROGRAMS=N and
// LDFI_ORACLE_SEED=S request N programs from seed S on. With LDFI_ORACLE_KEEP_GOING, the test
// continues after the first difference.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace ldfi::test {

struct Seeds {
  std::uint64_t first = 1;
  std::uint64_t count = 0;
  [[nodiscard]] std::uint64_t end() const { return first + count; }
};

inline Seeds seeds(Seeds otherwise) {
  const auto number = [](const char* name, std::uint64_t unless) {
    const char* text = std::getenv(name);
    return text == nullptr ? unless : std::strtoull(text, nullptr, 10);
  };
  return {number("LDFI_ORACLE_SEED", otherwise.first),
          number("LDFI_ORACLE_PROGRAMS", otherwise.count)};
}

inline bool keeps_going() {
  return std::getenv("LDFI_ORACLE_KEEP_GOING") != nullptr;
}

}  // namespace ldfi::test
