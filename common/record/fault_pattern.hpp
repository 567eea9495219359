// Fault sets in which ranges of moments replace the times. Only the files of common/record may use
// them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// A range of moments, including its ends. Each tick has two moments, numbered consecutively:
/// moment 6 is the beginning of tick 3, and moment 7 is its end, written 3+.
struct MomentRange {
  int first = 0;
  int last = 0;
};

/// The text of a fault without its moments. One moment belongs between each two successive pieces
/// of the text.
struct FaultForm {
  std::vector<std::string> pieces;
  auto operator<=>(const FaultForm&) const = default;
};

struct FaultPattern {
  FaultForm form;
  std::vector<MomentRange> ranges;
};

/// Reads faults with ranges of times, such as `O(a,b,3…5) C("two words",7+)`.
[[nodiscard]] std::vector<FaultPattern> read_patterns(std::string_view text);
[[nodiscard]] std::string text_of(const std::vector<FaultPattern>& patterns);

/// Lists the fault sets that patterns describe.
class PatternExpander {
 public:
  /// `fspec` must outlive this object.
  explicit PatternExpander(const Fspec& fspec) : fspec_(fspec) {}

  /// Calls `action` with each fault set that the patterns describe, possibly more than once. Stops
  /// and returns false if `action` returns false, or if there are more than `most` ways to choose
  /// the faults.
  bool each(const std::vector<FaultPattern>& patterns, std::size_t most,
            const std::function<bool(const FaultSet&)>& action);

 private:
  /// Appends all faults that a pattern describes. Returns false if there are more than `most` ways
  /// to choose its moments.
  bool choose(const FaultPattern& pattern, std::size_t most, std::vector<Fault>& out);
  const std::optional<Fault>& read(const std::string& text);

  const Fspec& fspec_;
  std::unordered_map<std::string, std::optional<Fault>> known_;
};

}  // namespace ldfi
