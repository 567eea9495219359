// Fault sets with ranges of moments instead of times. Private to common/record.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// A range of moments. Each tick has two moments: tick 3 is 6, and 3+ is 7.
struct MomentRange {
  int first = 0;
  int last = 0;
};

/// The text of a fault without its moments. There is one moment between two successive pieces.
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

/// Lists the fault sets that patterns stand for.
class PatternExpander {
 public:
  /// Keeps a reference to `fspec`.
  explicit PatternExpander(const Fspec& fspec) : fspec_(fspec) {}

  /// Calls `action` with each fault set, perhaps more than once, until `action` returns false.
  /// Returns false if it did, or if there are more than `most` choices of faults.
  bool each(const std::vector<FaultPattern>& patterns, std::size_t most,
            const std::function<bool(const FaultSet&)>& action);

 private:
  /// Appends the faults that a pattern stands for. Returns false if it has more than `most` choices
  /// of moments.
  bool choose(const FaultPattern& pattern, std::size_t most, std::vector<Fault>& out);
  const std::optional<Fault>& read(const std::string& text);

  const Fspec& fspec_;
  std::unordered_map<std::string, std::optional<Fault>> known_;
};

}  // namespace ldfi
