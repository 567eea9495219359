// The written form of fault sets (SEMANTICS §3), both ways:
//
//   set  := "none" | fault+            fault := "O(" name "," name "," time ")" | "C(" name ","
//   time ")" name := plain word | quoted        (text.hpp); blanks may stand between any two tokens
//
// After a problem the reader goes on behind the fault's closing parenthesis, so that one pass
// reports every problem there is.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// A syntax problem at an offset; caught where one fault is read.
struct SyntaxProblem {
  std::size_t begin;
  std::size_t length;
  std::string message;
};

constexpr std::size_t max_problems = 50;

/// A token's text and where it stands, in bytes from the start.
struct Word {
  std::string text;
  std::size_t begin = 0;
  std::size_t length = 1;
};

class Reader {
 public:
  Reader(std::string_view text, const Fspec& fspec, FileId file)
      : text_(text), fspec_(fspec), file_(file) {}

  FaultSet read();

 private:
  void read_fault();
  void omission(std::size_t begin, const Word& from, const Word& to, const Word& time);
  void crash(std::size_t begin, const Word& node, const Word& time);
  void check_crash_count();
  void recover(std::size_t fault_begin);

  Word name();
  std::string quoted_name();
  char escape();
  Word time_word();
  void expect(char c, const char* after);
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  [[nodiscard]] std::string found() const;

  std::optional<NodeId> node_of(const Word& word);
  std::optional<Time> time_of(const Word& word, int last, const std::string& bound);
  void report(const char* code, std::size_t begin, std::size_t length, std::string message,
              std::vector<std::string> hints = {});

  std::string_view text_;
  const Fspec& fspec_;
  FileId file_;
  std::size_t at_ = 0;
  std::vector<Diagnostic> problems_;
  std::vector<Omission> omissions_;
  struct CrashAt {
    Time at;
    std::size_t begin;
    std::size_t length;
  };
  std::map<NodeId, CrashAt> crashes_;
};

void Reader::report(const char* code, std::size_t begin, std::size_t length, std::string message,
                    std::vector<std::string> hints) {
  if (problems_.size() > max_problems) return;
  if (problems_.size() == max_problems) {
    message = "here and further on, more is wrong than is worth showing";
    hints.clear();
  }
  const std::string_view before = text_.substr(0, begin);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  problems_.push_back({Severity::error,
                       code,
                       {file_, static_cast<int>(line), static_cast<int>(begin - line_begin) + 1,
                        static_cast<int>(std::max<std::size_t>(length, 1))},
                       std::move(message),
                       std::move(hints)});
}

std::string Reader::found() const {
  if (at_ >= text_.size()) return "the text ends here";
  return fmt::format("'{}' stands here", printable(text_.substr(at_, 1)));
}

void Reader::expect(char c, const char* after) {
  skip_blanks();
  if (at_ >= text_.size() || text_[at_] != c) {
    throw SyntaxProblem{at_, 1, fmt::format("expected '{}' after {}, but {}", c, after, found())};
  }
  ++at_;
}

Word Reader::name() {
  skip_blanks();
  Word word{"", at_, 1};
  if (at_ < text_.size() && text_[at_] == '"') {
    word.text = quoted_name();
  } else {
    while (at_ < text_.size() && is_plain_word(text_.substr(at_, 1))) word.text += text_[at_++];
    if (word.text.empty()) {
      throw SyntaxProblem{at_, 1, fmt::format("expected a node's name, but {}", found())};
    }
  }
  word.length = at_ - word.begin;
  return word;
}

std::string Reader::quoted_name() {
  const std::size_t begin = at_++;
  std::string name;
  while (at_ < text_.size() && text_[at_] != '"') {
    if (text_[at_] == '\\') {
      name += escape();
    } else {
      name += text_[at_++];
    }
  }
  if (at_ >= text_.size()) throw SyntaxProblem{begin, 1, "this quote is never closed"};
  ++at_;
  return name;
}

char Reader::escape() {
  const std::size_t begin = at_++;
  const char c = at_ < text_.size() ? text_[at_++] : '\0';
  switch (c) {
    case '"':
      return '"';
    case '\\':
      return '\\';
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'x':
      if (at_ + 2 <= text_.size() && hex_digit(text_[at_]) >= 0 && hex_digit(text_[at_ + 1]) >= 0) {
        at_ += 2;
        return static_cast<char>(hex_digit(text_[at_ - 2]) * 16 + hex_digit(text_[at_ - 1]));
      }
      break;
    default:
      break;
  }
  throw SyntaxProblem{begin, at_ - begin, "unknown escape: there are \\\" \\\\ \\n \\t \\r \\xNN"};
}

Word Reader::time_word() {
  skip_blanks();
  Word word{"", at_, 1};
  if (at_ < text_.size() && text_[at_] == '-') word.text += text_[at_++];
  while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') word.text += text_[at_++];
  if (word.text.empty() || word.text == "-") {
    throw SyntaxProblem{word.begin, 1, fmt::format("expected a time (a tick), but {}", found())};
  }
  word.length = at_ - word.begin;
  return word;
}

std::optional<NodeId> Reader::node_of(const Word& word) {
  const auto node = fspec_.find(word.text);
  if (!node) {
    std::vector<std::string> hints;
    if (const auto near = closest(word.text, fspec_.nodes()); !near.empty()) {
      hints.push_back(fmt::format("did you mean {}?", word_or_quoted(near)));
    } else if (fspec_.node_count() <= 20) {
      std::string all;
      for (const auto& n : fspec_.nodes()) all += (all.empty() ? "" : ", ") + word_or_quoted(n);
      hints.push_back("the nodes are " + all);
    }
    report("fault-unknown-node", word.begin, word.length,
           fmt::format("{} is not a node", word_or_quoted(word.text.substr(0, 60))),
           std::move(hints));
  }
  return node;
}

std::optional<Time> Reader::time_of(const Word& word, int last, const std::string& bound) {
  int tick = 0;
  const char* end = word.text.data() + word.text.size();
  const auto result = std::from_chars(word.text.data(), end, tick);
  if (result.ec == std::errc() && result.ptr == end && tick >= 1 && tick <= last) return Time(tick);
  report("fault-time", word.begin, word.length,
         last < 1
             ? bound
             : fmt::format("time {} is outside 1..{}: {}", word.text.substr(0, 60), last, bound));
  return std::nullopt;
}

void Reader::omission(std::size_t begin, const Word& from, const Word& to, const Word& time) {
  const int last = fspec_.last_omission();
  const char* mode = fspec_.eff_mode() == EffMode::exclusive ? ", exclusive" : "";
  const auto sender = node_of(from);
  const auto receiver = node_of(to);
  const auto sent = time_of(
      time, last,
      last < 1 ? fmt::format("EFF is {}{}: no message can be lost by omission", fspec_.eff(), mode)
               : fmt::format("messages are lost up to EFF ({}{})", fspec_.eff(), mode));
  if (sender && sender == receiver) {
    report("fault-self", begin, at_ - begin, "a node's messages to itself are never lost");
  } else if (sender && receiver && sent) {
    omissions_.push_back({*sender, *receiver, *sent});
  }
}

void Reader::crash(std::size_t begin, const Word& node, const Word& time) {
  const auto who = node_of(node);
  const auto at =
      time_of(time, fspec_.eot(), fmt::format("the run ends at EOT ({})", fspec_.eot()));
  if (!who || !at) return;
  const auto [other, added] = crashes_.try_emplace(*who, CrashAt{*at, begin, at_ - begin});
  if (!added && other->second.at != *at) {
    report("fault-crash-twice", begin, at_ - begin,
           fmt::format("{} crashes at {} already: a node crashes at most once",
                       word_or_quoted(node.text), other->second.at.tick()));
  }
}

void Reader::check_crash_count() {
  const auto admitted = static_cast<std::size_t>(fspec_.crashes());
  if (crashes_.size() <= admitted) return;
  std::vector<CrashAt> by_place;
  for (const auto& [node, crash] : crashes_) by_place.push_back(crash);
  std::sort(by_place.begin(), by_place.end(),
            [](const CrashAt& a, const CrashAt& b) { return a.begin < b.begin; });
  const CrashAt& first_too_many = by_place[admitted];
  report("fault-crashes", first_too_many.begin, first_too_many.length,
         fmt::format("{} nodes crash, but the Fspec admits {}", crashes_.size(), admitted));
}

void Reader::read_fault() {
  const std::size_t begin = at_;
  const char kind = text_[at_++];
  skip_blanks();
  if ((kind != 'O' && kind != 'C') || at_ >= text_.size() || text_[at_] != '(') {
    at_ = begin;
    throw SyntaxProblem{begin, 1, "expected O(from,to,time), C(node,time), or none"};
  }
  ++at_;
  const Word first = name();
  expect(',', "a name");
  if (kind == 'C') {
    const Word time = time_word();
    expect(')', "a crash's time");
    crash(begin, first, time);
    return;
  }
  const Word to = name();
  expect(',', "a receiver's name");
  const Word time = time_word();
  expect(')', "an omission's time");
  omission(begin, first, to, time);
}

/// Goes behind the next ')' that is not inside a quoted name.
void Reader::recover(std::size_t fault_begin) {
  bool quoted = false;
  for (at_ = fault_begin; at_ < text_.size(); ++at_) {
    if (quoted && text_[at_] == '\\') {
      at_ = std::min(at_ + 1, text_.size() - 1);
    } else if (text_[at_] == '"') {
      quoted = !quoted;
    } else if (text_[at_] == ')' && !quoted) {
      ++at_;
      return;
    }
  }
}

FaultSet Reader::read() {
  skip_blanks();
  const std::size_t last = text_.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos) {
    report("fault-syntax", 0, 1, "there is no fault set here", {"the empty one is written none"});
  } else if (text_.substr(at_, last + 1 - at_) == "none") {
    return {};
  }
  while (at_ < text_.size() && problems_.size() <= max_problems) {
    const std::size_t begin = at_;
    try {
      read_fault();
    } catch (const SyntaxProblem& problem) {
      report("fault-syntax", problem.begin, problem.length, problem.message);
      recover(begin);
    }
    skip_blanks();
  }
  check_crash_count();
  if (!problems_.empty()) throw InputError(std::move(problems_));
  std::vector<Crash> crashes;
  for (const auto& [node, crash] : crashes_) crashes.push_back({node, crash.at});
  return FaultSet(std::move(omissions_), std::move(crashes));
}

}  // namespace

std::string to_text(const FaultSet& faults, const Fspec& fspec) {
  if (faults.empty()) return "none";
  std::string out;
  const auto add = [&out](const std::string& fault) { out += (out.empty() ? "" : " ") + fault; };
  const auto name = [&fspec](NodeId node) { return word_or_quoted(fspec.name(node)); };
  for (const Omission& o : faults.omissions()) {
    add(fmt::format("O({},{},{})", name(o.from), name(o.to), o.sent.tick()));
  }
  for (const Crash& c : faults.crashes()) add(fmt::format("C({},{})", name(c.node), c.at.tick()));
  return out;
}

FaultSet parse_fault_set(std::string_view text, const Fspec& fspec, FileId file) {
  return Reader(text, fspec, file).read();
}

}  // namespace ldfi
