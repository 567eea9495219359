// Compares minimised counterexamples with brute force on the naive evaluator. Brute force tries
// every set of external events under every fault set, and every schedule (which message arrives
// when). The result of delta debugging must violate on the naive evaluator, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <numeric>
#include <set>

#include "common/base/errors.hpp"
#include "common/minimise/programs/fewest.hpp"
#include "common/minimise/programs/minimise.hpp"
#include "common/minimise/programs/trials.hpp"
#include "test/oracle/by_hand.hpp"
#include "test/oracle/every_schedule.hpp"
#include "test/oracle/follow_stages.hpp"
#include "test/oracle/minimise_programs.hpp"
#include "test/oracle/recorded_schedule.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/searches.hpp"

namespace ldfi::test {
namespace {

constexpr std::uint64_t most_fault_sets = 400;
constexpr std::uint64_t most_schedules = 20'000;
constexpr std::size_t most_externals = 5;

struct Totals {
  int programs = 0;
  /// Programs for which some fault set needs only some of the external events to violate.
  int fewer = 0;
  /// Programs for which other fault sets need fewer external events than the first one.
  int other = 0;
  int schedules = 0;  ///< programs whose schedules were all executed
  int some = 0;       ///< programs for which the least number of messages is not 0
  int late = 0;       ///< programs whose smallest schedule has a late message
  int fifo = 0;       ///< programs with fifo channels whose smallest schedule has a message
  int larger = 0;     ///< programs of which only schedules with few messages were executed
  std::uint64_t fault_sets = 0;
  std::uint64_t executed = 0;  ///< number of schedules that brute force executed
  std::uint64_t minimum = 0;   ///< sum of the least numbers of deliveries and external events
  std::uint64_t ddmin = 0;
  std::uint64_t followed = 0;  ///< number of schedules of minimisation stages that were replayed
  /// Number of minimisation stages that have a lower bound below their result.
  std::uint64_t bounds = 0;
  int from_random = 0;  ///< programs whose largest counterexample is not the least one
  int restarts = 0;     ///< programs with a restart whose schedules were all executed
  /// Programs whose smallest schedule has a message that is late independently of other relations.
  int apart = 0;
  /// Programs whose smallest schedule has a late message of a node to itself.
  int own = 0;
};

Minimisation minimised(const dedalus::Program& program, const Fspec& fspec,
                       const std::vector<std::string>& relations, const FaultSet& first,
                       MinimiseBy by, bool least = true) {
  const campaign::Host host{[] { return 0.0; }, [] { return std::uint64_t{0}; }};
  constexpr double never = std::numeric_limits<double>::infinity();
  const minimise::MinimiseSettings settings{relations, by, 1U << 20U, 0};
  return minimise::minimise(program, fspec, {first, least, {}}, settings,
                            {.host = host,
                             .limits = {never, 0},
                             .run = searches_of(program, fspec.parameters(), host, never)});
}

const MinimisationStage& stage(const Minimisation& m, const std::string& name) {
  const auto it = std::ranges::find(m.stages, name, &MinimisationStage::stage);
  if (it == m.stages.end()) throw std::runtime_error("there is no stage " + name);
  return *it;
}

/// Returns the possible faults of all messages from one node to another at a tick, as a list for
/// each fate (arrives, is lost, late or duplicated).
std::vector<std::vector<Fault>> fates_of(const Fspec& fspec, NodeId from, NodeId to, int t) {
  std::vector<std::vector<Fault>> out{{}};
  for (const NamedId relation : fspec.late_units()) {
    std::vector<std::vector<Fault>> ways{{}};
    for (int k = 1; k <= fspec.delays().latest() && t + 1 + k <= fspec.eot(); ++k) {
      const Duplicate again{from, to, Time(t), k, relation};
      ways.push_back({Delay{from, to, Time(t), k, relation}});
      ways.push_back({again});
      for (int j = 1; j < k; ++j) ways.push_back({Delay{from, to, Time(t), j, relation}, again});
    }
    std::vector<std::vector<Fault>> longer;
    for (const auto& before : out) {
      for (const auto& way : ways) {
        longer.push_back(before);
        longer.back().insert(longer.back().end(), way.begin(), way.end());
      }
    }
    out = std::move(longer);
  }
  if (from == to) return fspec.delays().self ? out : std::vector<std::vector<Fault>>{{}};
  out.push_back({Omission{from, to, Time(t)}});
  return out;
}

/// Returns the least number of messages in a schedule that violates. Returns nullopt if there are
/// too many schedules.
std::optional<std::uint64_t> fewest_by_hand(const ByHand& hand, const Fspec& fspec,
                                            const std::vector<Fault>& crashes, Totals& totals) {
  // For each channel and tick, the faults of each fate of its messages.
  std::vector<std::vector<std::vector<Fault>>> fates;
  std::uint64_t number = 1;
  const auto nodes = static_cast<std::uint32_t>(fspec.node_count());
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = 0; b < nodes; ++b) {
      for (int t = 1; t < fspec.eot(); ++t) {
        fates.push_back(fates_of(fspec, NodeId(a), NodeId(b), t));
        number *= fates.back().size();
        if (number > most_schedules) return std::nullopt;
      }
    }
  }
  std::optional<std::uint64_t> best;
  for (std::uint64_t i = 0; i < number; ++i) {
    std::vector<Fault> faults = crashes;
    std::vector<Fault> admitted = crashes;
    std::uint64_t rest = i;
    for (const auto& of : fates) {
      const auto& fate = of[rest % of.size()];
      rest /= of.size();
      faults.insert(faults.end(), fate.begin(), fate.end());
      if (!fate.empty() && !is_omission(fate.front())) {
        admitted.insert(admitted.end(), fate.begin(), fate.end());
      }
    }
    std::ranges::sort(admitted);
    if (contradiction(admitted) != nullptr || !fspec.admits(FaultSet(admitted))) continue;
    ++totals.executed;
    const FaultSet set(faults);
    if (!hand.violates(set)) continue;
    const auto size = arrivals(hand.program(), fspec, set);
    if (size) best = std::min(best.value_or(*size), *size);
  }
  return best;
}

bool minimisable(const FspecParameters& f) {
  return f.limits.partitions == 0 && f.limits.most.of<Pause>() == 0 && f.disk.none();
}

/// A random program, its external facts, and the results of brute force.
struct Case {
  dedalus::Program program;
  Fspec fspec;
  std::vector<std::string> relations{};
  std::vector<std::uint32_t> externals{};
  FaultSet first{};  ///< least counterexample with all external events
  FaultSet last{};   ///< largest counterexample, as a random search might find it
  /// Least number of external events with which some fault set violates.
  std::size_t least = 0;
  std::size_t same_faults = 0;  ///< least number of external events with which `first` violates
};

/// Returns a case, or nullopt if the program is too large or cannot be minimised.
std::optional<Case> choose(const RandomProgram& random) {
  if (!minimisable(random.fspec)) return std::nullopt;
  auto program = checked(random);
  if (!program || Fspec(random.fspec).distinct_fault_sets() > most_fault_sets) return std::nullopt;
  Case out{std::move(*program), Fspec(random.fspec)};
  for (const auto& fact : out.program.facts) {
    const std::string& name = out.program.relation(fact.relation).name;
    if (name == "link") continue;
    if (std::ranges::find(out.relations, name) == out.relations.end())
      out.relations.push_back(name);
  }
  if (out.relations.size() > 2) out.relations.resize(2);
  out.externals = minimise::external_facts(out.program, out.relations, out.fspec.eot());
  if (out.externals.empty() || out.externals.size() > most_externals) return std::nullopt;
  return out;
}

/// Executes every set of external events under every fault set. Returns false if the program is not
/// violated with all events.
bool exhaust(Case& one, Totals& totals) {
  const std::vector<FaultSet> sets = all_fault_sets(one.fspec);
  const auto all = (1U << one.externals.size()) - 1U;
  one.least = one.same_faults = one.externals.size();
  bool found = false;
  for (std::uint32_t bits = all + 1; bits-- > 0;) {
    const ByHand hand(with(one.program, one.externals, bits), one.fspec);
    const auto size = static_cast<std::size_t>(std::popcount(bits));
    for (const FaultSet& faults : sets) {
      ++totals.fault_sets;
      if (!hand.violates(faults)) continue;
      if (bits == all) {
        one.first = faults;
        found = true;
        one.last = *std::find_if(sets.rbegin(), sets.rend(),
                                 [&](const FaultSet& set) { return hand.violates(set); });
        break;
      }
      one.least = std::min(one.least, size);
      if (faults == one.first) one.same_faults = std::min(one.same_faults, size);
    }
    if (!found) return false;
  }
  return true;
}

/// Checks that the minimised counterexample still violates when it is read from its record.
void check_end(const Case& one, const Minimisation& m) {
  const MinimisationStage& end = stage(m, "eot");
  if (end.nodes != one.fspec.node_count()) return;
  FspecParameters smaller = one.fspec.parameters();
  smaller.eot = end.eot;
  smaller.eff = std::min(smaller.eff, end.eot - 1);
  const Fspec world(smaller);
  const RecordedSchedule told = read_schedule(m, one.program, one.externals, world);
  const ByHand hand(with(one.program, one.externals, told.externals), world);
  const FaultSet faults(told.faults);
  EXPECT_TRUE(hand.violates(faults)) << to_text(faults, world);
  EXPECT_EQ(arrivals(hand.program(), world, faults), end.deliveries);
  EXPECT_EQ(static_cast<std::size_t>(std::popcount(told.externals)), end.externals);
}

/// Compares with the execution of every schedule of the external events that the minimisation has
/// kept.
void check_schedules(const Case& one, const Minimisation& m, const Minimisation& d,
                     Totals& totals) {
  const MinimisationStage& deliveries = stage(m, "deliveries");
  ASSERT_LE(deliveries.bound.value(), deliveries.deliveries);
  totals.bounds += *deliveries.bound < deliveries.deliveries ? 1U : 0U;
  if (stage(m, "eot").nodes != one.fspec.node_count()) return;
  const RecordedSchedule told = read_schedule(m, one.program, one.externals, one.fspec);
  const ByHand hand(with(one.program, one.externals, told.externals), one.fspec);
  std::vector<Fault> crashes;
  std::ranges::copy_if(told.faults, std::back_inserter(crashes),
                       [](const Fault& f) { return crashed_node(f).has_value(); });
  minimise::Trials trials(one.program, one.fspec, one.externals, {}, [] {});
  minimise::Elements events;
  for (std::uint32_t i = 0; i < one.externals.size(); ++i) {
    if ((told.externals >> i & 1U) != 0) events.push_back(i);
  }
  auto fewest = fewest_by_hand(hand, one.fspec, crashes, totals);
  if (!fewest) {
    const auto all =
        execute_schedules(trials, events, crashes, deliveries.deliveries + 1, most_schedules);
    if (!all.found || all.at_least > deliveries.deliveries) return;
    fewest = minimise::message_count(
        trials.ticks(events, *trials.run(events, *minimise::faults_of(*all.found, one.fspec))));
    // In this case, brute force has not executed all schedules either.
    if (*fewest != all.at_least) return;
    ++totals.larger;
  }
  EXPECT_EQ(deliveries.deliveries, *fewest) << deliveries.claim;
  EXPECT_TRUE(deliveries.claim.starts_with("minimum"));
  EXPECT_EQ(*deliveries.bound, *fewest);
  // The solver must find the same result without the upper bound from delta debugging, wherever it
  // begins.
  const auto below = [&](std::uint64_t more) {
    return minimise::fewest_deliveries(trials, events, crashes, *fewest + more, {1U << 20U});
  };
  const auto direct = below(1);
  const auto from_above = below(4);
  ASSERT_TRUE(direct.found.has_value() && from_above.found.has_value());
  EXPECT_EQ(direct.at_least, *fewest);
  EXPECT_EQ(from_above.at_least, *fewest);
  EXPECT_EQ(direct.found->deliveries, from_above.found->deliveries);
  EXPECT_TRUE(hand.violates(*minimise::faults_of(*direct.found, one.fspec)));
  totals.fifo += one.fspec.delays().fifo && *fewest > 0 ? 1 : 0;
  ++totals.schedules;
  totals.some += *fewest > 0 ? 1 : 0;
  totals.restarts += std::ranges::any_of(crashes, minimise::restart_of) ? 1 : 0;
  totals.late += deliveries.faults.find("D(") != std::string::npos ? 1 : 0;
  for (const Fault& fault : told.faults) {
    const auto* late = std::get_if<Delay>(&fault);
    if (late == nullptr) continue;
    totals.apart += late->relation != no_relation && late->from != late->to ? 1 : 0;
    totals.own += late->from == late->to ? 1 : 0;
  }
  totals.minimum += deliveries.deliveries + deliveries.externals;
  totals.ddmin += stage(d, "deliveries").deliveries + stage(d, "deliveries").externals;
}

void compare(std::uint64_t seed, Totals& totals) {
  const RandomProgram random = small_program(seed);
  auto one = choose(random);
  if (!one) return;
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + describe(random));
  try {
    if (!exhaust(*one, totals)) return;
    const auto by = [&](MinimiseBy way) {
      return minimised(one->program, one->fspec, one->relations, one->first, way);
    };
    const Minimisation m = by(MinimiseBy::search);
    const Minimisation d = by(MinimiseBy::ddmin);
    ASSERT_EQ(m.ended + d.ended, "");
    const MinimisationStage& events = stage(m, "externals");
    EXPECT_EQ(events.externals, one->least);
    EXPECT_EQ(events.bound, one->least);
    EXPECT_EQ(events.claim, "minimum");
    ++totals.programs;
    totals.fewer += one->least < one->externals.size() ? 1 : 0;
    totals.other += one->least < one->same_faults ? 1 : 0;
    check_end(*one, m);
    check_end(*one, d);
    totals.followed += follow_stages(one->program, one->fspec, one->externals, m);
    totals.followed += follow_stages(one->program, one->fspec, one->externals, d);
    const Minimisation r =
        minimised(one->program, one->fspec, one->relations, one->last, MinimiseBy::search, false);
    ASSERT_EQ(r.ended, "");
    EXPECT_EQ(stage(r, "faults").claim, "found");
    EXPECT_EQ(stage(r, "faults").bound, std::nullopt);
    EXPECT_EQ(stage(r, "externals").externals, one->least);
    EXPECT_EQ(stage(r, "externals").claim, "minimum");
    if (!one->fspec.delays().none()) check_end(*one, by(MinimiseBy::type));
    totals.from_random += one->last == one->first ? 0 : 1;
    check_end(*one, r);
    Totals beside;
    check_schedules(*one, r, d, beside);
    totals.followed += follow_stages(one->program, one->fspec, one->externals, r);
    EXPECT_EQ(stage(d, "deliveries").bound, std::nullopt);
    EXPECT_TRUE(stage(d, "deliveries").claim.starts_with("1-minimal"));
    check_schedules(*one, m, d, totals);
  } catch (const NaiveArithmeticError&) {
  } catch (const BudgetExceeded&) {
  } catch (const InputError&) {
  }
}

TEST(MinimiseOracle, AgreesWithExhaustionByTheNaiveEvaluator) {
  const Seeds all = seeds({1, 1800});
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    compare(seed, totals);
    if (HasFailure() && !keeps_going()) break;
  }
  std::cout << totals.programs << " programs, " << totals.fault_sets
            << " executions of fault sets; " << totals.fewer << " need fewer external events, "
            << totals.other << " only under other faults; of " << totals.schedules << " all "
            << totals.executed << " schedules were executed, " << totals.some
            << " need a delivery, " << totals.late << " a late one, " << totals.fifo
            << " in the order of channels, " << totals.restarts << " have a restart; "
            << totals.apart << " late relations, " << totals.own << " late timers; of "
            << totals.larger << " more those with few messages; minima " << totals.minimum
            << ", by ddmin " << totals.ddmin << "; " << totals.bounds << " are not proved; "
            << totals.followed << " schedules of stages were followed\n";
  if (all.count < 100) return;
  EXPECT_GT(totals.programs, static_cast<int>(all.count / 12));
  EXPECT_GT(totals.fewer, 10);
  EXPECT_GT(totals.schedules, 10);
  EXPECT_GT(totals.some, 10);
  EXPECT_GT(totals.late, 2);
  EXPECT_GT(totals.other, 0);
  EXPECT_GT(totals.fifo, 2);
  EXPECT_GT(totals.larger, 2);
  EXPECT_GT(totals.restarts, 10);
  EXPECT_GT(totals.apart, 3);
  EXPECT_GT(totals.own, 5);
  EXPECT_GT(totals.from_random, 10);
  EXPECT_LE(totals.ddmin * 4, totals.minimum * 5) << "delta debugging leaves too much";
}

}  // namespace
}  // namespace ldfi::test
