#include "common/prove/forever/circuit.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "common/base/contract.hpp"
#include "common/dedalus/ground/relevance.hpp"
#include "common/prove/forever/execution.hpp"
#include "common/prove/forever/refusal.hpp"

namespace ldfi::forever {
namespace {

class Builder {
 public:
  Builder(const System& system, const Claim& claim, BudgetCheck check)
      : system_(system),
        program_(*system.program),
        judged_(program_.specifications.empty() ? nullptr : &program_.specifications.front()),
        fspec_(*system.fspec),
        claim_(claim),
        check_(std::move(check)),
        aig_(check_) {}

  Circuit build() {
    add_first_ticks();
    const Wire first = first_ticks_.size() > 1 ? first_ticks_[1] : never;
    faults_ = make_faults(system_, foresees(), first, aig_);
    const Execution faulty(system_, faults_, first_ticks_, "", aig_, check_);
    Circuit out;
    out.facts = faulty.latches();
    judge(faulty, out);
    out.aig = std::move(aig_);
    return out;
  }

 private:
  /// Adds latches that say which tick it is, up to the last tick whose number matters.
  void add_first_ticks() {
    int last = claim_.from - 1;
    for (const GivenAt& one : system_.given) last = std::max(last, one.at.tick());
    if (judged_ != nullptr) last = std::max(last, judged_->says.after.value_or(0));
    for (const System::Fact& fact : system_.facts) {
      if (fact.past) last = std::max(last, fact.past->second.tick());
      if (fact.since) last = std::max(last, fact.since->tick() - 1);
    }
    if (foresees()) last = std::max(last, 1);
    if (last > max_first_ticks) {
      throw Refusal(fmt::format(
          "a rule or fact names tick {}, but at most {} ticks with a number are supported", last,
          max_first_ticks));
    }
    first_ticks_.push_back(never);
    for (int t = 1; t <= last; ++t) {
      first_ticks_.push_back(aig_.latch(fmt::format("tick {}", t), t == 1, LatchKind::fault,
                                        fmt::format("tick[{}]", t)));
      aig_.set_next(first_ticks_.back(), first_ticks_[static_cast<std::size_t>(t) - 1]);
    }
  }

  /// Returns true if a result at a later tick may depend on crashes that have not happened yet.
  /// Such results are the state, facts at a tick that rules name, failed arithmetic, and violations
  /// that last.
  [[nodiscard]] bool foresees() const {
    if (!program_.timeless || !fspec_.may_crash()) return false;
    // Once violated, a specification stays violated at all later ticks.
    if (judged_ != nullptr && system_.reads_crashes) return true;
    const auto of_the_past = [](const System::Fact& fact) { return fact.past.has_value(); };
    return program_.relation(*program_.timeless).feeds_protocol ||
           std::ranges::any_of(system_.facts, of_the_past) || !system_.errors.empty() ||
           !system_.escapes.empty();
  }

  /// Returns the wire which says that the last ticks, including this one, were calm (without
  /// omissions). Losses at EOT, the last tick, have no effect.
  Wire calm() {
    if (claim_.calm == 1 && fspec_.restarts() == 0 && fspec_.limits().most.of<Pause>() == 0)
      return always;
    if (faults_.quiet == always) return always;
    Wire all = faults_.quiet;
    for (int i = 1; i < claim_.calm; ++i) {
      const Wire before = aig_.latch(fmt::format("calm({})", i), false, LatchKind::fault,
                                     fmt::format("calm[{}]", i));
      aig_.set_next(before, all);
      all = aig_.both(faults_.quiet, before);
    }
    return all;
  }

  /// Returns the wire which is true if the tick is `tick` or later.
  Wire has_come(int tick) {
    Wire out = always;
    for (int t = 1; t < tick; ++t)
      out = aig_.both(out, first_ticks_[static_cast<std::size_t>(t)] ^ 1U);
    return out;
  }

  /// Returns the wire which says that the specification is violated by now. If the specification is
  /// judged at more ticks than EOT, a violation at an earlier judged tick counts, too.
  Wire violated(const Execution& faulty, Circuit& out) {
    out.promise = always;
    Wire now = never;
    for (std::size_t f = 0; f < system_.facts.size(); ++f) {
      if (system_.facts[f].relation == judged_->relation) now = aig_.either(now, faulty[FactId(f)]);
    }
    const auto& after = judged_->says.after;
    if (!after) return now;
    out.promise = has_come(*after + 1);
    return sticky("violated", "violated[]", aig_.both(now, out.promise), {});
  }

  void judge(const Execution& faulty, Circuit& out) {
    Wire broken = never;
    if (judged_ != nullptr) {
      broken = violated(faulty, out);
    } else if (program_.pre) {
      std::map<std::vector<dedalus::Value>, Wire> posts;
      for (std::size_t f = 0; f < system_.facts.size(); ++f) {
        const System::Fact& fact = system_.facts[f];
        if (fact.relation == program_.post) posts[fact.tuple] = faulty[FactId(f)];
      }
      for (std::size_t f = 0; f < system_.facts.size(); ++f) {
        const System::Fact& fact = system_.facts[f];
        if (fact.relation != program_.pre) continue;
        const auto post = posts.find(fact.tuple);
        const Wire kept = post == posts.end() ? never : post->second;
        out.promise = aig_.either(out.promise, faulty[FactId(f)]);
        broken = aig_.either(broken, aig_.both(faulty[FactId(f)], kept ^ 1U));
      }
    } else {
      broken = compare_with_no_faults(faulty, out);
    }
    const Wire errors = sticky("arithmetic failed", "failed[]", faulty.any(system_.errors),
                               faulty.handed_on(system_.next_errors));
    // A message with a number above the cap counts when it is sent, because certificates have no
    // states for such messages.
    Wire too_large = never;
    for (const auto& [node, wire] : faulty.handed_on(system_.next_escapes))
      too_large = aig_.either(too_large, wire);
    const Wire escapes = sticky("beyond the cap", "escaped[]", faulty.any(system_.escapes),
                                {{Execution::nobody, too_large}});
    const Wire late = aig_.both(faults_.fulfilled, has_come(claim_.from));
    const Wire sound = aig_.both(aig_.both(errors ^ 1U, escapes ^ 1U), faults_.settled);
    out.violation = aig_.both(aig_.both(broken, sound), aig_.both(late, calm()));
    out.error = aig_.both(aig_.both(errors, escapes ^ 1U), faults_.fulfilled);
    out.escape = aig_.both(escapes, faults_.fulfilled);
    out.promise = aig_.both(out.promise, late);
  }

  /// Returns the wire which says that a program without `pre` is violated: `post` lacks a tuple
  /// that it has in the failure-free run.
  Wire compare_with_no_faults(const Execution& faulty, Circuit& out) {
    const FaultWires none;
    const Execution free(system_, none, first_ticks_, "without faults: ", aig_, check_);
    std::set<RelationId> goals;
    for (const auto& goal : ground::goal_relations(program_, 1)) goals.insert(goal.relation);
    Wire broken = never;
    for (std::size_t f = 0; f < system_.facts.size(); ++f) {
      const auto& relation = system_.facts[f].relation;
      if (!relation || !goals.contains(*relation)) continue;
      out.promise = aig_.either(out.promise, free[FactId(f)]);
      broken = aig_.either(broken, aig_.both(free[FactId(f)], faulty[FactId(f)] ^ 1U));
    }
    return broken;
  }

  /// Returns the wire which is true from the first tick on at which `now` is true. A wire of `next`
  /// has the same effect one tick later, unless its node is down at that tick.
  Wire sticky(const std::string& name, const std::string& key, Wire now,
              const std::map<NodeId, Wire>& next) {
    const auto nothing = [](const auto& one) { return one.second == never; };
    if (now == never && std::ranges::all_of(next, nothing)) return never;
    const auto latch = [&](const std::string& more_name, const std::string& more_key) {
      return aig_.latch(name + more_name, false, LatchKind::fault, key + more_key);
    };
    const Wire before = latch("", "");
    Wire out = aig_.either(before, now), then = never;
    for (const auto& [node, wire] : next) {
      if (node == Execution::nobody) then = wire;
      if (node == Execution::nobody || wire == never) continue;
      const Wire arriving = latch(" for " + fspec_.name(node), ">" + fspec_.name(node));
      aig_.set_next(arriving, wire);
      const auto down = faults_.down.find(node);
      const Wire lost = down == faults_.down.end() ? never : down->second;
      out = aig_.either(out, aig_.both(arriving, lost ^ 1U));
    }
    aig_.set_next(before, aig_.either(out, then));
    return out;
  }

  const System& system_;
  const dedalus::Program& program_;
  /// Null if the relations pre and post are judged.
  const dedalus::DeclaredSpecification* const judged_;
  const Fspec& fspec_;
  const Claim claim_;
  const BudgetCheck check_;
  Aig aig_;
  std::vector<Wire> first_ticks_;
  FaultWires faults_;
};

}  // namespace

Circuit make_circuit(const System& system, const Claim& claim, const BudgetCheck& check) {
  LDFI_REQUIRE(claim.calm >= 1, "the number of calm ticks is 1 or more");
  LDFI_REQUIRE(claim.from >= 1, "the least EOT is 1 or more");
  return Builder(system, claim, check).build();
}

}  // namespace ldfi::forever
