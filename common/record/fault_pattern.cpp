#include "common/record/fault_pattern.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <type_traits>

#include "common/base/contract.hpp"
#include "common/base/diagnostic.hpp"
#include "common/base/errors.hpp"

namespace ldfi {
namespace {

constexpr std::string_view to_sign = "…";
/// Users may type `...` instead of the sign `…`. Only `…` is written.
constexpr std::string_view typed_sign = "...";

std::string moment_text(int moment) {
  return fmt::format("{}{}", moment / 2, moment % 2 == 0 ? "" : "+");
}

/// Returns the number of names in the text of a fault with this letter. They precede the times.
std::size_t names_of(char letter) {
  std::size_t out = 0;
  each_kind([&]<class Kind>(Kind*) {
    if (Kind::letter != letter) return;
    out = 0;
    bool timed = false;
    const Kind nothing{};
    Kind::members(nothing, [&](const auto& member) {
      timed = timed || std::is_same_v<std::remove_cvref_t<decltype(member)>, Time>;
      out += timed ? 0U : 1U;
    });
  });
  return out;
}

/// Reads faults with ranges of times, such as `O(a,b,3…5) C("two words",7+)`.
class PatternReader {
 public:
  explicit PatternReader(std::string_view text) : text_(text) {}

  std::vector<FaultPattern> read() {
    std::vector<FaultPattern> out;
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) out.push_back(fault());
    return out;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  static bool digit(char c) { return c >= '0' && c <= '9'; }

  /// Reads one fault, such as `O(a,b,3)`: first names, then moments. A name may look like a time.
  /// The number of ticks of a delay, such as `+2` in `D(a,b,3,+2)`, is not a moment.
  FaultPattern fault() {
    FaultPattern out;
    std::string piece;
    std::size_t names = names_of(text_[at_]);
    const bool fault = names > 0;  // false if the text is not a fault
    while (at_ < text_.size() && (fault ? names > 0 : text_[at_] != ' ')) {
      if (text_[at_] == '"') {
        piece += quoted();
        continue;
      }
      if (fault && text_[at_] == ',') --names;
      piece += text_[at_++];
    }
    while (at_ < text_.size() && digit(text_[at_])) {
      out.form.pieces.push_back(std::move(piece));
      out.ranges.push_back(range());
      piece.clear();
      if (at_ < text_.size()) piece += text_[at_++];  // a comma or the closing parenthesis
    }
    while (fault && at_ < text_.size() && text_[at_] != ' ') piece += text_[at_++];
    out.form.pieces.push_back(std::move(piece));
    return out;
  }

  std::string quoted() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2U : 1U;
    at_ = std::min(at_ + 1, text_.size());
    return std::string(text_.substr(begin, at_ - begin));
  }

  MomentRange range() {
    MomentRange out;
    out.first = out.last = moment();
    for (const std::string_view sign : {to_sign, typed_sign}) {
      if (!text_.substr(at_).starts_with(sign)) continue;
      at_ += sign.size();
      out.last = moment();
      break;
    }
    return out;
  }

  int moment() {
    int tick = 0;
    for (; at_ < text_.size() && digit(text_[at_]); ++at_) {
      tick = std::min(tick, Fspec::max_eot) * 10 + (text_[at_] - '0');
    }
    const bool after = at_ < text_.size() && text_[at_] == '+';
    if (after) ++at_;
    return 2 * std::min(tick, Fspec::max_eot + 1) + (after ? 1 : 0);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string text_of(const FaultPattern& pattern) {
  std::string out = pattern.form.pieces.front();
  for (std::size_t i = 0; i < pattern.ranges.size(); ++i) {
    const auto [first, last] = pattern.ranges[i];
    out += moment_text(first);
    if (last != first) out += std::string(to_sign) + moment_text(last);
    out += pattern.form.pieces[i + 1];
  }
  return out;
}

}  // namespace

std::string text_of(const std::vector<FaultPattern>& patterns) {
  std::string out;
  for (const FaultPattern& pattern : patterns) out += (out.empty() ? "" : " ") + text_of(pattern);
  return out;
}

std::vector<FaultPattern> read_patterns(std::string_view text) {
  return PatternReader(text).read();
}

namespace {

/// Returns the fault set with exactly these faults, or nullopt if they contradict each other.
std::optional<FaultSet> set_of(std::vector<Fault> faults) {
  std::sort(faults.begin(), faults.end());
  if (std::adjacent_find(faults.begin(), faults.end()) != faults.end()) return std::nullopt;
  if (contradiction(faults) != nullptr) return std::nullopt;
  const std::size_t size = faults.size();
  FaultSet out(std::move(faults));
  if (out.size() != size) return std::nullopt;
  return out;
}

}  // namespace

bool PatternExpander::each(const std::vector<FaultPattern>& patterns, std::size_t most,
                           const std::function<bool(const FaultSet&)>& action) {
  std::vector<std::vector<Fault>> choices;
  std::size_t product = 1;
  for (const FaultPattern& pattern : patterns) {
    LDFI_REQUIRE(pattern.form.pieces.size() == pattern.ranges.size() + 1,
                 "each tick of a pattern has a piece of text before and after it");
    if (!choose(pattern, most, choices.emplace_back())) return false;
    if (choices.back().empty()) return true;
    if (product > most / choices.back().size()) return false;
    product *= choices.back().size();
  }
  std::vector<std::size_t> at(choices.size());
  for (std::size_t n = 0; n < product; ++n) {
    std::vector<Fault> faults;
    for (std::size_t i = 0; i < choices.size(); ++i) faults.push_back(choices[i][at[i]]);
    const auto set = set_of(std::move(faults));
    if (set && !action(*set)) return false;
    for (std::size_t i = at.size(); i-- > 0 && ++at[i] == choices[i].size();) at[i] = 0;
  }
  return true;
}

bool PatternExpander::choose(const FaultPattern& pattern, std::size_t most,
                             std::vector<Fault>& out) {
  FaultPattern one = pattern;
  std::size_t product = 1;
  for (MomentRange& range : one.ranges) {
    const auto size = static_cast<std::size_t>(std::max(0, range.last - range.first + 1));
    if (size == 0) return true;
    if (product > most / size) return false;
    product *= size;
    range.last = range.first;
  }
  for (std::size_t n = 0; n < product; ++n) {
    if (const auto& fault = read(text_of(one))) out.push_back(*fault);
    for (std::size_t i = one.ranges.size(); i-- > 0;) {
      one.ranges[i].last = ++one.ranges[i].first;
      if (one.ranges[i].first <= pattern.ranges[i].last) break;
      one.ranges[i] = {pattern.ranges[i].first, pattern.ranges[i].first};
    }
  }
  return true;
}

const std::optional<Fault>& PatternExpander::read(const std::string& text) {
  const auto [entry, fresh] = known_.try_emplace(text);
  if (fresh) {
    try {
      const FaultSet set = parse_fault_set(text, fspec_, FileId(0));
      if (set.size() == 1 && to_text(set, fspec_) == text) entry->second = set.faults().front();
    } catch (const InputError&) {  // the text is not a fault
    }
  }
  return entry->second;
}

}  // namespace ldfi
