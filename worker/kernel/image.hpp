// The file of a program: an ELF file, which may name an interpreter, or a script.
#pragma once

#include <elf.h>
#include <linux/limits.h>

#include "worker/kernel/words.hpp"

namespace ldfi::kernel {

/// The reason why a program cannot be run.
struct Refusal {
  long error = 0;  ///< as execve() returns it; 0 if the program can be run
  const char* path = nullptr;
  const char* why = nullptr;
};

/// A program with its words.
struct Start {
  Words arguments;
  Words environment;
  char path[PATH_MAX] = {};  ///< the file of the program

  void clear() {
    arguments.clear();
    environment.clear();
  }
};

/// An ELF file that is open and was checked.
struct Image {
  static constexpr int most_headers = 64;

  int file = -1;  ///< descriptor of Linux
  Elf64_Ehdr head{};
  Elf64_Phdr parts[most_headers] = {};
  std::uint64_t base = 0;
  std::uint64_t table = 0;  ///< address of its program headers
  char interpreter[PATH_MAX] = {};
  char path[PATH_MAX] = {};  ///< absolute, without links

  [[nodiscard]] std::uint64_t entry() const { return base + head.e_entry; }
  [[nodiscard]] bool has_interpreter() const { return interpreter[0] != '\0'; }
  void close();
};

/// Opens and checks the file of a program, but no interpreter that the file names.
Refusal open_image(const char* path, Image& image);
/// Reads and checks the headers of `image.file`.
Refusal read_headers(const char* path, Image& image);
/// If the file is a script, makes `start` that of its interpreter, and so on.
Refusal follow_scripts(Start& start);

}  // namespace ldfi::kernel
