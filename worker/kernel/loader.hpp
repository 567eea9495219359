// Loads a program into this process, as execve of Linux would, with a vDSO of our own.
#pragma once

#include <cstdint>

namespace ldfi::kernel {

/// A program with its words, each list of which ends with a null pointer.
struct Start {
  const char* path = nullptr;  ///< the file of the program
  char** arguments = nullptr;
  char** environment = nullptr;
};

/// Where the guest begins.
struct Beginning {
  std::uint64_t instruction = 0;
  std::uint64_t stack = 0;
};

/// Maps the program, its interpreter and the vDSO, and fills the stack. Reports why if that fails, and
/// ends the process. Scripts (`#!`) start their interpreter.
Beginning load(Start start);

}  // namespace ldfi::kernel
