#include "common/forever/circuit.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "common/base/contract.hpp"
#include "common/dedalus/ground/relevance.hpp"
#include "common/forever/execution.hpp"
#include "common/forever/refusal.hpp"

namespace ldfi::forever {
namespace {

class Builder {
 public:
  Builder(const System& system, const Claim& claim, BudgetCheck check)
      : system_(system),
        program_(*system.program),
        fspec_(*system.fspec),
        claim_(claim),
        check_(std::move(check)),
        aig_(check_) {}

  Circuit build() {
    add_first_ticks();
    add_crashes();
    add_losses();
    const Execution faulty(system_, faults_, first_ticks_, "", aig_, check_);
    Circuit out;
    out.facts = faulty.latches();
    judge(faulty, out);
    out.aig = std::move(aig_);
    return out;
  }

 private:
  /// One latch for each tick that matters by its number.
  void add_first_ticks() {
    int last = claim_.from - 1;
    for (const GivenAt& one : system_.given) last = std::max(last, one.at.tick());
    for (const System::Fact& fact : system_.facts) {
      if (fact.past) last = std::max(last, fact.past->second.tick());
      if (fact.since) last = std::max(last, fact.since->tick() - 1);
    }
    if (foresees()) last = std::max(last, 1);
    if (last > max_first_ticks) {
      throw Refusal(
          fmt::format("tick {} matters by its number, and at most {} such ticks are "
                      "covered",
                      last, max_first_ticks));
    }
    first_ticks_.push_back(never);
    for (int t = 1; t <= last; ++t) {
      first_ticks_.push_back(aig_.latch(fmt::format("tick {}", t), t == 1, LatchKind::fault,
                                        fmt::format("tick[{}]", t)));
      aig_.set_next(first_ticks_.back(), first_ticks_[static_cast<std::size_t>(t) - 1]);
    }
  }

  /// True if what matters at a later tick rests on crashes that may be still to come: state, what held
  /// at a tick that rules name, and arithmetic that failed.
  [[nodiscard]] bool foresees() const {
    if (!program_.crash || !fspec_.may_crash()) return false;
    const auto of_the_past = [](const System::Fact& fact) { return fact.past.has_value(); };
    return program_.relation(*program_.crash).feeds_protocol ||
           std::ranges::any_of(system_.facts, of_the_past) || !system_.errors.empty() ||
           !system_.escapes.empty();
  }

  /// At most as many crash as may, and each stays so.
  void add_crashes() {
    if (!fspec_.may_crash()) return;
    const auto most = static_cast<std::size_t>(fspec_.crashes());
    std::vector<Wire> used;
    std::map<NodeId, Wire> before;
    for (std::size_t n = 0; n < fspec_.node_count(); ++n) {
      const NodeId node(n);
      if (!fspec_.crashable(node)) continue;
      before[node] = aig_.latch(fmt::format("crashed({})", fspec_.name(node)), false,
                                LatchKind::fault, fmt::format("crashed[{}]", fspec_.name(node)));
      used.push_back(before[node]);
    }
    for (const auto& [node, was] : before) {
      const auto counts = aig_.counts(used, most - 1);
      const Wire wish = aig_.input(fmt::format("C({})", fspec_.name(node)));
      const Wire now = aig_.both(aig_.both(wish, was ^ 1U), counts.back() ^ 1U);
      faults_.crashed[node] = aig_.either(was, now);
      aig_.set_next(was, faults_.crashed[node]);
      used.push_back(now);
    }
    faults_.crashes = faults_.crashed;
    if (foresees()) foresee();
  }

  /// Chosen at tick 1: who will have crashed by EOT.
  void foresee() {
    for (auto& [node, crashes] : faults_.crashes) {
      const std::string name = fspec_.name(node);
      const Wire choice = aig_.input(fmt::format("foresees C({})", name));
      const Wire kept = aig_.latch(fmt::format("crashes({})", name), false, LatchKind::fault,
                                   fmt::format("crashes[{}]", name));
      const Wire foreseen = aig_.choose(first_ticks_[1], choice, kept);
      aig_.set_next(kept, foreseen);
      fulfilled_ = aig_.both(fulfilled_, aig_.same(foreseen, crashes));
      crashes = foreseen;
    }
  }

  void add_losses() {
    std::set<Link> links;
    for (const Instance& instance : system_.next) {
      if (instance.link) links.insert(*instance.link);
    }
    const bool omits = fspec_.limits().omissions != 0;
    quiet_ = omits ? aig_.input("calm") : always;
    for (const Link& link : links) {
      const auto crashed = faults_.crashed.find(link.from);
      Wire lost = crashed == faults_.crashed.end() ? never : crashed->second;
      if (link.from == link.to) {
        // A silent node goes on by itself.
        if (fspec_.crash_model() == CrashModel::silent) continue;
      } else if (fspec_.omissible(link.from, link.to)) {
        const Wire omitted =
            aig_.input(fmt::format("O({},{})", fspec_.name(link.from), fspec_.name(link.to)));
        lost = aig_.either(lost, aig_.both(omitted, quiet_ ^ 1U));
      }
      faults_.lost[link] = lost;
    }
  }

  /// The last ticks, this one included, were calm. A loss at EOT changes nothing.
  Wire calm() {
    if (claim_.calm == 1 || quiet_ == always) return always;
    Wire all = quiet_;
    for (int i = 1; i < claim_.calm; ++i) {
      const Wire before = aig_.latch(fmt::format("calm({})", i), false, LatchKind::fault,
                                     fmt::format("calm[{}]", i));
      aig_.set_next(before, all);
      all = aig_.both(quiet_, before);
    }
    return all;
  }

  void judge(const Execution& faulty, Circuit& out) {
    Wire broken = never;
    if (program_.pre) {
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
                               faulty.any(system_.next_errors));
    const Wire escapes = sticky("beyond the cap", "escaped[]", faulty.any(system_.escapes),
                                faulty.any(system_.next_escapes));
    Wire late = fulfilled_;
    for (int t = 1; t < claim_.from; ++t) {
      late = aig_.both(late, first_ticks_[static_cast<std::size_t>(t)] ^ 1U);
    }
    const Wire sound = aig_.both(errors ^ 1U, escapes ^ 1U);
    out.violation = aig_.both(aig_.both(broken, sound), aig_.both(late, calm()));
    out.error = aig_.both(aig_.both(errors, escapes ^ 1U), fulfilled_);
    out.escape = aig_.both(escapes, fulfilled_);
    out.promise = aig_.both(out.promise, late);
  }

  /// Without a pre, nothing may be missing of what holds without faults.
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

  /// `now`, or either at an earlier tick.
  Wire sticky(const char* name, const char* key, Wire now, Wire next) {
    if (now == never && next == never) return never;
    const Wire before = aig_.latch(name, false, LatchKind::fault, key);
    const Wire out = aig_.either(before, now);
    aig_.set_next(before, aig_.either(out, next));
    return out;
  }

  const System& system_;
  const dedalus::Program& program_;
  const Fspec& fspec_;
  const Claim claim_;
  const BudgetCheck check_;
  Aig aig_;
  std::vector<Wire> first_ticks_;
  FaultWires faults_;
  Wire quiet_ = always;
  Wire fulfilled_ = always;  ///< who was foreseen to crash has crashed by now, and nobody else
};

}  // namespace

Circuit make_circuit(const System& system, const Claim& claim, const BudgetCheck& check) {
  LDFI_REQUIRE(claim.calm >= 1, "a number of calm ticks");
  LDFI_REQUIRE(claim.from >= 1, "the least EOT");
  return Builder(system, claim, check).build();
}

}  // namespace ldfi::forever
