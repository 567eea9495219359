#include "worker/drive/known_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "common/base/contract.hpp"

namespace ldfi::drive {
namespace {

constexpr std::string_view number_key = R"("n")";

/// Finds the key `"n"` from position `from` on. Searches for the letter n instead of the quote,
/// because a line has more quotes than letters n.
std::size_t find_number_key(std::string_view line, std::size_t from) {
  for (std::size_t at = from + 1;; ++at) {
    at = line.find(number_key.substr(1), at);
    if (at == std::string_view::npos || line[at - 1] == number_key.front()) {
      return at == std::string_view::npos ? at : at - 1;
    }
  }
}

}  // namespace

EnvelopePtr KnownLines::message(std::string_view line) const {
  const auto found = messages_.find(line);
  return found == messages_.end() ? nullptr : found->second;
}

void KnownLines::add(std::string_view line, EnvelopePtr message) {
  LDFI_REQUIRE(message != nullptr, "the line was read as a message");
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

/// In a line without backslashes, no string contains a quote, so `"n"` before a colon is always a
/// key.
const std::string& KnownLines::unnumbered(std::string_view line, std::uint64_t told) {
  key_ = line;
  const std::size_t at = find_number_key(line, 0);
  if (at == std::string_view::npos || find_number_key(line, at + 1) != std::string_view::npos ||
      line.find('\\') != std::string_view::npos) {
    return key_;
  }
  std::array<char, 24> digits{};
  char* const end = std::to_chars(digits.begin(), digits.end(), told).ptr;
  const std::string_view number(digits.begin(), static_cast<std::size_t>(end - digits.begin()));
  const std::string_view rest = line.substr(at + number_key.size());
  const bool whole = rest.starts_with(':') && rest.substr(1).starts_with(number) &&
                     rest.size() > 1 + number.size() &&
                     (rest[1 + number.size()] == ',' || rest[1 + number.size()] == '}');
  if (whole) key_.erase(at + number_key.size() + 1, number.size());
  return key_;
}

}  // namespace ldfi::drive
