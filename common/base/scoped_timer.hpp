// Measures how long a block of code takes, even if an exception ends the block.
#pragma once

#include <chrono>
#include <cstdint>

namespace ldfi {

/// Adds the nanoseconds from the construction to the destruction of this object to `total`.
class ScopedTimer {
 public:
  explicit ScopedTimer(std::uint64_t& total) : total_(total) {}
  ~ScopedTimer() {
    using std::chrono::nanoseconds;
    const auto took = std::chrono::steady_clock::now() - began_;
    total_ += static_cast<std::uint64_t>(std::chrono::duration_cast<nanoseconds>(took).count());
  }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;

 private:
  std::uint64_t& total_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace ldfi
