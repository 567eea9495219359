// Counts fault sets with late messages. Faults that hit the messages of one sender do not depend on
// faults of other senders. A crashed sender sends no messages. So the number is a product of
// polynomials, one for each sender. Each variable of the polynomials stands for a number that the
// Fspec limits.
#include <array>
#include <map>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/faults/count_fault_sets.hpp"

namespace ldfi {
namespace {

/// The number of faults of each kind, and the total number of ticks of all delays. A number without
/// a limit is not counted and stays 0.
struct Spent {
  enum Of : std::size_t { crashes, omissions, delays, ticks, duplicates, kinds };
  std::array<int, kinds> number{};
  auto operator<=>(const Spent&) const = default;
  /// Returns the number of all faults. Requires that the Fspec limits this number, because
  /// otherwise not every kind is counted.
  [[nodiscard]] int faults() const {
    return number[crashes] + number[omissions] + number[delays] + number[duplicates];
  }
};
/// The number of fault sets for each value of Spent, as the coefficients of a polynomial.
using Polynomial = std::map<Spent, BigInt>;

class LateCount {
 public:
  LateCount(const Fspec& fspec, const BudgetCheck& check, std::uint64_t most_steps)
      : fspec_(fspec), delays_(fspec.delays()), meter_(check) {
    LDFI_REQUIRE(
        fspec.crash_model() != CrashModel::stop && fspec.cuts().empty() && fspec.disk().none(),
        "this way to count excludes outages, partitions and disk faults");
    meter_.limit(most_steps, "there are too many fault sets to count");
    const auto& limits = fspec.limits();
    const auto limit = [&](Spent::Of kind, std::optional<int> most, bool faults) {
      if (most) most_.number[kind] = *most;
      counted_.number[kind] = most || (faults && limits.faults) ? 1 : 0;
      if (!most && counted_.number[kind] != 0) most_.number[kind] = *limits.faults;
    };
    limit(Spent::crashes, fspec.crashes(), true);
    limit(Spent::omissions, limits.omissions, true);
    limit(Spent::delays, delays_.count, true);
    limit(Spent::ticks, delays_.budget, false);
    limit(Spent::duplicates, delays_.duplicates, true);
  }

  BigInt run() {
    Polynomial all{{Spent{}, 1}};
    for (std::size_t n = 0; n < fspec_.node_count(); ++n) all = product(all, of_sender(NodeId(n)));
    BigInt out = 0;
    for (const auto& [spent, sets] : all) out += sets;
    return out;
  }

 private:
  /// Returns the polynomial of the faults of one sender: its crash, faults of its earlier messages
  /// to others, and faults of its messages to itself.
  Polynomial of_sender(NodeId from) {
    Polynomial out = of_sender_to_others(from);
    if (!fspec_.may_be_late(from, from)) return out;
    for (int t = 1; t <= fspec_.last_late(); ++t) {
      out = product(out, of_messages(from, from, Time(t)));
    }
    return out;
  }

  Polynomial of_sender_to_others(NodeId from) {
    Polynomial out;
    Polynomial before{{Spent{}, 1}};  // polynomial of the faults at earlier ticks
    for (int t = 1; t <= fspec_.eot(); ++t) {
      if (fspec_.may_crash() && fspec_.crashable(from)) {
        for (const auto& [spent, sets] : before) add(out, plus(spent, Spent::crashes, 1), sets);
      }
      for (std::size_t to = 0; to < fspec_.node_count(); ++to) {
        if (NodeId(to) != from) before = product(before, of_messages(from, NodeId(to), Time(t)));
      }
    }
    for (const auto& [spent, sets] : before) add(out, spent, sets);
    return out;
  }

  /// Returns the polynomial of the faults of all messages from one node to another at one tick. All
  /// of them are lost, or some are late.
  Polynomial of_messages(NodeId from, NodeId to, Time sent) {
    Polynomial out{{Spent{}, 1}};
    const Polynomial unit = of_unit(from, to, sent);
    for (std::size_t i = 0; i < fspec_.late_units().size(); ++i) out = product(out, unit);
    if (sent.tick() <= fspec_.last_omission() && fspec_.omissible(from, to)) {
      add(out, plus({}, Spent::omissions, 1), 1);
    }
    return out;
  }

  /// Returns the polynomial of the faults of messages that are always delayed together.
  Polynomial of_unit(NodeId from, NodeId to, Time sent) {
    Polynomial out{{Spent{}, 1}};
    const auto add_again = [&](const Spent& first, int after) {
      for (int k = after + 1; fspec_.may_duplicate(from, to, sent, k); ++k) {
        add(out, plus(first, Spent::duplicates, 1), 1);
      }
    };
    add_again({}, 0);
    for (int k = 1; fspec_.may_delay(from, to, sent, k); ++k) {
      const Spent late = plus(plus({}, Spent::delays, 1), Spent::ticks, k);
      add(out, late, 1);
      add_again(late, k);
    }
    return out;
  }

  [[nodiscard]] Spent plus(Spent spent, Spent::Of kind, int number) const {
    spent.number[kind] += number * counted_.number[kind];
    return spent;
  }

  [[nodiscard]] bool affords(const Spent& spent) const {
    for (std::size_t kind = 0; kind < Spent::kinds; ++kind) {
      if (spent.number[kind] > most_.number[kind]) return false;
    }
    const auto& faults = fspec_.limits().faults;
    return !faults || spent.faults() <= *faults;
  }

  void add(Polynomial& to, const Spent& spent, const BigInt& sets) {
    meter_.step();
    if (affords(spent)) to[spent] += sets;
  }

  Polynomial product(const Polynomial& one, const Polynomial& other) {
    Polynomial out;
    for (const auto& [a, sets] : one) {
      for (const auto& [b, others] : other) {
        Spent both = a;
        for (std::size_t k = 0; k < Spent::kinds; ++k) both.number[k] += b.number[k];
        add(out, both, sets * others);
      }
    }
    return out;
  }

  const Fspec& fspec_;
  const Delays& delays_;
  Meter meter_;
  Spent counted_;  ///< 1 for each number that the Fspec limits, otherwise 0
  Spent most_;
};

}  // namespace

BigInt count_late_fault_sets(const Fspec& fspec, const BudgetCheck& check,
                             std::uint64_t most_steps) {
  return LateCount(fspec, check, most_steps).run();
}

}  // namespace ldfi
