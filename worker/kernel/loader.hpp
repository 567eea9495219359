// Loads a program into this process, as execve of Linux would, with a vDSO of our own.
#pragma once

#include <cstdint>

#include "worker/kernel/image.hpp"

namespace ldfi::kernel {

/// Where the guest begins.
struct Beginning {
  std::uint64_t instruction = 0;
  std::uint64_t stack = 0;
};

class Loader {
 public:
  /// Opens and checks the files of a program. A script makes `start` that of its interpreter.
  Refusal prepare(Start& start);
  /// Maps the prepared program, its interpreter and the vDSO, and fills the stack. Returns false if memory
  /// cannot be mapped.
  bool load(const Start& start, Beginning& out);
  void close();

 private:
  Image program_;
  Image interpreter_;
};

}  // namespace ldfi::kernel
