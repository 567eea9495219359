// How many fault sets there are, by how much they have of what the Fspec limits: the weights of a
// pass (weights.hpp) where it limits anything but crashes. Private to common/prove/count.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"
#include "common/prove/count/links.hpp"
#include "common/prove/count/ticks.hpp"

namespace ldfi::count {

/// How many faults of each kind that the Fspec limits, and by how many ticks messages are late; 0 of
/// what it does not limit. `faults` are those of all kinds but crashes.
struct Spent {
  enum Of : std::size_t { omissions, delays, ticks, duplicates, faults, kinds };
  std::array<int, kinds> number{};
  auto operator<=>(const Spent&) const = default;
};

/// How many fault sets there are of each sort, without those of which there are none.
class ByNumber {
 public:
  using Term = std::pair<Spent, BigInt>;
  ByNumber() = default;
  explicit ByNumber(Term term) : terms_{std::move(term)} {}
  /// Requires terms in order.
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
  /// True if the Fspec limits what this counts; otherwise Numbers does.
  [[nodiscard]] static bool needed(const Fspec& fspec);

  [[nodiscard]] static Of none() { return {}; }
  [[nodiscard]] static Of one() { return Of({Spent{}, 1}); }
  [[nodiscard]] static bool is_none(const Of& ways) { return ways.terms().empty(); }
  /// With that choice; its sets that are beyond a limit are left out.
  [[nodiscard]] Of with(const Of& ways, const Choice& choice) const;
  [[nodiscard]] Of lost(const Of& ways) const;
  [[nodiscard]] Of both(const Of& one, const Of& other) const;
  [[nodiscard]] Of unused(const Links::Unused& number, const Links& links) const;
  [[nodiscard]] Of ended(const Of& ways, std::size_t crashed) const;

 private:
  [[nodiscard]] Spent spent_by(const Choice& choice) const;
  [[nodiscard]] Spent spent_by_loss() const;
  [[nodiscard]] Spent limited(Spent spent) const;
  /// So many times.
  [[nodiscard]] Of times(Of ways, const Of& each, std::size_t number) const;
  [[nodiscard]] bool affords(const Spent& spent, std::size_t crashed = 0) const;

  Meter* meter_;
  std::array<bool, Spent::kinds> limited_{};
  Spent most_;
};

}  // namespace ldfi::count
