// Fault patterns: fault sets with ranges of moments instead of times. Only for the files of
// common/record.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// A range of moments, both included. Each tick has two moments: moment 6 is tick 3, and moment 7
/// is 3+.
struct MomentRange {
  int first = 0;
  int last = 0;
};

/// The text of a fault with its moments cut out. Each gap between two successive pieces is the
/// place of one moment.
struct FaultForm {
  std::vector<std::string> pieces;
  auto operator<=>(const FaultForm&) const = default;
};

struct FaultPattern {
  FaultForm form;
  std::vector<MomentRange> ranges;
};

/// Reads a text such as `O(a,b,3…5) C("two words",7+)`.
[[nodiscard]] std::vector<FaultPattern> read_patterns(std::string_view text);
[[nodiscard]] std::string text_of(const std::vector<FaultPattern>& patterns);

/// Lists the fault sets that patterns describe.
class PatternExpander {
 public:
  /// Keeps a reference to `fspec`.
  explicit PatternExpander(const Fspec& fspec) : fspec_(fspec) {}

  /// Calls `action` with each fault set that the patterns describe, perhaps more than once, until
  /// `action` returns false. Returns false if it did, or if there are more than `most` choices of
  /// faults.
  bool each(const std::vector<FaultPattern>& patterns, std::size_t most,
            const std::function<bool(const FaultSet&)>& action);

 private:
  /// Appends the faults that a pattern describes. Returns false if the pattern has more than `most`
  /// choices of moments.
  bool choose(const FaultPattern& pattern, std::size_t most, std::vector<Fault>& out);
  const std::optional<Fault>& read(const std::string& text);

  const Fspec& fspec_;
  std::unordered_map<std::string, std::optional<Fault>> known_;
};

}  // namespace ldfi
