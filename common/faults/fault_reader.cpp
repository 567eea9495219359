// Reads fault sets from their text and checks them (docs/explanation/semantics.md):
//
//   set   := "none" | fault+
//   fault := letter "(" arguments of its kind ")"   e.g. "O(" name "," name "," time ")"
//   name  := plain word | quoted (text.hpp); blanks may stand between any two tokens
//
// After a problem, the reader skips to the end of the fault and reads the next one. So it reports
// the problems of all faults.
#include "common/faults/fault_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "common/base/did_you_mean.hpp"
#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/faults/spans.hpp"

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

/// A syntax error and its position. Thrown while one fault is read, and caught in read_all().
struct SyntaxProblem {
  std::size_t begin;
  std::size_t length;
  std::string message;
  std::vector<std::string> hints = {};
};

constexpr std::size_t max_problems = 50;

}  // namespace

std::string limit_hint(std::size_t count, std::string_view option, std::string_view key) {
  return fmt::format("ldfi-farm allows {0} with {1} {0} ({2}: {0} in a config)", count, option,
                     key);
}

void FaultReader::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

void FaultReader::report(const char* code, std::size_t begin, std::size_t length,
                         std::string message, std::vector<std::string> hints) {
  if (problems_.size() > max_problems) return;
  if (problems_.size() == max_problems) {
    message = "more errors follow; correct the ones above first";
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

std::string FaultReader::found() const {
  if (at_ >= text_.size()) return "the text ends here";
  return fmt::format("'{}' is here", printable(text_.substr(at_, 1)));
}

void FaultReader::expect(char c, const char* after) {
  skip_blanks();
  if (at_ >= text_.size() || text_[at_] != c) {
    throw SyntaxProblem{at_, 1, fmt::format("expected '{}' after {}, but {}", c, after, found())};
  }
  ++at_;
}

bool FaultReader::skip(char c) {
  skip_blanks();
  const bool here = at_ < text_.size() && text_[at_] == c;
  if (here) ++at_;
  return here;
}

void FaultReader::refuse(const char* why) const {
  throw SyntaxProblem{at_ - 1, 1, fmt::format("this {}", why)};
}

FaultReader::Word FaultReader::name() {
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

std::string FaultReader::quoted_name() {
  const std::size_t begin = at_++;
  std::string name;
  while (at_ < text_.size() && text_[at_] != '"') {
    if (text_[at_] == '\\') {
      name += escape();
    } else {
      name += text_[at_++];
    }
  }
  if (at_ >= text_.size()) throw SyntaxProblem{begin, 1, "this quote is not closed: add \""};
  ++at_;
  return name;
}

char FaultReader::escape() {
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
  throw SyntaxProblem{begin, at_ - begin,
                      "unknown escape: the escapes are \\\" \\\\ \\n \\t \\r \\xNN"};
}

FaultReader::Word FaultReader::time_word() {
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

std::optional<NodeId> FaultReader::node_of(const Word& word) {
  const auto node = fspec_.find(word.text);
  if (!node) {
    std::vector<std::string> all;
    for (const auto& n : fspec_.nodes()) all.push_back(word_or_quoted(n));
    const std::string near = closest(word.text, fspec_.nodes());
    std::vector<std::string> hints = as_hints(did_you_mean(near, "", NameForm::quoted));
    hints.push_back("the nodes are " + first_items_text(all, ", "));
    report("fault-unknown-node", word.begin, word.length,
           fmt::format("{} is not a node", shown(word.text)), std::move(hints));
  }
  return node;
}

std::optional<Time> FaultReader::time_of(const Word& word, int last, const std::string& bound) {
  int tick = 0;
  const char* end = word.text.data() + word.text.size();
  const auto result = std::from_chars(word.text.data(), end, tick);
  if (result.ec == std::errc() && result.ptr == end && tick >= 1 && tick <= last) return Time(tick);
  report("fault-time", word.begin, word.length,
         last < 1 ? bound
                  : fmt::format("time {} must be between 1 and {}: {}", beginning(word.text), last,
                                bound));
  return std::nullopt;
}

void FaultReader::add(const Fault& fault) {
  faults_.push_back({fault, fault_begin_, at_ - fault_begin_});
}

void FaultReader::add(const Fault& fault, NodeId node) {
  only_.emplace(node, faults_.size());
  add(fault);
}

const Fault* FaultReader::only_one_of(NodeId node) const {
  const auto it = only_.find(node);
  return it == only_.end() ? nullptr : &faults_[it->second].fault;
}

void FaultReader::report(const char* code, std::string message) {
  report(code, fault_begin_, at_ - fault_begin_, std::move(message));
}

void FaultReader::report_at(const char* code, const Placed& fault, std::string message,
                            std::vector<std::string> hints) {
  report(code, fault.begin, fault.length, std::move(message), std::move(hints));
}

void FaultReader::check_limit(std::size_t kind, const LimitCodes& codes, std::optional<int> most,
                              std::string (*hint)(std::size_t)) {
  std::set<Fault> counted;
  const Placed* too_many = nullptr;
  for (const Placed& placed : faults_) {
    if (placed.fault.index() != kind) continue;
    bool idle = false;
    for (const Placed& other : faults_) {
      const bool first = other.fault < placed.fault;
      const char* why = first ? excludes(other.fault, placed.fault) : nullptr;
      if (why != nullptr) return report_at(codes.clash, placed, why);
      idle = idle || redundant(placed.fault, other.fault);
    }
    if (idle || !counted.insert(placed.fault).second) continue;
    if (most && counted.size() == static_cast<std::size_t>(*most) + 1) too_many = &placed;
  }
  if (too_many == nullptr) return;
  report_at(codes.count, *too_many,
            fmt::format("{} {}, but the Fspec admits {}", counted.size(), codes.words, *most),
            {hint(counted.size())});
}

void FaultReader::read_fault() {
  fault_begin_ = at_;
  const char letter = text_[at_++];
  skip_blanks();
  const bool opens = at_ < text_.size() && text_[at_] == '(';
  std::string forms;
  // Example of a fault with this letter, if the kind exists but the Fspec allows no such faults.
  std::string unused;
  std::vector<std::string> hints;
  bool known = false;
  each_kind([&]<class Kind>(Kind* kind) {
    if (!in_use(fspec_, kind)) {
      if (opens && Kind::letter == letter) {
        unused = Kind::form;
        hints = {limit_hint(1, fmt::format("--{}", Kind::option), Kind::number.key)};
      }
      return;
    }
    forms += std::string(Kind::form) + ", ";
    if (!opens || Kind::letter != letter) return;
    known = true;
    ++at_;
    ldfi::read(*this, kind);
  });
  if (known) return;
  at_ = fault_begin_;
  if (!unused.empty()) unused = "; this Fspec admits no " + unused;
  throw SyntaxProblem{fault_begin_, 1, "expected " + forms + "or none" + unused, hints};
}

/// Moves to the position after the next ')' that is not inside of a quoted name.
void FaultReader::recover(std::size_t fault_begin) {
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

FaultSet FaultReader::read_all() {
  skip_blanks();
  const std::size_t last = text_.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos) {
    report("fault-syntax", 0, 1, "the fault set is empty", {"write none for no faults"});
  } else if (text_.substr(at_, last + 1 - at_) == "none") {
    return {};
  }
  while (at_ < text_.size() && problems_.size() <= max_problems) {
    const std::size_t begin = at_;
    try {
      read_fault();
    } catch (const SyntaxProblem& problem) {
      report("fault-syntax", problem.begin, problem.length, problem.message, problem.hints);
      recover(begin);
    }
    skip_blanks();
  }
  each_kind([this]<class Kind>(Kind* kind) {
    if constexpr (requires { check_count(*this, kind); }) check_count(*this, kind);
    if constexpr (requires { Kind::codes; }) {
      check_limit(index_of<Kind>, Kind::codes, Kind::most(fspec_.parameters()),
                  [](std::size_t count) {
                    return limit_hint(count, fmt::format("--{}", Kind::option), Kind::number.key);
                  });
    }
  });
  if (!problems_.empty()) throw InputError(std::move(problems_));
  FaultSet out = whole_set();
  if (!problems_.empty()) throw InputError(std::move(problems_));
  return out;
}

/// Returns the set of all faults. Reports the limits that only the complete set exceeds. Faults
/// without effect are dropped before, because they do not count.
FaultSet FaultReader::whole_set() {
  std::vector<Fault> all;
  for (const Placed& placed : faults_) all.push_back(placed.fault);
  FaultSet out(std::move(all));
  const auto limit = [&](const char* code, const char* what, std::size_t count,
                         const std::optional<int>& most, std::string_view option,
                         std::string_view key) {
    if (!most || count <= static_cast<std::size_t>(*most)) return;
    report(code, 0, text_.size(), fmt::format("{} {}, but the Fspec admits {}", count, what, *most),
           {limit_hint(count, option, key)});
  };
  const FaultLimits& limits = fspec_.limits();
  limit("fault-omissions", "omissions", out.all<Omission>().size(), limits.omissions, "--omissions",
        Omission::number.key);
  limit("fault-faults", "faults in all", out.size(), limits.faults, "--max-faults", "fspec.faults");
  return out;
}

std::string to_text(const FaultSet& faults, const Names& names) {
  std::string out;
  for (const Fault& fault : faults) out += (out.empty() ? "" : " ") + to_text(fault, names);
  return out.empty() ? "none" : out;
}

FaultSet parse_fault_set(std::string_view text, const Fspec& fspec, FileId file) {
  return FaultReader(text, fspec, file).read_all();
}

}  // namespace ldfi
