#include "worker/kernel/decoder.hpp"

namespace ldfi::kernel {
namespace {

using Byte = unsigned char;

/// True if the byte is one of these.
template <typename... Bytes>
bool is_one_of(Byte byte, Bytes... others) {
  return (... || (byte == others));
}

constexpr bool is_between(int byte, int first, int last) {
  return byte >= first && byte <= last;
}

/// The parts of an instruction behind its opcode.
struct Form {
  bool is_known = true;
  bool has_operand = false;   ///< a ModR/M byte follows, perhaps with SIB byte and displacement
  std::size_t immediate = 0;  ///< number of bytes of the immediate
};

/// The sizes that prefixes choose.
struct Sizes {
  std::size_t usual = 4;    ///< of an immediate of at most 4 bytes
  std::size_t wide = 4;     ///< of the immediate of MOV
  std::size_t address = 8;  ///< of an absolute address
};

Form arithmetic_form(Byte opcode, const Sizes& sizes) {
  const int kind = opcode & 7;
  if (kind < 4) return {true, true, 0};
  if (kind == 4) return {true, false, 1};
  if (kind == 5) return {true, false, sizes.usual};
  return {false, false, 0};  // of 32-bit programs, or prefixes
}

/// Opcodes from 0x80 on. `operand` is the byte behind the opcode.
Form high_form(Byte opcode, Byte operand, const Sizes& sizes) {
  const bool is_test = (operand >> 3U & 7U) < 2;
  if (is_one_of(opcode, 0x80, 0x83, 0xc0, 0xc1, 0xc6)) return {true, true, 1};
  if (is_one_of(opcode, 0x81, 0xc7)) return {true, true, sizes.usual};
  if (is_one_of(opcode, 0x82, 0x9a, 0xce, 0xd4, 0xd5, 0xd6, 0xea)) return {false, false, 0};
  if (is_between(opcode, 0x84, 0x8f) || is_between(opcode, 0xd0, 0xd3)) return {true, true, 0};
  if (is_between(opcode, 0xa0, 0xa3)) return {true, false, sizes.address};
  if (opcode == 0xa8 || is_between(opcode, 0xb0, 0xb7)) return {true, false, 1};
  if (opcode == 0xa9) return {true, false, sizes.usual};
  if (is_between(opcode, 0xb8, 0xbf)) return {true, false, sizes.wide};
  if (is_one_of(opcode, 0xc2, 0xca)) return {true, false, 2};
  if (opcode == 0xc8) return {true, false, 3};
  if (is_one_of(opcode, 0xcd, 0xeb) || is_between(opcode, 0xe0, 0xe7)) return {true, false, 1};
  if (is_between(opcode, 0xd8, 0xdf)) return {true, true, 0};
  if (is_one_of(opcode, 0xe8, 0xe9)) return {true, false, 4};
  if (opcode == 0xf6) return {true, true, is_test ? std::size_t{1} : 0};
  if (opcode == 0xf7) return {true, true, is_test ? sizes.usual : 0};
  if (is_one_of(opcode, 0xfe, 0xff)) return {true, true, 0};
  return {true, false, 0};
}

Form one_byte_form(Byte opcode, Byte operand, const Sizes& sizes) {
  if (opcode < 0x40) return arithmetic_form(opcode, sizes);
  if (opcode >= 0x80) return high_form(opcode, operand, sizes);
  if (is_between(opcode, 0x50, 0x5f)) return {true, false, 0};
  if (opcode == 0x63) return {true, true, 0};
  if (opcode == 0x68) return {true, false, sizes.usual};
  if (opcode == 0x69) return {true, true, sizes.usual};
  if (opcode == 0x6a || opcode >= 0x70) return {true, false, 1};
  if (opcode == 0x6b) return {true, true, 1};
  return {is_between(opcode, 0x6c, 0x6f), false, 0};
}

/// True for opcodes behind 0x0f with an immediate of one byte behind their operand.
bool has_short_immediate(Byte opcode) {
  return is_between(opcode, 0x70, 0x73) ||
         is_one_of(opcode, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6);
}

Form two_byte_form(Byte opcode) {
  if (is_one_of(opcode, 0x04, 0x0a, 0x0c, 0x36, 0x39) || is_between(opcode, 0x24, 0x27) ||
      is_between(opcode, 0x3b, 0x3f)) {
    return {false, false, 0};
  }
  if (is_between(opcode, 0x80, 0x8f)) return {true, false, 4};
  const bool stands_alone =
      is_between(opcode, 0x05, 0x09) || is_between(opcode, 0x30, 0x37) ||
      is_one_of(opcode, 0x0b, 0x0e, 0x77, 0xa0, 0xa1, 0xa2, 0xa8, 0xa9, 0xaa) ||
      is_between(opcode, 0xc8, 0xcf);
  if (stands_alone) return {true, false, 0};
  return {true, true, opcode == 0x0f || has_short_immediate(opcode) ? std::size_t{1} : 0};
}

/// Opcodes of the map that a VEX or EVEX prefix names.
Form vector_form(int map, Byte opcode) {
  if (map == 1 && opcode == 0x77) return {true, false, 0};
  if (map == 1) return {true, true, has_short_immediate(opcode) ? std::size_t{1} : 0};
  return {map >= 2 && map <= 7, true, map == 3 ? std::size_t{1} : 0};
}

/// Reads bytes one after the other. Behind the end, it reads zeros and notes this.
class Reader {
 public:
  Reader(const Byte* code, std::size_t room) : code_(code), room_(room) {}
  [[nodiscard]] Byte peek(std::size_t ahead = 0) const {
    return at_ + ahead < room_ ? code_[at_ + ahead] : Byte{0};
  }
  Byte next() {
    const Byte out = peek();
    ++at_;
    return out;
  }
  void skip(std::size_t count) { at_ += count; }
  [[nodiscard]] std::size_t place() const { return at_; }
  [[nodiscard]] bool is_complete() const { return at_ <= room_; }

 private:
  const Byte* code_;
  std::size_t room_;
  std::size_t at_ = 0;
};

/// Skips a ModR/M byte, and the SIB byte and displacement that belong to it.
void skip_operand(Reader& reader) {
  const Byte operand = reader.next();
  const int mode = operand >> 6U;
  const int base = operand & 7;
  if (mode == 3) return;
  std::size_t displacement = mode == 1 ? 1 : mode == 2 ? 4 : 0;
  if (base == 4) {
    const Byte scaled = reader.next();
    if (mode == 0 && (scaled & 7) == 5) displacement = 4;
  } else if (mode == 0 && base == 5) {
    displacement = 4;
  }
  reader.skip(displacement);
}

bool is_prefix(Byte byte) {
  return is_one_of(byte, 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3);
}

/// Reads the opcode, which may have several bytes.
Form read_opcode(Reader& reader, const Sizes& sizes) {
  constexpr int map_bits = 31;
  constexpr int first_of_amd = 8;  // maps that only some processors of AMD have
  const Byte first = reader.next();
  if (first == 0xc5) {
    reader.skip(1);
    return vector_form(1, reader.next());
  }
  if (first == 0xc4 || first == 0x62) {
    const int map = reader.next() & (first == 0x62 ? 7 : map_bits);
    reader.skip(first == 0x62 ? 2 : 1);
    return vector_form(map, reader.next());
  }
  if (first == 0x8f && (reader.peek() & map_bits) >= first_of_amd) {
    const int map = reader.next() & map_bits;
    reader.skip(1);
    reader.next();
    return {true, true, map == first_of_amd ? std::size_t{1} : map == first_of_amd + 1 ? 0U : 4U};
  }
  if (first != 0x0f) return one_byte_form(first, reader.peek(), sizes);
  const Byte second = reader.next();
  if (second == 0x38 || second == 0x3a) {
    reader.skip(1);
    return {true, true, second == 0x3a ? std::size_t{1} : 0};
  }
  return two_byte_form(second);
}

}  // namespace

Instruction decode(const unsigned char* code, std::size_t room) {
  constexpr std::size_t longest = 15;
  Reader reader(code, room < longest ? room : longest);
  Sizes sizes;
  while (is_prefix(reader.peek())) {
    const Byte prefix = reader.next();
    if (prefix == 0x66) sizes.usual = sizes.wide = 2;
    if (prefix == 0x67) sizes.address = 4;
  }
  if (is_between(reader.peek(), 0x40, 0x4f)) {
    const bool is_wide = (reader.next() & 8) != 0;
    if (is_wide) sizes.usual = 4;
    if (is_wide) sizes.wide = 8;
  }
  Instruction out;
  out.opcode_at = reader.place();
  const Form form = read_opcode(reader, sizes);
  if (!form.is_known) return {};
  if (form.has_operand) skip_operand(reader);
  reader.skip(form.immediate);
  if (reader.is_complete()) out.length = reader.place();
  return out;
}

}  // namespace ldfi::kernel
