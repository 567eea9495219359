#include "worker/drive/shared_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>

#include "worker/kernel/layout.hpp"

namespace ldfi::drive {
namespace {

std::uint64_t number_in(std::string_view text, int base) {
  std::uint64_t out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out, base);
  return out;
}

/// Returns the next word, and removes it from `line`.
std::string_view word_of(std::string_view& line) {
  const std::string_view out = line.substr(0, line.find(' '));
  line.remove_prefix(out.size());
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return out;
}

}  // namespace

void SharedMemory::add(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/maps", process));
  for (std::string line; std::getline(file, line);) add(std::string_view(line));
}

void SharedMemory::add(std::string_view line) {
  if (!line.ends_with("/dev/zero (deleted)")) return;
  constexpr int hexadecimal = 16;
  constexpr int decimal = 10;
  const std::string_view range = word_of(line);
  for (int i = 0; i < 3; ++i) word_of(line);  // skips rights, offset and device
  const std::size_t dash = range.find('-');
  if (dash == std::string_view::npos) return;
  const std::uint64_t begin = number_in(range.substr(0, dash), hexadecimal);
  const std::uint64_t end = number_in(range.substr(dash + 1), hexadecimal);
  // The heap of the library kernel: page tables show the part that is used.
  if (begin == kernel::heap_begin && end - begin == kernel::heap_bytes) return;
  std::uint64_t& size = sizes_[number_in(word_of(line), decimal)];
  size = std::max(size, end - begin);
}

std::uint64_t SharedMemory::size() const {
  std::uint64_t out = 0;
  for (const auto& [inode, size] : sizes_) out += size;
  return out;
}

}  // namespace ldfi::drive
