#include "worker/drive/complaints.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "common/base/diagnostic.hpp"

namespace ldfi::drive {
namespace {

/// At most this number of bytes is kept of the beginning of a text, and again of its end.
constexpr std::size_t most_kept = std::size_t{32} << 10U;
/// An excerpt shows at most this number of lines of the beginning, and again of the end.
constexpr std::size_t most_lines = 10;
constexpr std::size_t most_of_line = 400;  ///< most bytes of a line in an excerpt

/// Returns true if the character can be part of a path.
bool is_of_path(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("/._-~").find(c) != std::string_view::npos;
}

std::string replaced(const std::string& text, const UserPath& path) {
  std::string out;
  std::size_t from = 0;
  for (;;) {
    const std::size_t found = text.find(path.inside, from);
    if (found == std::string::npos) return out + text.substr(from);
    const bool whole = found == 0 || !is_of_path(text[found - 1]);
    out += text.substr(from, found - from) + (whole ? path.written : path.inside);
    from = found + path.inside.size();
  }
}

/// Returns the lines without their line breaks. A last line without a line break counts if it has text.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    out.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string complaint_line(const std::string& line, const std::vector<UserPath>& paths) {
  const std::string whole = with_user_paths(line, paths);
  if (whole.size() <= most_of_line) return printable(whole);
  std::size_t cut = most_of_line;
  while (cut > 0 && (static_cast<unsigned char>(whole[cut]) & 0xC0U) == 0x80U) --cut;
  return printable(whole.substr(0, cut)) + fmt::format("… ({} more bytes)", whole.size() - cut);
}

}  // namespace

std::string with_user_paths(std::string text, const std::vector<UserPath>& paths) {
  for (const UserPath& path : paths) {
    text = replaced(text, {"file://" + path.inside, path.written});
    text = replaced(text, path);
  }
  return text;
}

void Complaints::clear(std::vector<UserPath> paths) {
  *this = Complaints();
  paths_ = std::move(paths);
}

void Complaints::begin_step() {
  if (head_.empty()) return;
  before_ = cut_ ? tail_ : head_ + tail_;
  if (cut_ && cut_in_line_) before_.erase(0, std::min(before_.find('\n'), before_.size() - 1) + 1);
  head_.clear();
  tail_.clear();
  dropped_ = 0;
  cut_ = false;
}

void Complaints::read(int from) {
  std::array<char, 16384> bytes{};
  constexpr int times = 64;  // limits the number of reads, because a process may write faster than
                             // this process reads
  for (int i = 0; i < times; ++i) {
    const ssize_t got = ::read(from, bytes.data(), bytes.size());
    closed_ = got == 0;
    if (got <= 0) return;
    add({bytes.data(), static_cast<std::size_t>(got)});
  }
}

void Complaints::add(std::string_view text) {
  const std::string_view first = text.substr(0, most_kept - std::min(most_kept, head_.size()));
  head_ += first;
  tail_ += text.substr(first.size());
  if (tail_.size() <= 2 * most_kept) return;
  const auto end = tail_.end() - static_cast<std::ptrdiff_t>(most_kept);
  dropped_ += static_cast<std::uint64_t>(std::count(tail_.begin(), end, '\n'));
  cut_in_line_ = *(end - 1) != '\n';
  tail_.erase(tail_.begin(), end);
  cut_ = true;
}

std::string Complaints::excerpt() const {
  std::vector<std::string> first;
  std::vector<std::string> last;
  std::uint64_t between = dropped_;
  if (head_.empty()) {
    last = lines_of(before_);
    if (last.size() > most_lines) last.erase(last.begin(), last.end() - most_lines);
  } else if (!cut_) {
    first = lines_of(head_ + tail_);
  } else {
    first = lines_of(head_);
    last = lines_of(tail_);
    // The last kept line of the beginning and the first kept line of the end may be incomplete. If
    // the line break after the former was dropped, `dropped_` counts it already.
    if (!head_.ends_with('\n') && first.size() > 1) first.pop_back();
    if (cut_in_line_ && last.size() > 1) {
      last.erase(last.begin());
      ++between;
    }
  }
  if (last.empty() && first.size() > 2 * most_lines) {
    last.assign(first.end() - most_lines, first.end());
    between += first.size() - 2 * most_lines;
    first.resize(most_lines);
  } else if (cut_) {
    between += first.size() - std::min(first.size(), most_lines);
    between += last.size() - std::min(last.size(), most_lines);
    first.resize(std::min(first.size(), most_lines));
    if (last.size() > most_lines) last.erase(last.begin(), last.end() - most_lines);
  }
  std::string out;
  for (const std::string& line : first) out += complaint_line(line, paths_) + "\n";
  if (between > 0) out += fmt::format("… ({} more lines)\n", between);
  for (const std::string& line : last) out += complaint_line(line, paths_) + "\n";
  if (!out.empty()) out.pop_back();
  return out;
}

}  // namespace ldfi::drive
