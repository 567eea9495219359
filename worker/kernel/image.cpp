#include "worker/kernel/image.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ldfi::kernel {
namespace {

/// Opens a file that may be executed.
Refusal open_program(const char* path, int& file) {
  const long got = linux_call(SYS_openat, AT_FDCWD, address_of(path), O_RDONLY | O_CLOEXEC);
  if (is_error(got))
    return {got, path, got == -ENOENT ? "there is no such file" : "the file cannot be opened"};
  file = static_cast<int>(got);
  struct stat about {};
  linux_call(SYS_fstat, file, address_of(&about));
  const bool may_run = (about.st_mode & S_IFMT) == S_IFREG &&
                       linux_call(SYS_faccessat, AT_FDCWD, address_of(path), X_OK) == 0;
  return may_run ? Refusal{} : Refusal{-EACCES, path, "it is not an executable file"};
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

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// Makes `start` that of the interpreter in the first line of a script, which begins behind "#!".
Refusal follow_line(char* line, Start& start) {
  char* name = line;
  while (is_blank(*name)) ++name;
  char* end = name;
  while (*end != '\0' && *end != '\n') ++end;
  while (end > name && is_blank(end[-1])) --end;
  *end = '\0';
  char* argument = name;
  while (*argument != '\0' && !is_blank(*argument)) ++argument;
  if (*argument != '\0') *argument++ = '\0';
  while (is_blank(*argument)) ++argument;
  if (*name == '\0') return {-ENOEXEC, start.path, "its first line names no interpreter"};
  Words words;
  words.push(name);
  if (*argument != '\0') words.push(argument);
  words.push(start.path);
  for (std::size_t i = 1; i < start.arguments.size(); ++i) words.push(start.arguments[i]);
  start.arguments.clear();
  start.arguments = words;
  memcpy(start.path, name, length_of(name) + 1);
  return {};
}

}  // namespace

Refusal read_headers(const char* path, Image& image) {
  const bool good = read_exactly(image.file, &image.head, sizeof image.head, 0) &&
                    memcmp(image.head.e_ident, ELFMAG, SELFMAG) == 0;
  if (!good) return {-ENOEXEC, path, "it is neither an ELF file nor a script"};
  if (image.head.e_ident[EI_CLASS] != ELFCLASS64 || image.head.e_machine != EM_X86_64)
    return {-ENOEXEC, path, "it is not a program for x86-64"};
  const bool has_parts = (image.head.e_type == ET_EXEC || image.head.e_type == ET_DYN) &&
                         image.head.e_phnum > 0 && image.head.e_phnum <= Image::most_headers &&
                         image.head.e_phentsize == sizeof(Elf64_Phdr) &&
                         read_exactly(image.file, image.parts,
                                      image.head.e_phnum * sizeof(Elf64_Phdr), image.head.e_phoff);
  if (!has_parts) return {-ENOEXEC, path, "its program headers are damaged"};
  for (int i = 0; i < image.head.e_phnum; ++i) {
    const Elf64_Phdr& part = image.parts[i];
    if (part.p_type != PT_INTERP) continue;
    const bool fits = part.p_filesz < sizeof image.interpreter &&
                      read_exactly(image.file, image.interpreter, part.p_filesz, part.p_offset);
    if (!fits) return {-ENOEXEC, path, "its interpreter is not named"};
  }
  return {};
}

void Image::close() {
  if (file >= 0) linux_call(SYS_close, file);
  file = -1;
}

Refusal open_image(const char* path, Image& image) {
  if (const Refusal refusal = open_program(path, image.file); refusal.error != 0) return refusal;
  if (const Refusal refusal = read_headers(path, image); refusal.error != 0) return refusal;
  find_path(image.file, path, image.path);
  return {};
}

Refusal follow_scripts(Start& start) {
  constexpr int most = 5;
  char line[PATH_MAX];
  for (int i = 0; i <= most; ++i) {
    int file = -1;
    Refusal refusal = open_program(start.path, file);
    memset(line, 0, sizeof line);
    if (refusal.error == 0) linux_call(SYS_pread64, file, address_of(&line[0]), sizeof line - 1, 0);
    if (file >= 0) linux_call(SYS_close, file);
    if (refusal.error != 0 || !begins_with(line, "#!")) return refusal;
    refusal = follow_line(line + 2, start);
    if (refusal.error != 0) return refusal;
  }
  return {-ELOOP, start.path, "too many scripts name each other as interpreters"};
}

}  // namespace ldfi::kernel
