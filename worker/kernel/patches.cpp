#include "worker/kernel/patches.hpp"

#include <sys/mman.h>
#include <sys/stat.h>

#include "worker/kernel/decoder.hpp"
#include "worker/kernel/functions.hpp"
#include "worker/kernel/layout.hpp"

namespace ldfi::kernel {
namespace {

constinit Replaced replaced = {};

/// A part of a file in memory.
struct Mapped {
  const unsigned char* code;
  std::uint64_t bytes;
  std::uint64_t offset;  ///< place of the first byte in the file
};

/// True if bytes behind 0x0f look like an instruction that is replaced.
bool is_wanted(const unsigned char* opcode) {
  constexpr unsigned char registers = 0xf0;  // operands of rdrand and rdseed
  const bool is_stamp = opcode[1] == 0x31 || (opcode[1] == 0x01 && opcode[2] == 0xf9);
  const bool is_query = opcode[1] == 0xa2 || (opcode[1] == 0xc7 && opcode[2] >= registers);
  return (replaced.time_stamps && is_stamp) || (replaced.queries && is_query);
}

void find_candidates(const Mapped& part, List<Place>& out) {
  for (std::uint64_t i = 0; i + 2 < part.bytes; ++i) {
    if (part.code[i] == 0x0f && is_wanted(part.code + i)) out.push({part.offset + i, 0});
  }
}

/// True if decoding the function around the place leads to an instruction whose opcode begins there.
bool is_reached(const Mapped& part, const Place& place) {
  constexpr unsigned char repeat = 0xf3;  // makes rdseed another instruction
  if (place.function < part.offset) return false;
  const std::uint64_t target = place.at - part.offset;
  for (std::uint64_t at = place.function - part.offset; at <= target;) {
    const Instruction one = decode(part.code + at, part.bytes - at);
    if (one.length == 0) return false;
    if (at + one.opcode_at == target) {
      for (std::uint64_t i = at; i < target; ++i) {
        if (part.code[i] == repeat) return false;
      }
      return true;
    }
    at += one.length;
  }
  return false;
}

void replace(std::uint64_t at, int protection) {
  const auto page = static_cast<long>(page_floor(at));
  const long failed = linux_call(SYS_mprotect, page, page_bytes, PROT_READ | PROT_WRITE);
  if (is_error(failed)) return;
  *at_address<unsigned char>(at) = refused_opcode;
  linux_call(SYS_mprotect, page, page_bytes, protection);
}

/// Returns how many of the mapped bytes are in the file. Those behind its end cannot be read.
std::uint64_t bytes_in_file(const Code& code) {
  struct stat about {};
  if (linux_call(SYS_fstat, code.file, address_of(&about)) != 0) return 0;
  const auto size = static_cast<std::uint64_t>(about.st_size);
  const std::uint64_t left = size > code.offset ? size - code.offset : 0;
  return left < code.bytes ? left : code.bytes;
}

}  // namespace

void set_replaced(const Replaced& which) {
  replaced = which;
}

void patch_code(const Code& code) {
  if (!replaced.time_stamps && !replaced.queries) return;
  if ((code.protection & PROT_EXEC) == 0 || (code.protection & PROT_READ) == 0) return;
  const Mapped part{at_address<unsigned char>(code.address), bytes_in_file(code), code.offset};
  List<Place> places;
  find_candidates(part, places);
  if (places.size() > 0) {
    auto& image = *allocate_object<Image>();
    image.file = code.file;
    if (read_headers("", image).error == 0) find_functions(image, places);
    release(&image, sizeof image);
  }
  // Functions are decoded as they are in the file, so nothing is replaced before all places are known.
  for (Place& one : places) {
    if (one.function != 0 && !is_reached(part, one)) one.function = 0;
  }
  for (const Place& one : places) {
    if (one.function != 0) replace(code.address + (one.at - code.offset), code.protection);
  }
  places.clear();
}

}  // namespace ldfi::kernel
