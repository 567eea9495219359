#include "worker/kernel/loader.hpp"

#include <elf.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include "worker/kernel/chance.hpp"
#include "worker/kernel/identity.hpp"
#include "worker/kernel/layout.hpp"
#include "worker/kernel/machine.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/report.hpp"

extern "C" {
extern const char ldfi_vdso[];
extern const char ldfi_vdso_end[];
}

namespace ldfi::kernel {
namespace {

constexpr int most_headers = 64;

/// An ELF file that is mapped.
struct Image {
  Elf64_Ehdr head{};
  Elf64_Phdr parts[most_headers] = {};
  std::uint64_t base = 0;
  std::uint64_t table = 0;  ///< address of its program headers
  char interpreter[PATH_MAX] = {};
  char path[PATH_MAX] = {};  ///< absolute, without links

  [[nodiscard]] std::uint64_t entry() const { return base + head.e_entry; }
};

[[noreturn]] void refuse(const char* path, const char* why) {
  Text text;
  give_up(text.add(path).add(" cannot be run: ").add(why));
}

int open_program(const char* path) {
  const long got = linux_call(SYS_openat, AT_FDCWD, address_of(path), O_RDONLY | O_CLOEXEC);
  if (is_error(got))
    refuse(path, got == -ENOENT ? "there is no such file" : "the file cannot be opened");
  return static_cast<int>(got);
}

/// Writes the absolute path of an open file. Keeps `path` where Linux does not tell.
void find_path(int file, const char* path, char (&out)[PATH_MAX]) {
  Text link;
  link.add("/proc/self/fd/").add_number(file);
  const long length =
      linux_call(SYS_readlink, address_of(link.text()), address_of(&out[0]), sizeof out - 1);
  if (is_error(length) || out[0] != '/') memcpy(out, path, length_of(path) + 1);
}

bool read_exactly(int file, void* to, std::size_t count, std::uint64_t from) {
  return linux_call(SYS_pread64, file, address_of(to), static_cast<long>(count),
                    static_cast<long>(from)) == static_cast<long>(count);
}

void map_at(const char* path, std::uint64_t at, std::uint64_t bytes, int protection, int file,
            std::uint64_t offset) {
  const int how = MAP_PRIVATE | (file < 0 ? MAP_ANONYMOUS | MAP_NORESERVE : 0);
  const bool reserved = at < kernel_end && at + bytes > kernel_begin;
  const long got = reserved
                       ? -ENOMEM
                       : linux_call(SYS_mmap, static_cast<long>(at), static_cast<long>(bytes),
                                    protection, how | MAP_FIXED, file, static_cast<long>(offset));
  if (is_error(got)) refuse(path, "its memory cannot be mapped");
}

int protection_of(const Elf64_Phdr& part) {
  return ((part.p_flags & PF_R) != 0 ? PROT_READ : 0) |
         ((part.p_flags & PF_W) != 0 ? PROT_WRITE : 0) |
         ((part.p_flags & PF_X) != 0 ? PROT_EXEC : 0);
}

void map_part(const char* path, const Elf64_Phdr& part, std::uint64_t base, int file) {
  const int protection = protection_of(part);
  const std::uint64_t begin = base + part.p_vaddr;
  const std::uint64_t within = begin - page_floor(begin);
  const std::uint64_t of_file = part.p_filesz == 0 ? 0 : page_ceiling(within + part.p_filesz);
  const std::uint64_t all = page_ceiling(within + part.p_memsz);
  if (of_file > 0) map_at(path, begin - within, of_file, protection, file, part.p_offset - within);
  if (all > of_file) map_at(path, begin - within + of_file, all - of_file, protection, -1, 0);
  const std::uint64_t end = begin + part.p_filesz;
  if ((part.p_flags & PF_W) != 0 && part.p_memsz > part.p_filesz && of_file > 0) {
    memset(at_address<void>(end), 0, page_ceiling(end) - end);
  }
}

/// Reads the headers. Refuses what is not a program for this processor.
void read_headers(const char* path, int file, Image& image) {
  const bool good = read_exactly(file, &image.head, sizeof image.head, 0) &&
                    memcmp(image.head.e_ident, ELFMAG, SELFMAG) == 0;
  if (!good) refuse(path, "it is neither an ELF file nor a script");
  if (image.head.e_ident[EI_CLASS] != ELFCLASS64 || image.head.e_machine != EM_X86_64) {
    refuse(path, "it is not a program for x86-64");
  }
  const bool has_parts =
      (image.head.e_type == ET_EXEC || image.head.e_type == ET_DYN) && image.head.e_phnum > 0 &&
      image.head.e_phnum <= most_headers && image.head.e_phentsize == sizeof(Elf64_Phdr) &&
      read_exactly(file, image.parts, image.head.e_phnum * sizeof(Elf64_Phdr), image.head.e_phoff);
  if (!has_parts) refuse(path, "its program headers are damaged");
}

void map_image(const char* path, std::uint64_t base, Image& image) {
  const int file = open_program(path);
  read_headers(path, file, image);
  find_path(file, path, image.path);
  image.base = image.head.e_type == ET_DYN ? base : 0;
  for (int i = 0; i < image.head.e_phnum; ++i) {
    const Elf64_Phdr& part = image.parts[i];
    if (part.p_type == PT_INTERP) {
      const bool fits = part.p_filesz < sizeof image.interpreter &&
                        read_exactly(file, image.interpreter, part.p_filesz, part.p_offset);
      if (!fits) refuse(path, "its interpreter is not named");
    }
    if (part.p_type != PT_LOAD) continue;
    map_part(path, part, image.base, file);
    const bool has_table =
        image.head.e_phoff >= part.p_offset && image.head.e_phoff < part.p_offset + part.p_filesz;
    if (has_table) image.table = image.base + part.p_vaddr + image.head.e_phoff - part.p_offset;
  }
  linux_call(SYS_close, file);
}

void map_vdso() {
  const auto bytes = static_cast<std::uint64_t>(ldfi_vdso_end - ldfi_vdso);
  map_at("the vDSO", vdso_begin, page_ceiling(bytes), PROT_READ | PROT_WRITE, -1, 0);
  memcpy(at_address<void>(vdso_begin), ldfi_vdso, bytes);
  linux_call(SYS_mprotect, static_cast<long>(vdso_begin), static_cast<long>(page_ceiling(bytes)),
             PROT_READ | PROT_EXEC);
}

/// Fills the stack of a new program from its end.
class Stack {
 public:
  explicit Stack(const char* path) {
    map_at(path, stack_end - stack_bytes, stack_bytes, PROT_READ | PROT_WRITE, -1, 0);
  }

  std::uint64_t put(const void* from, std::size_t count) {
    top_ -= count;
    memcpy(at_address<void>(top_), from, count);
    return top_;
  }
  std::uint64_t put_text(const char* text) { return put(text, length_of(text) + 1); }
  void align(std::uint64_t to) { top_ &= ~(to - 1); }
  [[nodiscard]] std::uint64_t top() const { return top_; }

 private:
  std::uint64_t top_ = stack_end - 2 * sizeof(std::uint64_t);
};

void put_texts(const char* path, Stack& stack, char** texts, List<std::uint64_t>& words) {
  for (char** one = texts; *one != nullptr; ++one) {
    if (stack_end - stack.top() > stack_bytes / 4) refuse(path, "its arguments are too long");
    words.push(stack.put_text(*one));
  }
  words.push(0);
}

std::uint64_t fill_stack(const Start& start, const Image& program, const Image& interpreter) {
  Stack stack(start.path);
  const std::uint64_t file = stack.put_text(start.path);
  const std::uint64_t platform = stack.put_text("x86_64");
  const std::uint64_t random[] = {draw(), draw()};
  stack.align(16);
  const std::uint64_t random_at = stack.put(random, sizeof random);
  List<std::uint64_t> words;
  std::uint64_t count = 0;
  while (start.arguments[count] != nullptr) ++count;
  words.push(count);
  put_texts(start.path, stack, start.arguments, words);
  put_texts(start.path, stack, start.environment, words);
  constexpr std::uint64_t frame_bytes_type = 51;  // AT_MINSIGSTKSZ
  constexpr std::uint64_t ticks = 100;
  const std::uint64_t user = static_cast<std::uint64_t>(linux_call(SYS_getuid));
  const std::uint64_t group = static_cast<std::uint64_t>(linux_call(SYS_getgid));
  const std::uint64_t facts[][2] = {{AT_SYSINFO_EHDR, vdso_begin},
                                    {AT_HWCAP, machine().features},
                                    {AT_PAGESZ, page_bytes},
                                    {AT_CLKTCK, ticks},
                                    {AT_PHDR, program.table},
                                    {AT_PHENT, sizeof(Elf64_Phdr)},
                                    {AT_PHNUM, program.head.e_phnum},
                                    {AT_BASE, interpreter.base},
                                    {AT_FLAGS, 0},
                                    {AT_ENTRY, program.entry()},
                                    {AT_UID, user},
                                    {AT_EUID, user},
                                    {AT_GID, group},
                                    {AT_EGID, group},
                                    {AT_SECURE, 0},
                                    {AT_RANDOM, random_at},
                                    {AT_HWCAP2, machine().more_features},
                                    {AT_EXECFN, file},
                                    {AT_PLATFORM, platform},
                                    {frame_bytes_type, machine().frame_bytes},
                                    {AT_NULL, 0}};
  for (const auto& fact : facts) {
    words.push(fact[0]);
    words.push(fact[1]);
  }
  stack.align(16);
  if (words.size() % 2 != 0) {
    const std::uint64_t nothing = 0;
    stack.put(&nothing, sizeof nothing);
  }
  return stack.put(words.begin(), words.size() * sizeof(std::uint64_t));
}

/// If the file is a script, makes `start` that of its interpreter. Returns false if it is not a script.
bool follow_script(Start& start) {
  static constinit char line[PATH_MAX] = {};
  const int file = open_program(start.path);
  linux_call(SYS_pread64, file, address_of(&line[0]), sizeof line - 1, 0);
  linux_call(SYS_close, file);
  if (!begins_with(line, "#!")) return false;
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  char* name = line + 2;
  while (is_blank(*name)) ++name;
  char* end = name;
  while (*end != '\0' && *end != '\n') ++end;
  while (end > name && is_blank(end[-1])) --end;
  *end = '\0';
  char* argument = name;
  while (*argument != '\0' && !is_blank(*argument)) ++argument;
  if (*argument != '\0') *argument++ = '\0';
  while (is_blank(*argument)) ++argument;
  List<char*> words;
  words.push(name);
  if (*argument != '\0') words.push(argument);
  words.push(const_cast<char*>(start.path));
  for (char** one = start.arguments + 1; *one != nullptr; ++one) words.push(*one);
  words.push(nullptr);
  start.arguments = words.begin();
  start.path = name;
  return true;
}

}  // namespace

Beginning load(Start start) {
  follow_script(start);
  static constinit Image program;
  static constinit Image interpreter;
  map_image(start.path, program_begin, program);
  if (program.interpreter[0] != '\0')
    map_image(program.interpreter, interpreter_begin, interpreter);
  map_vdso();
  set_program(program.path);
  const bool alone = program.interpreter[0] == '\0';
  return {alone ? program.entry() : interpreter.entry(), fill_stack(start, program, interpreter)};
}

}  // namespace ldfi::kernel
