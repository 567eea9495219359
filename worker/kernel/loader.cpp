#include "worker/kernel/loader.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include "worker/kernel/chance.hpp"
#include "worker/kernel/identity.hpp"
#include "worker/kernel/layout.hpp"
#include "worker/kernel/machine.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/patches.hpp"

extern "C" {
extern const char ldfi_vdso[];
extern const char ldfi_vdso_end[];
}

namespace ldfi::kernel {
namespace {

bool map_at(std::uint64_t at, std::uint64_t bytes, int protection, int file, std::uint64_t offset) {
  const int how = MAP_PRIVATE | (file < 0 ? MAP_ANONYMOUS | MAP_NORESERVE : 0);
  const bool reserved = at < kernel_end && at + bytes > kernel_begin;
  const long got = reserved
                       ? -ENOMEM
                       : linux_call(SYS_mmap, static_cast<long>(at), static_cast<long>(bytes),
                                    protection, how | MAP_FIXED, file, static_cast<long>(offset));
  return !is_error(got);
}

int protection_of(const Elf64_Phdr& part) {
  return ((part.p_flags & PF_R) != 0 ? PROT_READ : 0) |
         ((part.p_flags & PF_W) != 0 ? PROT_WRITE : 0) |
         ((part.p_flags & PF_X) != 0 ? PROT_EXEC : 0);
}

bool map_part(const Elf64_Phdr& part, std::uint64_t base, int file) {
  const int protection = protection_of(part);
  const std::uint64_t begin = base + part.p_vaddr;
  const std::uint64_t within = begin - page_floor(begin);
  const std::uint64_t of_file = part.p_filesz == 0 ? 0 : page_ceiling(within + part.p_filesz);
  const std::uint64_t all = page_ceiling(within + part.p_memsz);
  if (of_file > 0 && !map_at(begin - within, of_file, protection, file, part.p_offset - within))
    return false;
  if (of_file > 0) patch_code({file, begin - within, of_file, part.p_offset - within, protection});
  if (all > of_file && !map_at(begin - within + of_file, all - of_file, protection, -1, 0))
    return false;
  const std::uint64_t end = begin + part.p_filesz;
  if ((part.p_flags & PF_W) != 0 && part.p_memsz > part.p_filesz && of_file > 0) {
    memset(at_address<void>(end), 0, page_ceiling(end) - end);
  }
  return true;
}

bool map_image(std::uint64_t base, Image& image) {
  image.base = image.head.e_type == ET_DYN ? base : 0;
  for (int i = 0; i < image.head.e_phnum; ++i) {
    const Elf64_Phdr& part = image.parts[i];
    if (part.p_type != PT_LOAD) continue;
    if (!map_part(part, image.base, image.file)) return false;
    const bool has_table =
        image.head.e_phoff >= part.p_offset && image.head.e_phoff < part.p_offset + part.p_filesz;
    if (has_table) image.table = image.base + part.p_vaddr + image.head.e_phoff - part.p_offset;
  }
  return true;
}

bool map_vdso() {
  const auto bytes = static_cast<std::uint64_t>(ldfi_vdso_end - ldfi_vdso);
  if (!map_at(vdso_begin, page_ceiling(bytes), PROT_READ | PROT_WRITE, -1, 0)) return false;
  memcpy(at_address<void>(vdso_begin), ldfi_vdso, bytes);
  linux_call(SYS_mprotect, static_cast<long>(vdso_begin), static_cast<long>(page_ceiling(bytes)),
             PROT_READ | PROT_EXEC);
  return true;
}

/// Fills the stack of a new program from its end.
class Stack {
 public:
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

void put_texts(Stack& stack, const Words& texts, List<std::uint64_t>& words) {
  for (std::size_t i = 0; i < texts.size(); ++i) words.push(stack.put_text(texts[i]));
  words.push(0);
}

std::uint64_t fill_stack(const Start& start, const Image& program, const Image& interpreter) {
  Stack stack;
  const std::uint64_t file = stack.put_text(start.path);
  const std::uint64_t platform = stack.put_text("x86_64");
  const std::uint64_t random[] = {draw(), draw()};
  stack.align(16);
  const std::uint64_t random_at = stack.put(random, sizeof random);
  List<std::uint64_t> words;
  words.push(start.arguments.size());
  put_texts(stack, start.arguments, words);
  put_texts(stack, start.environment, words);
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
  const std::uint64_t out = stack.put(words.begin(), words.size() * sizeof(std::uint64_t));
  words.clear();
  return out;
}

}  // namespace

Refusal Loader::prepare(Start& start) {
  if (const Refusal refusal = follow_scripts(start); refusal.error != 0) return refusal;
  if (const Refusal refusal = open_image(start.path, program_); refusal.error != 0) return refusal;
  if (!program_.has_interpreter()) return {};
  Refusal refusal = open_image(program_.interpreter, interpreter_);
  if (refusal.error == -ENOEXEC) refusal.error = -ELIBBAD;
  return refusal;
}

bool Loader::load(const Start& start, Beginning& out) {
  const bool alone = !program_.has_interpreter();
  const bool mapped = map_image(program_begin, program_) &&
                      (alone || map_image(interpreter_begin, interpreter_)) && map_vdso() &&
                      map_at(stack_end - stack_bytes, stack_bytes, PROT_READ | PROT_WRITE, -1, 0);
  if (!mapped) return false;
  set_program(program_.path);
  out = {alone ? program_.entry() : interpreter_.entry(),
         fill_stack(start, program_, interpreter_)};
  return true;
}

void Loader::close() {
  program_.close();
  interpreter_.close();
}

}  // namespace ldfi::kernel
