// Fault sets with ranges of moments in the place of times. Private to common/record.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// Moments, two a tick: 3 is 6, and 3+ is 7.
struct MomentRange {
  int first = 0;
  int last = 0;
};

/// A fault as it is written, with the moments cut out: between two pieces stands one.
struct FaultForm {
  std::vector<std::string> pieces;
  auto operator<=>(const FaultForm&) const = default;
};

struct FaultPattern {
  FaultForm form;
  std::vector<MomentRange> ranges;
};

/// Reads `O(a,b,3…5) C("two words",7+)`.
[[nodiscard]] std::vector<FaultPattern> read_patterns(std::string_view text);
[[nodiscard]] std::string text_of(const std::vector<FaultPattern>& patterns);

/// The fault sets that patterns stand for.
class PatternExpander {
 public:
  /// The Fspec must outlive it.
  explicit PatternExpander(const Fspec& fspec) : fspec_(fspec) {}

  /// Calls `action` with each, perhaps more than once, until it returns false. False if it did, or
  /// if there are more than `most` choices of faults.
  bool each(const std::vector<FaultPattern>& patterns, std::size_t most,
            const std::function<bool(const FaultSet&)>& action);

 private:
  /// The faults that a pattern stands for. False if it has more than `most` choices of moments.
  bool choose(const FaultPattern& pattern, std::size_t most, std::vector<Fault>& out);
  const std::optional<Fault>& read(const std::string& text);

  const Fspec& fspec_;
  std::unordered_map<std::string, std::optional<Fault>> known_;
};

}  // namespace ldfi
