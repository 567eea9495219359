#include "worker/drive/kernel_link.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <vector>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "worker/drive/interpreter.hpp"

// CMake places the bytes of the library kernel here (worker/kernel/library.S).
extern "C" {
extern const char ldfi_kernel_program[];
extern const char ldfi_kernel_program_end[];
}

namespace ldfi::drive {
namespace {

[[noreturn]] void fail_at(const std::string& call) {
  throw EnvironmentError(call + ": " + std::generic_category().message(errno));
}

/// Returns the interpreter in the first line of a script, or an empty text.
std::string interpreter_of_script(const std::string& program) {
  std::ifstream file(program);
  std::string line;
  std::getline(file, line);
  if (!line.starts_with("#!")) return "";
  std::istringstream words(line.substr(2));
  std::string first;
  std::string second;
  words >> first >> second;
  return first.ends_with("/env") ? on_path(second) : first;
}

/// Returns the dynamic linker that an ELF file names, or an empty text. Nullopt if it is not such a file
/// for this processor.
std::optional<std::string> linker_of(const std::string& program) {
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr head{};
  const auto read = [&file](std::uint64_t at, void* to, std::size_t count) {
    file.seekg(static_cast<std::streamoff>(at));
    file.read(static_cast<char*>(to), static_cast<std::streamsize>(count));
    return file.good();
  };
  const bool is_program = read(0, &head, sizeof head) &&
                          std::memcmp(&head.e_ident[0], ELFMAG, SELFMAG) == 0 &&
                          head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_machine == EM_X86_64 &&
                          (head.e_type == ET_EXEC || head.e_type == ET_DYN);
  if (!is_program) return std::nullopt;
  for (std::uint64_t i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr part{};
    if (!read(head.e_phoff + i * sizeof part, &part, sizeof part)) return std::nullopt;
    constexpr std::uint64_t longest = 4096;
    if (part.p_type != PT_INTERP || part.p_filesz > longest) continue;
    std::string name(part.p_filesz, '\0');
    if (!read(part.p_offset, name.data(), name.size())) return std::nullopt;
    return std::string(name.c_str());
  }
  return "";
}

}  // namespace

void KernelLink::unpack(const std::string& program) {
  const auto bytes = std::distance(&ldfi_kernel_program[0], &ldfi_kernel_program_end[0]);
  if (bytes == 0) {
    throw EnvironmentError(
        "a program that does not load the clock library cannot run in virtual time on this "
        "processor: that needs x86-64. Use time: plain");
  }
  std::ofstream file(program, std::ios::binary);
  file.write(&ldfi_kernel_program[0], bytes);
  file.close();
  if (!file || ::chmod(program.c_str(), S_IRWXU) != 0) fail_at("write " + program);
}

bool KernelLink::is_needed_for(const std::string& program) {
  const std::string interpreter = interpreter_of_script(program);
  const auto linker = linker_of(interpreter.empty() ? program : interpreter);
  return linker && linker->find("/ld-linux") == std::string::npos;
}

KernelLink::KernelLink(const std::string& folder, std::uint64_t seed, std::int64_t now,
                       const std::optional<NetPlace>& net)
    : shared_(folder + "/link", ldfi_link_bytes),
      page_(static_cast<ldfi_link_page*>(shared_.memory())),
      bell_(make_fifo(folder + "/bell")),
      done_(make_fifo(folder + "/done")) {
  LDFI_REQUIRE(now >= 0, "a node starts at time 0 or later");
  std::atomic_ref(page_->seed).store(seed);
  std::atomic_ref(page_->now).store(now);
  if (net) net_.emplace(folder, *net);
}

void KernelLink::activate(std::int64_t now, std::int64_t lease) {
  LDFI_REQUIRE(lease >= now, "a lease ends after it begins");
  std::atomic_ref(page_->now).store(now);
  std::atomic_ref(page_->lease).store(lease);
  const char one = 1;
  [[maybe_unused]] const ssize_t rung = ::write(bell_.get(), &one, 1);  // a write to a full FIFO
                                                                        // fails, but a full FIFO
                                                                        // wakes the node anyway
}

bool KernelLink::take_done() {
  char one = 0;
  return ::read(done_.get(), &one, 1) == 1;
}

std::int64_t KernelLink::now() const {
  return std::atomic_ref(page_->now).load();
}

std::optional<std::int64_t> KernelLink::deadline() const {
  const std::int64_t out = std::atomic_ref(page_->deadline).load();
  return out < 0 ? std::nullopt : std::optional(out);
}

// The node may write this memory at any time, so each byte is read once, and nothing is believed.
std::string KernelLink::deviation() const {
  std::string out;
  for (char& byte : page_->deviation) {
    const char one = std::atomic_ref(byte).load();
    if (one == 0) break;
    out += one;
  }
  return out;
}

bool KernelLink::is_damaged() const {
  return shared_.is_lost() || (net_ && net_->is_damaged());
}

}  // namespace ldfi::drive
