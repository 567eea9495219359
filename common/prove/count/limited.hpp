// Counts fault sets by how much of each limit of the Fspec they use. A pass over states uses these
// numbers as weights (weights.hpp) if the Fspec limits more than crashes. Private to
// common/prove/count.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"
#include "common/prove/count/links.hpp"
#include "common/prove/count/ticks.hpp"

namespace ldfi::count {

/// How much a fault set uses of each limit: the number of faults of each kind, and the ticks of all
/// delays together. `faults` counts all kinds except crashes. Numbers without a limit stay 0.
struct Spent {
  enum Of : std::size_t { omissions, delays, ticks, duplicates, faults, kinds };
  std::array<int, kinds> number{};
  auto operator<=>(const Spent&) const = default;
};

/// A number of fault sets for each use of the limits. Uses without fault sets have no entry.
class ByNumber {
 public:
  using Term = std::pair<Spent, BigInt>;
  ByNumber() = default;
  explicit ByNumber(Term term) : terms_{std::move(term)} {}
  /// Requires that the terms are sorted.
  explicit ByNumber(std::vector<Term> terms) : terms_(std::move(terms)) {}
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  ByNumber& operator+=(const ByNumber& other);

 private:
  std::vector<Term> terms_;
};

class Limited {
 public:
  using Of = ByNumber;
  Limited(const Fspec& fspec, const Ticks& ticks, Meter& meter);
  /// Returns true if the Fspec has limits that this class counts. Otherwise the simpler class
  /// Numbers (weights.hpp) is enough.
  [[nodiscard]] static bool needed(const Fspec& fspec);

  [[nodiscard]] static Of none() { return {}; }
  [[nodiscard]] static Of one() { return Of({Spent{}, 1}); }
  [[nodiscard]] static bool is_none(const Of& ways) { return ways.terms().empty(); }
  /// Returns the fault sets of `ways`, each with the fault of `choice` in addition. Drops fault
  /// sets that exceed a limit.
  [[nodiscard]] Of with(const Of& ways, const Choice& choice) const;
  [[nodiscard]] Of lost(const Of& ways) const;
  [[nodiscard]] Of both(const Of& one, const Of& other) const;
  [[nodiscard]] Of unused(const Links::Unused& number, const Links& links) const;
  [[nodiscard]] Of ended(const Of& ways, std::size_t crashed) const;

 private:
  [[nodiscard]] Spent spent_by(const Choice& choice) const;
  [[nodiscard]] Spent spent_by_loss() const;
  [[nodiscard]] Spent limited(Spent spent) const;
  /// Returns all combinations of a fault set of `ways` with `number` fault sets of `each`.
  [[nodiscard]] Of times(Of ways, const Of& each, std::size_t number) const;
  [[nodiscard]] bool affords(const Spent& spent, std::size_t crashed = 0) const;

  Meter* meter_;
  std::array<bool, Spent::kinds> limited_{};
  Spent most_;
};

}  // namespace ldfi::count
