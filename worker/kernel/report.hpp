// Texts of the library kernel for people: lines on the guest's stderr that begin with "ldfi-farm:".
#pragma once

#include <cstddef>
#include <cstdint>

namespace ldfi::kernel {

/// Builds a text in a fixed buffer. A text that is too long is cut.
class Text {
 public:
  Text& add(const char* text);
  Text& add(const char* text, std::size_t count);
  Text& add_number(long number);
  Text& add_hex(std::uint64_t number);
  [[nodiscard]] const char* text() const { return buffer_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t room = 512;
  char buffer_[room] = {};
  std::size_t size_ = 0;
};

std::size_t length_of(const char* text);
bool is_equal(const char* one, const char* other);
bool begins_with(const char* text, const char* beginning);

/// Writes "ldfi-farm: TEXT" as a line to stderr.
void report(const Text& text);
/// Reports why the guest cannot run, and ends the node.
[[noreturn]] void give_up(const char* why);
[[noreturn]] void give_up(const Text& why);

}  // namespace ldfi::kernel
