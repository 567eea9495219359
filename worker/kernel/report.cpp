#include "worker/kernel/report.hpp"

#include "worker/kernel/linux.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/space.hpp"

namespace ldfi::kernel {

Text& Text::add(const char* text, std::size_t count) {
  const std::size_t left = room - 1 - size_;
  const std::size_t some = count < left ? count : left;
  memcpy(buffer_ + size_, text, some);
  size_ += some;
  return *this;
}

Text& Text::add(const char* text) {
  return add(text, length_of(text));
}

Text& Text::add_number(long number) {
  constexpr int digits = 24;
  char reversed[digits];
  int count = 0;
  auto rest = static_cast<unsigned long>(number);
  if (number < 0) rest = 0 - rest;
  do {
    reversed[count++] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (number < 0) reversed[count++] = '-';
  while (count > 0) add(&reversed[--count], 1);
  return *this;
}

Text& Text::add_hex(std::uint64_t number) {
  add("0x");
  constexpr int top = 60;
  int shift = top;
  while (shift > 0 && (number >> shift) == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) add(&"0123456789abcdef"[(number >> shift) & 15], 1);
  return *this;
}

std::size_t length_of(const char* text) {
  std::size_t out = 0;
  while (text[out] != '\0') ++out;
  return out;
}

bool is_equal(const char* one, const char* other) {
  const std::size_t count = length_of(one);
  return count == length_of(other) && memcmp(one, other, count) == 0;
}

bool begins_with(const char* text, const char* beginning) {
  for (std::size_t i = 0; beginning[i] != '\0'; ++i) {
    if (text[i] != beginning[i]) return false;
  }
  return true;
}

void report(const Text& text) {
  Text line;
  line.add("ldfi-farm: ").add(text.text(), text.size()).add("\n");
  linux_call(SYS_write, 2, address_of(line.text()), static_cast<long>(line.size()));
}

void give_up(const Text& why) {
  report(why);
  constexpr int exit_code = 126;  // as shells say that a program cannot be run
  end_node(status_of_exit(exit_code));
}

void give_up(const char* why) {
  Text text;
  text.add(why);
  give_up(text);
}

}  // namespace ldfi::kernel

// Compilers name this function in the tables of abstract classes, although nothing calls it.
extern "C" [[noreturn]] void __cxa_pure_virtual() {
  ldfi::kernel::give_up("the library kernel called a function of an abstract class");
}
