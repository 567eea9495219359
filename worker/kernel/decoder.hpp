// The lengths of instructions of x86-64.
#pragma once

#include <cstddef>

namespace ldfi::kernel {

struct Instruction {
  std::size_t length = 0;     ///< number of bytes; 0 if the instruction is unknown
  std::size_t opcode_at = 0;  ///< number of prefixes before the opcode
};

/// Decodes the instruction at `code`, of which `room` bytes may be read.
Instruction decode(const unsigned char* code, std::size_t room);

}  // namespace ldfi::kernel
