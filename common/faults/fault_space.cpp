// The number of fault sets of an Fspec, and of one size.
#include <algorithm>

#include "common/base/contract.hpp"
#include "common/faults/count_fault_sets.hpp"
#include "common/faults/enumeration.hpp"
#include "common/faults/fspec.hpp"

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

/// Σ_{t=1..ticks} 2^(m · min(eff, t-1)): a geometric series, whose last term then repeats.
BigInt crash_choices(std::size_t m, std::size_t eff, std::size_t ticks) {
  const std::size_t growing = std::min(eff, ticks);
  const BigInt series =
      m == 0 ? BigInt(growing) : BigInt((power_of_two(m * growing) - 1) / (power_of_two(m) - 1));
  return series + power_of_two(m * eff) * (ticks - growing);
}

}  // namespace

// SEMANTICS §3: binom(n,c) · L^(n−c) · K^c. As in the paper, EFF is taken as given, whatever the
// mode.
BigInt Fspec::combinations() const {
  LDFI_REQUIRE(has_combinations(p_), "the paper counts neither restarts nor limits");
  const std::size_t n = node_count();
  const auto c = static_cast<std::size_t>(p_.crashes);
  const auto eff = static_cast<std::size_t>(p_.eff);
  const BigInt k = crash_choices(n - 1, eff, static_cast<std::size_t>(p_.eot) + 1);
  return binomial(n, c) * power_of_two((n - 1) * eff * (n - c)) *
         boost::multiprecision::pow(k, static_cast<unsigned>(c));
}

// SEARCH §5, with m nodes that may crash: Σ_{k≤c} binom(m,k) · L^(n−k) · B^k. Computed as L^(n−c) times a polynomial in B, by
// Horner's rule.
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

namespace {

/// How many faults of nodes there are.
std::uint64_t node_faults(const Fspec& fspec) {
  std::uint64_t nodes = 0;
  for (std::size_t n = 0; n < fspec.node_count(); ++n)
    nodes += fspec.crashable(NodeId(n)) || fspec.restartable(NodeId(n)) ? 1U : 0U;
  const auto eot = static_cast<std::uint64_t>(fspec.eot());
  if (fspec.crash_model() != CrashModel::stop) return nodes * eot;
  const auto last = static_cast<std::uint64_t>(fspec.last_omission());
  const std::uint64_t disks = fspec.node_count() * fspec.stored().size();
  std::uint64_t pausable = 0;
  for (std::size_t n = 0; n < fspec.node_count(); ++n)
    pausable += fspec.may_pause(NodeId(n), Time(1)) ? 1U : 0U;
  const std::uint64_t others = (fspec.disk().dead > 0 ? disks * eot : 0) +
                               (fspec.disk().writeback > 0 ? disks * last : 0) +
                               (fspec.disk().corrupt > 0 ? disks * last : 0);
  return nodes * (2 * eot + last * last) + (disks + pausable) * (last * (last + 1) / 2) + others;
}

/// How many messages may be late, or arrive twice, at most.
std::size_t most_late(const Fspec& fspec) {
  const Delays& delays = fspec.delays();
  if (delays.none()) return 0;
  std::size_t units = 0;
  for (std::size_t a = 0; a < fspec.node_count(); ++a) {
    for (std::size_t b = 0; b < fspec.node_count(); ++b) {
      if (fspec.may_be_late(NodeId(a), NodeId(b)))
        units += static_cast<std::size_t>(fspec.last_late()) * fspec.late_units().size();
    }
  }
  const auto at_most = [&](std::optional<int> limit) {
    return limit ? std::min(units, static_cast<std::size_t>(*limit)) : units;
  };
  const std::size_t late =
      delays.most == 0 ? 0 : std::min(at_most(delays.count), at_most(delays.budget));
  return late + at_most(delays.duplicates);
}

/// How many delays and duplicates there are to choose from.
std::uint64_t late_faults(const Fspec& fspec) {
  std::uint64_t out = 0;
  for (std::size_t a = 0; a < fspec.node_count(); ++a) {
    for (std::size_t b = 0; b < fspec.node_count(); ++b) {
      for (int t = 1; t <= fspec.last_late(); ++t) {
        const auto ticks = [&](int most) { return std::clamp(fspec.eot() - 1 - t, 0, most); };
        if (!fspec.may_be_late(NodeId(a), NodeId(b))) continue;
        out += fspec.late_units().size() *
               static_cast<std::uint64_t>(ticks(fspec.delays().most) +
                                          ticks(fspec.delays().most_between()));
      }
    }
  }
  return out;
}

}  // namespace

std::size_t Fspec::max_given() const {
  std::size_t out = static_cast<std::size_t>(crashes()) + static_cast<std::size_t>(restarts());
  for (const int most : {limits().partitions, limits().pauses, disk().write, disk().corrupt,
                         disk().dead, disk().writeback}) {
    out += static_cast<std::size_t>(most);
  }
  return out + most_late(*this);
}

std::size_t Fspec::max_faults() const {
  const auto last = static_cast<std::size_t>(last_omission());
  const auto at_most = [](std::size_t value, std::optional<int> limit) {
    return limit ? std::min(value, static_cast<std::size_t>(*limit)) : value;
  };
  const std::size_t partitions = cuts_.empty() ? 0 : at_most((last + 1) / 2, limits().partitions);
  return at_most(
      at_most(omissible_pairs() * last, limits().omissions) + static_cast<std::size_t>(crashes()) +
          std::min(static_cast<std::size_t>(restarts()), node_count() * (last / 2 + 1)) +
          partitions + most_late(*this) +
          std::min(static_cast<std::size_t>(limits().pauses), node_count() * ((last + 1) / 2)) +
          std::min(static_cast<std::size_t>(disk().write),
                   node_count() * stored().size() * ((last + 1) / 2)) +
          std::min(static_cast<std::size_t>(disk().dead), node_count() * stored().size()) +
          std::min(static_cast<std::size_t>(disk().corrupt),
                   node_count() * stored().size() * last) +
          std::min(static_cast<std::size_t>(disk().writeback),
                   node_count() * stored().size() * last),
      limits().faults);
}

std::size_t Fspec::affordable_size(std::uint64_t executions) const {
  const auto last = static_cast<std::uint64_t>(last_omission());
  const std::uint64_t omissions = omissible_pairs() * last;
  const std::uint64_t others =
      node_faults(*this) + late_faults(*this) + cuts_.size() * (last * (last + 1) / 2);
  const std::size_t most = max_given();
  std::size_t size = 0;
  // An upper bound, because crashes leave fewer omissions free.
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
