// Instructions that tell of the machine, and cannot be made to fail here. In code that is loaded from files,
// a byte of each is replaced, so that the processor refuses the instruction.
//
// The place of an instruction is certain: it is reached by decoding a function from its first byte on. Data
// that look like an instruction are left alone.
#pragma once

#include <cstdint>

namespace ldfi::kernel {

/// The first byte of the opcode of a replaced instruction. No program for x86-64 can use it.
constexpr unsigned char refused_opcode = 0x06;

/// The instructions that are replaced.
struct Replaced {
  bool time_stamps = false;  ///< rdtsc and rdtscp
  bool queries = false;      ///< cpuid, and with it rdrand and rdseed
};

void set_replaced(const Replaced& which);
/// A part of a file that was mapped as code, privately.
struct Code {
  int file;               ///< descriptor of Linux
  std::uint64_t address;  ///< where it is mapped
  std::uint64_t bytes;    ///< how much is mapped
  std::uint64_t offset;   ///< place of the first byte in the file
  int protection;         ///< PROT_EXEC, and perhaps others
};

/// Replaces instructions in code that was mapped.
void patch_code(const Code& code);

}  // namespace ldfi::kernel
