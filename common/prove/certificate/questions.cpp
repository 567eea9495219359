// The questions of a claim about one EOT (last tick): which fault sets violate a promise, and which
// sets of clauses the proofs must refute.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "common/prove/certificate/admissible.hpp"
#include "common/prove/certificate/claim.hpp"
#include "common/prove/certificate/forever.hpp"
#include "common/prove/certificate/tick_faults.hpp"

namespace ldfi::certificate {
namespace {

class Asked {
 public:
  Asked(Unrolled of, Limits limits, const std::vector<FaultSet>& known)
      : of_(std::move(of)), limits_(std::move(limits)) {
    for (const Judged& one : of_.judged)
      violating_.push_back(
          of_.circuit.all({one.violated, -of_.error, -of_.escape, -of_.overtakes}));
    for (const FaultSet& set : known) {
      require_admissible(set, limits_);
      if (const auto clause = not_within(set)) of_.axioms.push_back(*clause);
    }
  }
  [[nodiscard]] const Unrolled& unrolled() const { return of_; }

  /// Returns clauses which say that one of the specifications with the indices `these` is violated,
  /// together with the clauses `more`. With `errors`, an execution that ends in an arithmetic error
  /// also satisfies the clauses.
  std::vector<Clause> asserted(const std::vector<std::size_t>& these,
                               const std::vector<Clause>& more, bool errors = false) {
    std::vector<Clause> out = of_.axioms;
    Clause some;
    for (const std::size_t i : these) some.push_back(of_.judged[i].violated);
    const int violated = of_.circuit.any(some);
    const int wrong =
        errors ? of_.circuit.any({violated, of_.error}) : of_.circuit.all({violated, -of_.error});
    out.push_back({of_.circuit.any({wrong, of_.escape})});
    out.insert(out.end(), more.begin(), more.end());
    return of_.circuit.clauses(out);
  }

  /// The ticks at which a fault makes its circuit input true.
  struct Ticks {
    std::string input;
    int from = 0, until = 0;
    bool for_good = false;
  };
  [[nodiscard]] std::vector<Ticks> ticks(const Fault& f) const {
    const char letter = to_text({f})[0];
    const auto input = [&](int by = 0) {
      return fault_input(letter, f.from, f.alone() ? "" : f.to, f.relation, by);
    };
    switch (f.kind) {
      case Fault::Kind::crash: {
        std::vector<Ticks> out{{input(), f.tick, limits_.eot, true}};
        if (f.back > 0) out = {{fault_input(outage_letter, f.from), f.down(), f.back - 1}};
        if (f.after) out.push_back({fault_input(mute_letter, f.from), f.tick, f.tick});
        return out;
      }
      case Fault::Kind::dead:
        return {{input(), f.tick, limits_.eot, true}};
      case Fault::Kind::partition:
      case Fault::Kind::write:
        return {{input(), f.tick, f.back}};
      case Fault::Kind::pause:
        return {{input(), f.tick, f.back - 1}};
      case Fault::Kind::late: {
        std::vector<Ticks> out;
        for (int by = 1; by <= f.by; ++by) out.push_back({input(by), f.tick, f.tick});
        return out;
      }
      default:
        return {{input(f.by), f.tick, f.tick}};
    }
  }

  /// Adds the literal of an input at a tick, if the circuit has this input.
  void add(Clause& to, const std::string& input, int t, int sign = 1) const {
    const auto it = of_.circuit.inputs().find(at_tick(input, t));
    if (it != of_.circuit.inputs().end()) to.push_back(sign * it->second);
  }
  /// Returns the circuit inputs that the fault makes true. Empty if the fault changes no execution.
  [[nodiscard]] Clause inputs_of(const Fault& f) const {
    Clause out;
    for (const Ticks& one : ticks(f)) {
      for (int t = one.from; t <= one.until; ++t) add(out, one.input, t);
    }
    return out;
  }

  /// Returns literals which say that the fault happens and lasts exactly as long as given. Empty if
  /// the fault changes no execution.
  [[nodiscard]] Clause holds(const Fault& f) const {
    Clause out;
    for (const Ticks& one : ticks(f)) {
      for (int t = one.from; t <= (one.for_good ? one.from : one.until); ++t)
        add(out, one.input, t);
      if (f.lasts()) add(out, one.input, one.from - 1, -1);
      if (f.lasts()) add(out, one.input, one.until + 1, -1);
    }
    // An outage that begins after a tick in which the node is mute is a different fault. So the
    // node must not be mute.
    if (f.crash() && !f.after)
      add(out, fault_input(mute_letter, f.from), f.back > 0 ? f.tick - 1 : f.tick, -1);
    return out;
  }

  /// Returns true if the fault set violates the specification with the index `which`.
  bool violates(const FaultSet& set, std::size_t which) const {
    Clause inputs;
    for (const Fault& f : set) {
      const Clause of = inputs_of(f);
      inputs.insert(inputs.end(), of.begin(), of.end());
    }
    return of_.circuit.value(violating_[which], inputs);
  }

  /// Returns clauses which say that only a proper part of the fault set happens. Each fault happens
  /// unchanged or not at all, and at least one does not happen. A message may also be late by fewer
  /// ticks.
  std::vector<Clause> part_of(const FaultSet& set) {
    std::vector<Clause> out;
    std::set<int> named;
    Clause missing;
    for (const Fault& fault : set) {
      const Clause inputs = inputs_of(fault);
      if (inputs.empty())
        throw Rejected("a fault set that is claimed to be minimal has a fault without an effect");
      missing.push_back(-inputs.back());
      named.insert(inputs.begin(), inputs.end());
      for (const int input : inputs) {
        if (fault.kind == Fault::Kind::late || input == inputs.back()) continue;
        out.push_back({-input, inputs.back()});
        out.push_back({input, -inputs.back()});
      }
    }
    for (const auto& [name, input] : of_.circuit.inputs()) {
      if (!named.contains(input)) out.push_back({-input});
    }
    out.push_back(missing);
    return out;
  }

  std::vector<Clause> fewer_than(std::size_t faults) {
    return {{-of_.circuit.at_least(of_.faults, faults)[faults]}};
  }

  /// Returns a clause that excludes all fault sets which contain this set. Returns nullopt if a
  /// fault of the set changes no execution and therefore has no literal. Then each execution also
  /// belongs to a fault set without this fault.
  std::optional<Clause> not_within(const FaultSet& set) {
    Clause out;
    for (const Fault& fault : set) {
      const Clause literals = holds(fault);
      if (literals.empty()) return std::nullopt;
      for (const int x : literals) out.push_back(-x);
    }
    return out;
  }

 private:
  Unrolled of_;
  Limits limits_;
  /// For each specification, the literal which says that it is violated in an execution without an
  /// arithmetic error.
  std::vector<int> violating_;
};

/// Returns true if `whole` contains `part`. A delay contains the same delay by fewer ticks.
bool contains(const FaultSet& whole, const FaultSet& part) {
  return std::ranges::all_of(part, [&](const Fault& one) {
    return std::ranges::any_of(whole, [&](Fault other) {
      if (one.kind == Fault::Kind::late && other.by > one.by) other.by = one.by;
      return other == one;
    });
  });
}

/// Makes the questions that proofs must answer about one specification, or about the invariant.
class About {
 public:
  About(std::shared_ptr<Asked> asked, const Claim& claim, std::size_t which)
      : asked_(std::move(asked)), claim_(claim), said_(claim.each[which]), which_(which) {}

  void ask(std::vector<Question>& out, const std::function<void()>& check) const {
    for (std::size_t i = 0; i < said_.violate.size(); ++i) {
      if (check) check();
      const FaultSet& set = said_.violate[i];
      require_admissible(set, claim_.limits);
      const auto in_it = [&](const FaultSet& known) { return contains(set, known); };
      if (std::ranges::any_of(claim_.known, in_it))
        throw Rejected("fault set " + std::to_string(i + 1) + " contains a known one" + of());
      if (!asked_->violates(set, which_))
        throw Rejected("fault set " + std::to_string(i + 1) + " violates nothing" + of());
      if (!said_.minimal || set.empty()) continue;
      add(out, "minimal", "-" + std::to_string(i + 1),
          [asked = asked_, set] { return asked->part_of(set); });
    }
    if (said_.least && !said_.violate[0].empty()) {
      add(out, "least", "",
          [asked = asked_, size = said_.violate[0].size()] { return asked->fewer_than(size); });
    }
    if (said_.all) {
      add(out, "all", "", [asked = asked_, sets = said_.violate] {
        std::vector<Clause> others;
        for (const FaultSet& set : sets) {
          if (const auto clause = asked->not_within(set)) others.push_back(*clause);
        }
        return others;
      });
    }
  }

 private:
  std::string of() const { return said_.of.empty() ? "" : " (" + said_.of + ")"; }

  template <class Clauses>
  void add(std::vector<Question>& out, const std::string& what, const std::string& number,
           const Clauses& more) const {
    const std::string name =
        what + (said_.of.empty() ? "" : "-" + std::to_string(which_ + 1)) + number;
    out.push_back({name, said_.of, [asked = asked_, which = which_, more] {
                     return asked->asserted({which}, more());
                   }});
  }

  std::shared_ptr<Asked> asked_;
  const Claim& claim_;
  const Said& said_;
  const std::size_t which_;
};

/// Throws Rejected unless the claim has all judged specifications, with the same names and in the
/// same order.
void require_same(const Claim& claim, const std::vector<Judged>& judged, bool named) {
  bool same = claim.each.size() == judged.size();
  for (std::size_t i = 0; same && i < judged.size(); ++i)
    same = claim.each[i].of == (named ? judged[i].name : "");
  if (same) return;
  std::string names;
  for (const Judged& one : judged) names += " " + one.name;
  throw Rejected(named ? "the claim must be about each specification, in this order:" + names
                       : "the claim is about specifications, but the program has none");
}

}  // namespace

Questions questions(const std::string& folder, const Claim& claim,
                    const std::function<void()>& check) {
  if (claim.forever) return forever_questions(folder, claim, check);
  Program program = read_program(folder, claim);
  const auto asked =
      std::make_shared<Asked>(unroll(program, claim.limits, check), claim.limits, claim.known);
  const Unrolled& unrolled = asked->unrolled();
  require_same(claim, unrolled.judged, !program.specifications.empty());
  Questions out;
  out.has_pre = unrolled.has_pre;
  out.judged = unrolled.judged;
  std::vector<std::size_t> certified;
  for (std::size_t i = 0; i < claim.each.size(); ++i) {
    if (!claim.each[i].certified) continue;
    if (claim.each[i].vacuous == unrolled.judged[i].promises)
      throw Rejected(
          "the claim and the program disagree about whether anything was promised (`claim "
          "vacuous`)");
    certified.push_back(i);
  }
  // One proof covers all certified specifications, because clauses that are derived for one
  // specification help to refute the others.
  if (!certified.empty()) {
    out.each.push_back(
        {"certified", "", [asked, certified] { return asked->asserted(certified, {}, true); }});
  }
  for (std::size_t i = 0; i < claim.each.size(); ++i) About(asked, claim, i).ask(out.each, check);
  return out;
}

}  // namespace ldfi::certificate
