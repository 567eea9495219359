// Computes the number of fault sets of an Fspec, in total and up to a given size.
#include <algorithm>

#include "common/base/contract.hpp"
#include "common/faults/count_fault_sets.hpp"
#include "common/faults/enumeration.hpp"
#include "common/faults/fspec.hpp"
#include "common/faults/spans.hpp"

namespace ldfi {
namespace {

BigInt binomial(std::size_t n, std::size_t k) {
  BigInt value = 1;
  for (std::size_t i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

BigInt power_of_two(std::size_t exponent) {
  return BigInt(1) << exponent;
}

/// Returns Σ_{t=1..ticks} 2^(m · min(eff, t-1)). The sum is a geometric series up to t - 1 = eff.
/// After that, all terms are equal.
BigInt crash_choices(std::size_t m, std::size_t eff, std::size_t ticks) {
  const std::size_t growing = std::min(eff, ticks);
  const BigInt series =
      m == 0 ? BigInt(growing) : BigInt((power_of_two(m * growing) - 1) / (power_of_two(m) - 1));
  return series + power_of_two(m * eff) * (ticks - growing);
}

}  // namespace

// The formula is binom(n,c) · L^(n−c) · K^c, see docs/explanation/semantics.md. Like [LDFI15], it
// uses EFF as given, with both meanings of EFF (EffMode).
BigInt Fspec::combinations() const {
  LDFI_REQUIRE(has_combinations(p_),
               "the formula of the paper applies: the Fspec has neither restarts nor limits");
  const std::size_t n = node_count();
  const auto c = static_cast<std::size_t>(p_.crashes);
  const auto eff = static_cast<std::size_t>(p_.eff);
  const BigInt k = crash_choices(n - 1, eff, static_cast<std::size_t>(p_.eot) + 1);
  return binomial(n, c) * power_of_two((n - 1) * eff * (n - c)) *
         boost::multiprecision::pow(k, static_cast<unsigned>(c));
}

// The formula is Σ_{k≤c} binom(m,k) · L^(n−k) · B^k for m nodes that may crash, see
// docs/explanation/search.md#all-minimal-counterexamples. Computed as L^(n−c) times a polynomial in
// B, by Horner's rule.
BigInt Fspec::distinct_fault_sets(const BudgetCheck& check) const {
  if (!p_.delays.none()) return count_late_fault_sets(*this, check);
  if (!has_combinations(p_)) return count_fault_sets(*this, check);
  const std::size_t n = node_count();
  const auto eff = static_cast<std::size_t>(last_omission());
  const BigInt b = crash_choices(n - 1, eff, static_cast<std::size_t>(p_.eot));
  const auto c = static_cast<std::size_t>(p_.crashes);
  const auto m = static_cast<std::size_t>(std::count(crashable_.begin(), crashable_.end(), true));
  std::vector<BigInt> binomials{1};
  for (std::size_t k = 0; k < c; ++k) {
    binomials.push_back(k < m ? BigInt(binomials[k] * (m - k) / (k + 1)) : BigInt(0));
  }
  BigInt total = 0;
  for (std::size_t k = c + 1; k-- > 0;) {
    if (check) check();
    total *= b;
    total += binomials[k] << ((n - 1) * eff * (c - k));
  }
  return total << ((n - 1) * eff * (n - c));
}

std::size_t Fspec::max_given() const {
  std::size_t out = 0;
  each_kind([&]<class Kind>(Kind* kind) {
    if (std::same_as<Kind, Omission>) return;
    const std::optional<int> most = allowed(p_, kind);
    out += most && Kind::place != Place::message ? static_cast<std::size_t>(*most)
                                                 : most_at_once(*this, kind);
  });
  return out;
}

std::size_t Fspec::max_faults() const {
  std::size_t out = 0;
  each_kind([&]<class Kind>(Kind* kind) { out += most_at_once(*this, kind); });
  return p_.limits.faults ? std::min(out, static_cast<std::size_t>(*p_.limits.faults)) : out;
}

std::size_t Fspec::affordable_size(std::uint64_t executions) const {
  const std::uint64_t omissions = omissible_pairs() * static_cast<std::uint64_t>(last_omission());
  std::uint64_t others = 0;
  each_kind([&]<class Kind>(Kind* kind) {
    if constexpr (!std::same_as<Kind, Omission>) others += choices(*this, kind);
  });
  const std::size_t most = max_given();
  std::size_t size = 0;
  // An upper bound, because a crash leaves fewer messages that an omission can lose.
  for (BigInt sets = 1; sets <= executions && size < max_faults();) {
    ++size;
    for (std::size_t c = 0; c <= size && c <= most; ++c) {
      sets += BigInt(choose(others, c)) * choose(omissions, size - c);
    }
    if (sets > executions) --size;
  }
  return std::max<std::size_t>(size, 1);
}

}  // namespace ldfi
