// Compares the policies by which delta debugging recognises messages of a recording with an
// execution by hand, which starts from the beginning for each tick.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "common/base/errors.hpp"
#include "common/dedalus/trace/ticks.hpp"
#include "common/minimise/programs/match.hpp"
#include "common/record/minimisation.hpp"
#include "test/oracle/by_hand.hpp"
#include "test/oracle/minimise_programs.hpp"
#include "test/oracle/seeds.hpp"

namespace ldfi::test {
namespace {

constexpr std::uint64_t most_fault_sets = 400;
constexpr int parts_of_a_recording = 24;

/// The properties that identify a message: sender, receiver and content.
using Name = std::tuple<NodeId, NodeId, std::string>;

/// A message that arrived in the recording, and that must be recognised.
struct Wanted {
  int tick = 0;
  Name name;
  int nth = 1;
  std::int32_t late = 0;
  NamedId apart{};  ///< relation of the message, if relations may be late independently
};

/// A message with its tick, and its number among messages with the same content.
struct Sending {
  int tick = 0;
  Name name;
  int nth = 1;
  bool arrives = false;
};

/// Returns the messages that are sent, each once, sorted by tick and content.
std::vector<Sending> sendings(const std::vector<Tick>& ticks) {
  std::vector<Sending> out;
  std::map<Name, int> numbers;
  for (const Tick& tick : ticks) {
    std::map<Name, bool> names;
    for (const Message& m : tick.lost) names.emplace(Name{m.from, m.to, m.head}, false);
    for (const Message& m : tick.arrived) names[{m.from, m.to, m.head}] = true;
    for (const auto& [name, arrives] : names) {
      out.push_back({tick.tick, name, ++numbers[name], arrives});
    }
  }
  return out;
}

/// Executes a program with some of the external events, and records the messages.
class World {
 public:
  World(const dedalus::Program& program, const Fspec& fspec,
        const std::vector<std::uint32_t>& externals, std::uint32_t bits)
      : fspec_(fspec), hand_(with(program, externals, bits), fspec) {
    for (std::uint32_t i = 0; i < externals.size(); ++i) {
      if ((bits >> i & 1U) != 0) events_.push_back(i);
    }
  }

  struct Course {
    minimise::Schedule schedule;
    std::vector<Tick> ticks;
    bool violates = false;
    std::set<std::size_t> missing;  ///< messages of the recording that are not sent now, by index
  };

  [[nodiscard]] Course execute(minimise::Schedule schedule) const {
    const FaultSet faults = *minimise::faults_of(schedule, fspec_);
    const auto model = eval::run(hand_.program(), fspec_, faults);
    return {std::move(schedule),
            trace::ticks_with_own(hand_.program(), fspec_, faults, *model),
            hand_.violates(faults) && arrivals(hand_.program(), fspec_, faults),
            {}};
  }

  [[nodiscard]] Course follow(const std::vector<Fault>& crashes,
                              const std::vector<Wanted>& wanted) const {
    Course now = execute({events_, crashes, {}});
    std::set<std::size_t> met;
    std::set<std::size_t> refused;
    for (int t = 1; t < fspec_.eot(); ++t) {
      std::set<minimise::Delivery> more;
      std::multimap<minimise::Delivery, std::size_t> of;
      for (const Sending& sent : sendings(now.ticks)) {
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          const Wanted& w = wanted[i];
          if (sent.tick != t || w.name != sent.name || w.nth != sent.nth) continue;
          const minimise::Delivery one{Time(t), std::get<0>(w.name), std::get<1>(w.name), w.late,
                                       w.apart};
          met.insert(i);
          more.insert(one);
          of.emplace(one, i);
        }
      }
      minimise::Schedule next = now.schedule;
      for (const minimise::Delivery& one : more) {
        minimise::Schedule longer = next;
        longer.deliveries.push_back(one);
        std::ranges::sort(longer.deliveries);
        const auto same = std::ranges::count_if(longer.deliveries, [&](const auto& other) {
          return minimise::same_messages(one, other);
        });
        if (same <= 2 && minimise::admits(fspec_, longer)) {
          next = std::move(longer);
        } else {
          const auto [first, last] = of.equal_range(one);
          for (auto it = first; it != last; ++it) refused.insert(it->second);
        }
      }
      now = execute(std::move(next));
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (!met.contains(i)) refused.insert(i);
    }
    now.missing = std::move(refused);
    if (fspec_.delays().by_relation) {
      now.schedule.deliveries = minimise::deliveries_of(fspec_, now.ticks);
    }
    return now;
  }

  [[nodiscard]] const minimise::Elements& events() const { return events_; }

 private:
  const Fspec& fspec_;
  ByHand hand_;
  minimise::Elements events_;
};

std::string relation_of(const Name& name) {
  const std::string& head = std::get<2>(name);
  return head.substr(0, head.find('('));
}

/// Uses another message in place of a missing one, if the policy allows this.
bool replace(std::vector<Wanted>& wanted, std::size_t i, const std::vector<Tick>& ticks,
             bool newest) {
  std::vector<Sending> found;
  for (const Sending& sent : sendings(ticks)) {
    const auto same_channel = [&](const Name& name) {
      return std::get<0>(name) == std::get<0>(sent.name) &&
             std::get<1>(name) == std::get<1>(sent.name) &&
             relation_of(name) == relation_of(sent.name);
    };
    const bool is_wanted = std::ranges::any_of(
        wanted, [&](const Wanted& w) { return w.name == sent.name && w.nth == sent.nth; });
    if (!sent.arrives && !is_wanted && same_channel(wanted[i].name)) found.push_back(sent);
  }
  if (found.empty()) return false;
  const Sending& other = newest ? found.back() : found.front();
  wanted[i].name = other.name;
  wanted[i].nth = other.nth;
  return true;
}

std::optional<minimise::Schedule> by_type(const World& world, const std::vector<Fault>& crashes,
                                          const std::vector<Wanted>& wanted,
                                          const World::Course& begin, bool newest) {
  std::vector<Wanted> now = wanted;
  World::Course course = begin;
  std::set<std::size_t> asked;
  for (;;) {
    const auto it =
        std::ranges::find_if(course.missing, [&](std::size_t i) { return !asked.contains(i); });
    if (it == course.missing.end()) return std::nullopt;
    const std::size_t i = *it;
    asked.insert(i);
    if (!replace(now, i, course.ticks, newest)) continue;
    course = world.follow(crashes, now);
    if (course.violates) return course.schedule;
  }
}

struct Totals {
  int recordings = 0;
  std::uint64_t parts = 0;
  std::map<MinimiseBy, int> violate;
  int moved = 0;  ///< programs that violate in an execution in which a message has another tick
};

class Recorded {
 public:
  Recorded(const dedalus::Program& program, const Fspec& fspec,
           const std::vector<std::uint32_t>& externals, const FaultSet& faults)
      : program_(program),
        fspec_(fspec),
        externals_(externals),
        trials_(program, fspec, externals, {}, [] {}) {
    const minimise::Elements all = minimise::all_elements(externals.size());
    const auto executed = trials_.run(all, faults);
    ticks_ = trials_.ticks(all, *executed);
    schedule_ = {all, minimise::crashes_of(faults), minimise::deliveries_of(fspec_, ticks_)};
  }

  void compare(Random& random, Totals& totals) {
    const minimise::Recording recording(schedule_, fspec_, ticks_);
    ++totals.recordings;
    for (int part = 0; part < parts_of_a_recording; ++part) {
      const int keep = random.between(40, 100);
      std::uint32_t bits = 0;
      for (std::uint32_t i = 0; i < externals_.size(); ++i) {
        if (random.chance(keep)) bits |= 1U << i;
      }
      minimise::Elements some;
      for (std::uint32_t i = 0; i < recording.size(); ++i) {
        if (random.chance(keep)) some.push_back(i);
      }
      compare(recording, bits, some, totals);
    }
  }

 private:
  void compare(const minimise::Recording& recording, std::uint32_t bits,
               const minimise::Elements& some, Totals& totals) {
    const World world(program_, fspec_, externals_, bits);
    ++totals.parts;
    const auto check = [&](MinimiseBy by, const std::optional<minimise::Schedule>& expected) {
      const auto found = recording.again(trials_, by, world.events(), some);
      ASSERT_EQ(found.has_value(), expected.has_value()) << name_of(by);
      if (!found) return;
      EXPECT_EQ(found->deliveries, expected->deliveries) << name_of(by);
      EXPECT_EQ(found->externals, world.events());
      ++totals.violate[by];
      const bool known = std::ranges::all_of(found->deliveries, [this](const auto& one) {
        return std::ranges::find(schedule_.deliveries, one) != schedule_.deliveries.end();
      });
      totals.moved += known ? 0 : 1;
    };
    check(MinimiseBy::exact, exactly(world, some));
    const std::vector<Wanted> wanted = wanted_of(some);
    const World::Course course = world.follow(schedule_.crashes, wanted);
    std::optional<minimise::Schedule> expected;
    if (course.violates) expected = course.schedule;
    check(MinimiseBy::recording, expected);
    if (!expected) expected = by_type(world, schedule_.crashes, wanted, course, false);
    if (!expected) expected = by_type(world, schedule_.crashes, wanted, course, true);
    check(MinimiseBy::type, expected);
  }

  /// Returns the messages of the deliveries in `some`.
  [[nodiscard]] std::vector<Wanted> wanted_of(const minimise::Elements& some) const {
    std::vector<Wanted> out;
    for (const std::uint32_t i : some) {
      const minimise::Delivery& one = schedule_.deliveries[i];
      for (const Sending& sent : sendings(ticks_)) {
        const auto& [from, to, head] = sent.name;
        const Tick& tick = ticks_[static_cast<std::size_t>(sent.tick) - 1];
        const bool so_late = std::ranges::any_of(tick.arrived, [&](const Message& m) {
          return m.from == from && m.to == to && m.head == head && m.late == one.late &&
                 minimise::late_apart(fspec_, m.type) == one.relation;
        });
        if (sent.tick == one.sent.tick() && from == one.from && to == one.to && so_late) {
          out.push_back({sent.tick, sent.name, sent.nth, one.late, one.relation});
        }
      }
    }
    return out;
  }

  [[nodiscard]] std::optional<minimise::Schedule> exactly(const World& world,
                                                          const minimise::Elements& some) const {
    minimise::Schedule part{world.events(), schedule_.crashes, {}};
    for (const std::uint32_t i : some) part.deliveries.push_back(schedule_.deliveries[i]);
    // Without the first arrival of a message, its second arrival may be inadmissible.
    if (!minimise::admits(fspec_, part)) return std::nullopt;
    const World::Course course = world.execute(part);
    std::set<std::pair<int, Name>> before;
    for (const Sending& sent : sendings(ticks_)) before.emplace(sent.tick, sent.name);
    const auto recorded = sendings(course.ticks);
    const bool nothing_new = std::ranges::all_of(recorded, [&](const Sending& sent) {
      return before.contains({sent.tick, sent.name});
    });
    if (!course.violates || !nothing_new) return std::nullopt;
    part.deliveries = minimise::deliveries_of(fspec_, course.ticks);
    return part;
  }

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const std::vector<std::uint32_t>& externals_;
  minimise::Trials trials_;
  std::vector<Tick> ticks_;
  minimise::Schedule schedule_;
};

/// A busy node waits, and its messages depend on its marks. Without some events, it sends messages
/// at other ticks, or other messages.
RandomProgram waiting_program(std::uint64_t seed) {
  Random random(seed);
  RandomProgram out;
  FspecParameters& f = out.fspec;
  f.nodes = {"a", "b"};
  f.eot = random.between(4, 6);
  f.eff = random.between(0, 1);
  f.crashes = random.chance(20) ? 1 : 0;
  f.delays.most = random.chance(40) ? 1 : 0;
  f.delays.fifo = !f.delays.none() && random.chance(25);
  const auto say = [&out](const std::string& statement) { out.text += statement + ";\n"; };
  say("link(\"a\", \"b\")@1");
  say("link(\"b\", \"a\")@1");
  say("link(N, M)@next :- link(N, M)");
  for (int i = random.between(1, 3); i > 0; --i) {
    say(fmt::format("wait(\"{}\", {})@{}", random.pick(f.nodes), random.between(1, 2),
                    random.between(1, 2)));
  }
  for (const char* const event : {"busy", "mark"}) {
    for (int i = random.between(0, 2); i > 0; --i) {
      say(fmt::format("{}(\"{}\")@{}", event, random.pick(f.nodes), random.between(1, 3)));
    }
  }
  say("busy(N) :- never(N)");
  say("mark(N)@next :- mark(N)");
  say("wait(N, V)@next :- wait(N, V), busy(N)");
  say("hear(M, V)@async :- wait(N, V), notin busy(N), mark(N), link(N, M)");
  say("hear(M, V + 2)@async :- wait(N, V), notin busy(N), notin mark(N), link(N, M)");
  if (random.chance(60)) say("tell(M, V)@async :- hear(N, V), notin mark(N), link(N, M)");
  say("tell(M, V) :- never(M), hear(M, V)");
  say("got(M, V) :- hear(M, V)");
  say("got(M, V + 4) :- tell(M, V)");
  say("got(M, V)@next :- got(M, V)");
  const auto premise = [&](bool positive) {
    return fmt::format("{}got(M, {})", positive ? "" : "notin ",
                       random.chance(40) ? "_" : std::to_string(random.between(1, 6)));
  };
  say(fmt::format("pre(M) :- {}, {}", premise(true), premise(random.chance(70))));
  say("post(M) :- never(M)");
  return out;
}

/// Returns true for a program that gives a fact which is also a message. Such a message is listed
/// if it is pending, but not if it arrives, so it has no number among equal messages.
bool gives_messages(const dedalus::Program& program) {
  return std::ranges::any_of(program.rules, [&](const dedalus::Rule& rule) {
    return rule.kind == dedalus::RuleKind::async &&
           std::ranges::any_of(program.facts, [&](const dedalus::GivenFact& fact) {
             return fact.relation == rule.head;
           });
  });
}

void compare(std::uint64_t seed, Totals& totals) {
  RandomProgram drawn = seed % 8 == 0   ? small_apart_program(seed)
                        : seed % 2 == 0 ? small_program(seed)
                                        : waiting_program(seed);
  const FspecParameters& f = drawn.fspec;
  if (f.limits.partitions > 0 || f.limits.most.of<Pause>() > 0 || !f.disk.none()) return;
  const Fspec fspec(f);
  const auto program = checked(drawn);
  if (!program || gives_messages(*program)) return;
  if (fspec.distinct_fault_sets() > most_fault_sets) return;
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + describe(drawn));
  std::vector<std::uint32_t> externals;
  for (std::uint32_t i = 0; i < program->facts.size() && externals.size() < 8; ++i) {
    if (program->relation(program->facts[i].relation).name != "link") externals.push_back(i);
  }
  Random random(seed);
  try {
    const ByHand hand(*program, fspec);
    std::vector<FaultSet> sets = all_fault_sets(fspec);
    std::erase_if(sets, [&](const FaultSet& set) { return !hand.violates(set); });
    if (sets.empty()) return;
    Recorded(*program, fspec, externals, random.pick(sets)).compare(random, totals);
  } catch (const NaiveArithmeticError&) {
  } catch (const BudgetExceeded&) {
  } catch (const InputError&) {
  }
}

TEST(MatchOracle, AgreesWithFollowingByHand) {
  const Seeds all = seeds({1, 1500});
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    compare(seed, totals);
    if (HasFailure() && !keeps_going()) break;
  }
  std::cout << totals.recordings << " recordings, " << totals.parts << " parts of them; "
            << totals.violate[MinimiseBy::exact] << " violate by the policy exact, "
            << totals.violate[MinimiseBy::recording] << " by recording, "
            << totals.violate[MinimiseBy::type] << " by type; in " << totals.moved
            << " a message moves\n";
  if (all.count < 100) return;
  EXPECT_GT(totals.recordings, static_cast<int>(all.count / 12));
  EXPECT_GT(totals.violate[MinimiseBy::exact], 100);
  EXPECT_GT(totals.violate[MinimiseBy::recording], 100);
  EXPECT_GT(totals.violate[MinimiseBy::type], totals.violate[MinimiseBy::recording]);
  EXPECT_GT(totals.moved, 20);
}

}  // namespace
}  // namespace ldfi::test
