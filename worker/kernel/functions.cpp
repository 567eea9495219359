#include "worker/kernel/functions.hpp"

#include "worker/kernel/report.hpp"

namespace ldfi::kernel {
namespace {

constexpr std::size_t chunk_bytes = 49152;  // a multiple of the sizes of all entries

/// Reads tables of a file, and notes which of the functions in them contain places.
class Search {
 public:
  Search(const Image& image, List<Place>& places) : image_(image), places_(places) {
    buffer_ = static_cast<char*>(allocate(chunk_bytes));
  }
  ~Search() { release(buffer_, chunk_bytes); }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  void read_sections();

 private:
  bool read(void* to, std::size_t count, std::uint64_t from) const {
    return linux_call(SYS_pread64, image_.file, address_of(to), static_cast<long>(count),
                      static_cast<long>(from)) == static_cast<long>(count);
  }
  /// Calls `step` for each entry of a table in the file.
  template <typename T, typename Step>
  void each(std::uint64_t from, std::uint64_t count, const Step& step) {
    static_assert(chunk_bytes % sizeof(T) == 0);
    constexpr std::uint64_t at_once = chunk_bytes / sizeof(T);
    for (std::uint64_t done = 0; done < count; done += at_once) {
      const std::uint64_t some = count - done < at_once ? count - done : at_once;
      if (!read(buffer_, some * sizeof(T), from + done * sizeof(T))) return;
      for (std::uint64_t i = 0; i < some; ++i) step(reinterpret_cast<const T*>(buffer_)[i]);
    }
  }
  /// Returns the place in the file of an address, or 0.
  [[nodiscard]] std::uint64_t place_of(std::uint64_t address) const;
  /// Notes a function, which begins at this address.
  void note(std::uint64_t address, std::uint64_t bytes);
  /// Returns the number of places that are before this one.
  [[nodiscard]] std::size_t count_before(std::uint64_t at) const;
  void read_symbols(const Elf64_Shdr& section);
  void read_table_of_go(const Elf64_Shdr& section);
  /// Reads the table for unwinding the stack.
  void read_frames(const Elf64_Shdr& section);
  /// True if entries give the beginnings of functions relative to their own places, in 4 bytes.
  [[nodiscard]] bool is_relative(std::uint64_t common) const;

  const Image& image_;
  List<Place>& places_;
  char* buffer_ = nullptr;
};

std::uint64_t Search::place_of(std::uint64_t address) const {
  for (int i = 0; i < image_.head.e_phnum; ++i) {
    const Elf64_Phdr& part = image_.parts[i];
    if (part.p_type == PT_LOAD && address >= part.p_vaddr && address - part.p_vaddr < part.p_filesz)
      return address - part.p_vaddr + part.p_offset;
  }
  return 0;
}

std::size_t Search::count_before(std::uint64_t at) const {
  std::size_t low = 0;
  std::size_t high = places_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    places_[middle].at < at ? low = middle + 1 : high = middle;
  }
  return low;
}

void Search::note(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t begin = place_of(address);
  if (begin == 0) return;
  for (std::size_t i = count_before(begin); i < places_.size(); ++i) {
    Place& one = places_[i];
    if (one.at - begin >= bytes) return;
    if (begin > one.function) one.function = begin;
  }
}

void Search::read_symbols(const Elf64_Shdr& section) {
  each<Elf64_Sym>(section.sh_offset, section.sh_size / sizeof(Elf64_Sym), [this](const auto& one) {
    if (ELF64_ST_TYPE(one.st_info) == STT_FUNC && one.st_shndx != SHN_UNDEF)
      note(one.st_value, one.st_size);
  });
}

/// The head of the table of functions of Go 1.18 and later.
struct GoHead {
  std::uint32_t magic;
  std::uint32_t sizes;
  std::uint64_t functions;
  std::uint64_t files;
  std::uint64_t code;       ///< address of the first function
  std::uint64_t others[4];  ///< places of other tables
  std::uint64_t table;      ///< place of the entries in the section
};

struct GoEntry {
  std::uint32_t begin;  ///< distance from the first function
  std::uint32_t about;
};

void Search::read_table_of_go(const Elf64_Shdr& section) {
  constexpr std::uint32_t go_1_18 = 0xfffffff0;
  constexpr std::uint32_t go_1_20 = 0xfffffff1;
  GoHead head{};
  if (!read(&head, sizeof head, section.sh_offset)) return;
  if (head.magic != go_1_18 && head.magic != go_1_20) return;
  GoEntry before{};
  std::uint64_t number = 0;
  // The last entry is the end of the last function.
  each<GoEntry>(section.sh_offset + head.table, head.functions + 1, [&](const GoEntry& one) {
    if (number++ > 0) note(head.code + before.begin, one.begin - before.begin);
    before = one;
  });
}

void Search::read_sections() {
  constexpr int most_sections = 100;
  Elf64_Shdr sections[most_sections];
  const int count = image_.head.e_shnum;
  if (count == 0 || count > most_sections || image_.head.e_shstrndx >= count) return;
  if (!read(sections, static_cast<std::size_t>(count) * sizeof(Elf64_Shdr), image_.head.e_shoff))
    return;
  const Elf64_Shdr& names = sections[image_.head.e_shstrndx];
  for (int i = 0; i < count; ++i) {
    const Elf64_Shdr& one = sections[i];
    if (one.sh_type == SHT_SYMTAB || one.sh_type == SHT_DYNSYM) read_symbols(one);
    char name[32] = {};
    (void)read(name, sizeof name - 1, names.sh_offset + one.sh_name);
    if (is_equal(name, ".gopclntab") || is_equal(name, ".data.rel.ro.gopclntab"))
      read_table_of_go(one);
    if (is_equal(name, ".eh_frame")) read_frames(one);
  }
}

/// An entry of the table for unwinding, which describes a function.
struct Frame {
  std::uint32_t length;  ///< of what follows; 0 ends the table of an object file
  std::uint32_t
      common;  ///< distance to the entry that this one has in common with others; 0 in such an entry
  std::int32_t begin;   ///< of the function, relative to this field
  std::uint32_t bytes;  ///< length of the function
};

std::size_t skip_number(const unsigned char* bytes, std::size_t at) {
  while ((bytes[at] & 0x80U) != 0) ++at;
  return at + 1;
}

/// The number of bytes of a pointer that is written in this way.
std::size_t pointer_bytes(unsigned char form) {
  const unsigned size = form & 7U;
  return size == 2 ? 2 : size == 3 ? 4 : 8;
}

bool Search::is_relative(std::uint64_t common) const {
  constexpr unsigned char relative4 = 0x1b;
  constexpr std::size_t most = 64;
  unsigned char bytes[2 * most] = {};  // the second half stays empty, so that loops end
  (void)read(bytes, most, common);
  constexpr std::size_t letters = 9;  // behind a length, a 0 and a version
  if (bytes[letters] != 'z') return false;
  std::size_t at = letters;
  while (bytes[at] != 0) ++at;
  ++at;
  // The alignments of code and data, the register of the return address, and the length of what follows.
  for (int i = 0; i < 4; ++i) at = skip_number(bytes, at);
  for (std::size_t i = letters + 1; bytes[i] != 0 && at < most; ++i) {
    if (bytes[i] == 'R') return bytes[at] == relative4;
    if (bytes[i] == 'L') ++at;
    if (bytes[i] == 'P') at += 1 + pointer_bytes(bytes[at]);
  }
  return false;
}

void Search::read_frames(const Elf64_Shdr& section) {
  const std::uint64_t end = section.sh_offset + section.sh_size;
  std::uint64_t buffered = 0;  // place in the file of the first byte in the buffer
  std::uint64_t known = 0;     // the entry for which `usable` holds
  bool usable = false;
  for (std::uint64_t at = section.sh_offset; at + sizeof(Frame) <= end;) {
    if (buffered == 0 || at + sizeof(Frame) > buffered + chunk_bytes) {
      const std::uint64_t some = end - at < chunk_bytes ? end - at : chunk_bytes;
      if (!read(buffer_, some, at)) return;
      buffered = at;
    }
    Frame one;
    memcpy(&one, buffer_ + (at - buffered), sizeof one);
    constexpr std::uint32_t is_long = 0xffffffff;
    if (one.length == is_long) return;
    if (one.length > 0 && one.common != 0) {
      const std::uint64_t common = at + sizeof one.length - one.common;
      if (common != known) usable = is_relative(common);
      known = common;
      const std::uint64_t field = section.sh_addr + (at - section.sh_offset) + 8;
      if (usable) note(field + static_cast<std::uint64_t>(one.begin), one.bytes);
    }
    at += sizeof one.length + one.length;
  }
}

}  // namespace

void find_functions(const Image& image, List<Place>& places) {
  Search search(image, places);
  search.read_sections();
}

}  // namespace ldfi::kernel
