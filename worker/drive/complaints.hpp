// What a process writes to stderr: the end of it is kept, and shown when something is wrong with it.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "common/base/diagnostic.hpp"

namespace ldfi::drive {

class Complaints {
 public:
  /// Of another process.
  void clear() {
    text_.clear();
    closed_ = false;
  }
  /// True if nothing more can come.
  [[nodiscard]] bool closed() const { return closed_; }

  /// Takes what there is; `from` does not block.
  void read(int from) {
    constexpr std::size_t most = std::size_t{64} << 10U;
    std::array<char, 16384> bytes{};
    constexpr int times = 64;  // of one that says it faster than it is read there is no end
    for (int i = 0; i < times; ++i) {
      const ssize_t got = ::read(from, bytes.data(), bytes.size());
      closed_ = got == 0;
      if (got <= 0) return;
      text_.append(bytes.data(), static_cast<std::size_t>(got));
      if (text_.size() > 2 * most) text_.erase(0, text_.size() - most);
    }
  }

  /// Fit to be printed.
  [[nodiscard]] std::string last() const {
    constexpr std::size_t most = 500;
    return printable(text_.substr(text_.size() - std::min(most, text_.size())));
  }

 private:
  std::string text_;
  bool closed_ = false;
};

}  // namespace ldfi::drive
