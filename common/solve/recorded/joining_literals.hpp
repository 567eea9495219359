// That messages join what their receivers get next otherwise than they did in a recording (joining.hpp):
// then, and only then, it may not answer for fault sets with the same messages late.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "common/solve/recorded/fault_literals.hpp"

namespace ldfi::recorded {

class JoiningLiterals {
 public:
  using Literals = std::vector<sat::Literal>;

  /// All must outlive it.
  JoiningLiterals(sat::Solver& solver, const systems::Fspec& fspec, const FaultLiterals& faults);

  /// Adds what is true only if one of them waits for other numbers of activations than those with which
  /// the execution is the same. `no_less`: or for fewer than it does.
  void elsewhere(const systems::Course& course, bool no_less, Literals& out);

 private:
  /// Numbers of activations.
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    auto operator<=>(const Range&) const = default;
  };

  [[nodiscard]] Range range_of(const systems::Joining& one) const;
  /// Adds what is true only if the message does not come behind so many.
  void outside(const systems::MessageId& id, Range range, Literals& out);
  /// True only if it comes behind fewer. Requires than > 0.
  sat::Literal fewer(const systems::MessageId& id, std::uint64_t than);
  /// True only if, of two that come behind so many, it does not come behind the other one; 0 if that
  /// cannot be.
  sat::Literal astray(const systems::Joining& one, Range range, const systems::Joining& before,
                      Range others);

  sat::Solver& solver_;
  const FaultLiterals& faults_;
  std::uint64_t most_ = 0;  ///< the Fspec's `behind`
  std::map<std::pair<systems::MessageId, Range>, sat::Literal> outside_;
  std::map<systems::MessageId, Literals>
      fewer_;  ///< than as many as the Fspec has, one less and so on
};

}  // namespace ldfi::recorded
