#include "worker/drive/known_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace ldfi::drive {

EnvelopePtr KnownLines::message(std::string_view line) const {
  const auto found = messages_.find(line);
  return found == messages_.end() ? nullptr : found->second;
}

void KnownLines::add(std::string_view line, EnvelopePtr message) {
  if (make_room(line.size())) messages_.emplace(line, std::move(message));
}

const Done* KnownLines::done(std::string_view line, std::uint64_t told) {
  const auto found = done_.find(unnumbered(line, told));
  return found == done_.end() ? nullptr : &found->second;
}

void KnownLines::add(std::string_view line, std::uint64_t told, Done done) {
  if (make_room(line.size())) done_.emplace(unnumbered(line, told), std::move(done));
}

bool KnownLines::make_room(std::size_t bytes) {
  constexpr std::size_t longest = std::size_t{4} << 10U;
  constexpr std::size_t most = std::size_t{1} << 20U;
  if (bytes > longest) return false;
  if (bytes_ + bytes > most) {
    messages_.clear();
    done_.clear();
    bytes_ = 0;
  }
  bytes_ += bytes;
  return true;
}

/// Without backslashes a key is what stands there, and a quoted "n" before a colon is one.
const std::string& KnownLines::unnumbered(std::string_view line, std::uint64_t told) {
  constexpr std::string_view name = "\"n\"";
  key_ = line;
  const std::size_t at = line.find(name);
  if (at == std::string_view::npos || line.find(name, at + 1) != std::string_view::npos ||
      line.find('\\') != std::string_view::npos) {
    return key_;
  }
  std::array<char, 24> digits{};
  char* const end = std::to_chars(digits.begin(), digits.end(), told).ptr;
  const std::string number = ":" + std::string(digits.data(), end);
  const std::string_view rest = line.substr(at + name.size());
  const bool whole = rest.starts_with(number) && rest.size() > number.size() &&
                     (rest[number.size()] == ',' || rest[number.size()] == '}');
  if (whole) key_.erase(at + name.size() + 1, number.size() - 1);
  return key_;
}

}  // namespace ldfi::drive
