// Checks failure ids (names of faults without times, such as "the second ack from b to a is lost")
// by brute force, on random programs. An execution must offer exactly the ids of the faults that
// are admissible in it. When a fault is executed, it must have the id under which it was offered.
// Faults with the same id must lead to the same execution.
#include <gtest/gtest.h>

#include <cctype>
#include <functional>
#include <iostream>
#include <map>
#include <set>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluator.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/dedalus/trace/io_events.hpp"
#include "common/dedalus/trace/ticks.hpp"
#include "common/failures/coverage.hpp"
#include "test/oracle/every_kind.hpp"

namespace ldfi::test {
namespace {

using failures::FailurePoints;
using failures::IoEvent;
using Texts = std::set<std::string>;

struct Totals {
  int programs = 0;
  std::uint64_t sets = 0;
  std::uint64_t ids = 0;
  std::uint64_t idle = 0;
  std::uint64_t alike = 0;  ///< number of crashes with the same id as another crash
  std::uint64_t writes = 0;
};

class Case {
 public:
  Case(const dedalus::Program& program, const Fspec& fspec)
      : program_(program), fspec_(fspec), evaluator_(program, fspec), events_(program, fspec) {}

  void check(Totals& totals, const std::vector<FaultSet>& all);
  void check_crashes(const std::vector<FaultSet>& all, Totals& totals);

 private:
  struct Run {
    std::shared_ptr<const eval::Model> model;
    std::vector<IoEvent> events;
    std::optional<FailurePoints> points;
  };

  const Run& run(const FaultSet& faults) {
    const auto known = runs_.find(faults);
    if (known != runs_.end()) return known->second;
    Run out;
    out.model = evaluator_.run(faults);
    out.events = events_.of(faults, *out.model);
    out.points.emplace(fspec_, faults, out.events);
    return runs_.try_emplace(faults, std::move(out)).first->second;
  }
  [[nodiscard]] std::string said(const FaultSet& faults) const { return to_text(faults, fspec_); }
  static Texts texts(const std::vector<failures::FailureId>& ids) {
    Texts out;
    for (const auto& id : ids) out.insert(to_text(id));
    return out;
  }

  void check_messages(const FaultSet& faults);
  void check_writes(const FaultSet& faults, Totals& totals);
  void check_offers(const FaultSet& faults, const std::vector<FaultSet>& all, Totals& totals);
  void check_exercised(const FaultSet& faults, Totals& totals);
  [[nodiscard]] bool only_written(RelationId relation) const;
  [[nodiscard]] bool spoilt(const FaultSet& faults, NodeId node, RelationId relation,
                            Time at) const;

  const dedalus::Program& program_;
  const Fspec& fspec_;
  eval::Evaluator evaluator_;
  trace::IoEvents events_;
  std::map<FaultSet, Run> runs_;
};

/// Checks the messages of an execution. Reads them from the derivation graph as views do, which
/// does not derive given facts.
void Case::check_messages(const FaultSet& faults) {
  const bool given_later = std::ranges::any_of(
      program_.facts, [](const dedalus::GivenFact& fact) { return fact.at > Time(1); });
  if (given_later) return;
  std::set<IoEvent> expected;
  for (const Tick& tick : trace::ticks_of(program_, fspec_, faults, *run(faults).model)) {
    const auto add = [&](const std::vector<Message>& messages, bool lost) {
      for (const Message& m : messages) {
        expected.insert({Time(tick.tick), IoEvent::Kind::send, m.type, m.from, m.to, lost});
      }
    };
    add(tick.arrived, false);
    add(tick.lost, true);
  }
  std::set<IoEvent> found;
  for (const IoEvent& e : run(faults).events) {
    if (e.kind == IoEvent::Kind::write) continue;
    EXPECT_TRUE(found.insert(e).second);
  }
  EXPECT_TRUE(found == expected) << said(faults);
}

/// Returns true if tuples of the relation can only be written by the node where they hold, or given
/// at the first tick.
bool Case::only_written(RelationId relation) const {
  if (!program_.relation(relation).stable) return false;
  for (const dedalus::GivenFact& fact : program_.facts) {
    if (fact.relation == relation && fact.at > Time(1)) return false;
  }
  return std::ranges::all_of(program_.rules, [&](const dedalus::Rule& rule) {
    if (rule.head != relation) return true;
    const auto& first = rule.head_terms[0].expression.steps[0];
    const bool at_home = first.op == dedalus::Expression::Op::variable &&
                         rule.location.kind == dedalus::Term::Kind::variable &&
                         first.slot == rule.location.slot;
    return rule.kind == dedalus::RuleKind::inductive && at_home;
  });
}

/// Returns true if tuples of the relation at the node may change although no rule writes them.
bool Case::spoilt(const FaultSet& faults, NodeId node, RelationId relation, Time at) const {
  const auto stored = fspec_.find_stored(program_.stored_name(program_.relation(relation)));
  return std::ranges::any_of(faults, [&](const Fault& fault) {
    const auto* disk = std::get_if<DeadDisk>(&fault);
    const auto* data = std::get_if<Corruption>(&fault);
    return (disk != nullptr && disk->node == node && disk->relation == stored &&
            disk->is_dead(at)) ||
           (data != nullptr && data->node == node && data->relation == stored && data->at == at);
  });
}

/// Checks writes under the crash model `stop`. They must be exactly the differences between the
/// tuples that a tick passes on and the tuples at the next tick.
void Case::check_writes(const FaultSet& faults, Totals& totals) {
  if (fspec_.crash_model() != CrashModel::stop) return;
  const auto held = [&](RelationId relation, NodeId node, Time at) {
    std::set<eval::Tuple> out;
    for (auto& tuple : run(faults).model->tuples(relation, at)) {
      if (fspec_.find(program_.symbols.text(tuple[0])) == node) out.insert(std::move(tuple));
    }
    return out;
  };
  for (std::size_t r = 0; r < program_.relations.size(); ++r) {
    const RelationId relation(r);
    const auto& info = program_.relation(relation);
    if (!only_written(relation) || info.columns[0] != dedalus::ColumnType::string) continue;
    for (std::size_t n = 0; n < fspec_.node_count(); ++n) {
      for (Time at(1); at.tick() < fspec_.eot(); at = at.next()) {
        const NodeId node(n);
        if (spoilt(faults, node, relation, at)) continue;
        const std::string& name = program_.stored_name(info);
        const IoEvent event{at, IoEvent::Kind::write, name, node, node, false};
        const bool changes = held(relation, node, at) != held(relation, node, at.next());
        const auto& events = run(faults).events;
        EXPECT_EQ(changes, std::ranges::binary_search(events, event))
            << said(faults) << " " << info.name << "@" << at.tick();
        if (changes) ++totals.writes;
      }
    }
  }
}

void Case::check_offers(const FaultSet& faults, const std::vector<FaultSet>& all, Totals& totals) {
  const FailurePoints& points = *run(faults).points;
  Texts expected;
  for (const FaultSet& more : all) {
    if (more.size() != faults.size() + 1 || !faults.subset_of(more)) continue;
    for (const Fault& fault : more) {
      if (faults.contains(fault)) continue;
      for (const std::string& id : texts(points.ids_of(fault))) expected.insert(id);
    }
  }
  Texts offered;
  for (const failures::Offer& offer : points.offers()) {
    std::vector<Fault> more = faults.faults();
    more.push_back(offer.fault);
    const FaultSet together(std::move(more));
    EXPECT_TRUE(fspec_.admits(together)) << said(together);
    EXPECT_EQ(together.size(), faults.size() + 1);
    EXPECT_TRUE(points.ids_of(offer.fault) == offer.ids);
    for (const std::string& id : texts(offer.ids)) {
      EXPECT_TRUE(offered.insert(id).second) << id << " is offered twice under " << said(faults);
    }
  }
  EXPECT_EQ(offered, expected) << said(faults);
  totals.ids += offered.size();
}

/// Checks that no fault comes after all effects of the execution.
void Case::check_exercised(const FaultSet& faults, Totals& totals) {
  const auto covered = failures::covered_by(
      0, faults, [&](const FaultSet& some) -> const FailurePoints& { return *run(some).points; });
  totals.idle += covered.idle;
  EXPECT_EQ(covered.faults, faults.size());
  for (const failures::Met& met : covered.exercised) EXPECT_LE(met.place, faults.size());
}

/// Checks for two final crashes with the same id that all other nodes behave the same in both
/// executions.
void Case::check_crashes(const std::vector<FaultSet>& all, Totals& totals) {
  const auto attempts = [&](const FaultSet& faults) {
    std::vector<IoEvent> out = run(faults).events;
    for (IoEvent& e : out) e.lost = false;
    std::erase_if(out, [](const IoEvent& e) { return e.kind == IoEvent::Kind::write; });
    return out;
  };
  std::map<std::string, FaultSet> first;
  for (const FaultSet& one : all) {
    if (one.size() != 1 || !crashed_node(*one.begin())) continue;
    const auto* outage = std::get_if<Outage>(&*one.begin());
    if (outage != nullptr && outage->restarts()) continue;
    const auto ids = run({}).points->ids_of(*one.begin());
    if (ids.empty()) {
      EXPECT_TRUE(attempts(one) == attempts({})) << said(one) << " hits something";
      continue;
    }
    ASSERT_EQ(ids.size(), 1U);
    const auto [known, fresh] = first.try_emplace(to_text(ids[0]), one);
    if (fresh) continue;
    ++totals.alike;
    EXPECT_TRUE(attempts(one) == attempts(known->second))
        << said(one) << " " << said(known->second);
  }
}

void Case::check(Totals& totals, const std::vector<FaultSet>& all) {
  ++totals.programs;
  constexpr std::size_t most = 12;
  const std::size_t step = 1 + all.size() / most;
  for (std::size_t i = 0; i < all.size(); i += step) {
    ++totals.sets;
    check_messages(all[i]);
    check_writes(all[i], totals);
    check_exercised(all[i], totals);
    check_offers(all[i], all, totals);
  }
}

TEST(FailureOracle, OffersAreWhatAnyFaultWouldBe) {
  Totals totals;
  for_programs_of_every_kind(test::seeds({1, 120}),
                             [&](const auto& program, const auto& parameters) {
                               const Fspec fspec(parameters);
                               Case(program, fspec).check(totals, all_fault_sets(fspec));
                             });
  std::cout << totals.programs << " programs, " << totals.sets << " fault sets, " << totals.ids
            << " ids offered, " << totals.idle << " faults hit nothing, " << totals.writes
            << " writes\n";
  EXPECT_GT(totals.ids, 0U);
  EXPECT_GT(totals.writes, 0U);
}

// Uses only programs whose rules read nothing of other nodes, and whose messages do not depend on
// `crash`.
TEST(FailureOracle, CrashesOfOneIdAreOneExecution) {
  Totals totals;
  for (const std::string name : {"disk-log", "primary-backup-log", "twopc-recovery", "retry-deliv",
                                 "ack-deliv", "redun-deliv", "2pc", "3pc", "paxos"}) {
    const std::string path = LDFI_SOURCE_DIR "/configs/protocols/" + name + ".ded";
    const dedalus::Program program = dedalus::check_program(dedalus::read_sources({path}), {});
    for (const CrashModel model : {CrashModel::silent, CrashModel::halt, CrashModel::stop}) {
      const Fspec fspec({12, 6, 1, program.nodes, EffMode::inclusive, model});
      std::vector<FaultSet> crashes;
      for (std::size_t n = 0; n < fspec.node_count(); ++n) {
        for (int t = 1; t <= fspec.eot(); ++t) {
          const NodeId node(n);
          if (model != CrashModel::stop) {
            crashes.push_back(FaultSet({Crash{node, Time(t)}}));
            continue;
          }
          crashes.push_back(FaultSet({Outage{node, Time(t), Time(t)}}));
          crashes.push_back(FaultSet({Outage{node, Time(t), Time(t + 1)}}));
        }
      }
      Case(program, fspec).check_crashes(crashes, totals);
      ASSERT_FALSE(HasFailure()) << name << " " << name_of(model);
    }
  }
  std::cout << totals.alike << " crashes with the id of another one\n";
  EXPECT_GT(totals.alike, 100U);
}

/// Collects the ids that an execution offers, with the ids that are offered after each of them.
class Offered {
 public:
  Offered(dedalus::Sources sources, const std::function<std::string(std::string)>& changed,
          int later, CrashModel model, int partitions) {
    for (dedalus::SourceFile& file : sources.files) file.text = changed(file.text);
    const dedalus::Program program = dedalus::check_program(sources, {});
    FspecParameters parameters{8 + later, 5 + later, 1, program.nodes, EffMode::inclusive, model};
    parameters.limits.partitions = partitions;
    const Fspec fspec(parameters);
    eval::Evaluator evaluator(program, fspec);
    trace::IoEvents events(program, fspec);
    const auto points = [&](const FaultSet& faults) {
      return FailurePoints(fspec, faults, events.of(faults, *evaluator.run(faults)));
    };
    for (const failures::Offer& first : points({}).offers()) {
      std::set<std::string>& then = after_[texts(first)];
      for (const auto& second : points(FaultSet({first.fault})).offers())
        then.insert(texts(second));
    }
  }
  bool operator==(const Offered&) const = default;
  [[nodiscard]] std::map<std::string, std::set<std::string>> renamed(
      const std::function<std::string(std::string)>& rename) const {
    std::map<std::string, std::set<std::string>> out;
    for (const auto& [id, then] : after_) {
      for (const std::string& other : then) out[rename(id)].insert(rename(other));
    }
    return out;
  }

 private:
  static std::string texts(const failures::Offer& offer) {
    std::set<std::string> out;
    for (const auto& id : offer.ids) out.insert(to_text(id));
    return *out.begin() + " " + std::to_string(out.size());
  }
  std::map<std::string, std::set<std::string>> after_;
};

class Protocols : public ::testing::TestWithParam<const char*> {
 protected:
  Protocols()
      : sources_(dedalus::read_sources(
            {LDFI_SOURCE_DIR "/configs/protocols/" + std::string(GetParam()) + ".ded"})) {}
  dedalus::Sources sources_;
};

// The same program, started two ticks later, must have the same ids.
TEST_P(Protocols, IdsKnowNoTime) {
  const auto same = [](std::string text) { return text; };
  const auto later = [](const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      out += text[i];
      if (text[i] != '@' || i + 1 == text.size() || std::isdigit(text[i + 1]) == 0) continue;
      std::size_t digits = 0;
      const int tick = std::stoi(text.substr(i + 1), &digits);
      out += std::to_string(tick + 2);
      i += digits;
    }
    return out;
  };
  for (const CrashModel model : {CrashModel::silent, CrashModel::stop}) {
    const Offered now(sources_, same, 0, model, 1);
    EXPECT_FALSE(now.renamed(same).empty());
    EXPECT_TRUE(now == Offered(sources_, later, 2, model, 1)) << name_of(model);
  }
}

// The same program with renamed and reordered nodes must have the same ids.
TEST_P(Protocols, IdsKnowNoOrderOfNodes) {
  const auto swapped = [](std::string text) {
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
      const std::string ends = "\",()>";
      if (ends.find(text[i - 1]) == std::string::npos ||
          ends.find(text[i + 1]) == std::string::npos)
        continue;
      if (text[i] == 'b' || text[i] == 'c') text[i] = text[i] == 'b' ? 'c' : 'b';
    }
    return text;
  };
  const auto same = [](std::string text) { return text; };
  const Offered as_it_is(sources_, same, 0, CrashModel::stop, 0);
  const Offered other(sources_, swapped, 0, CrashModel::stop, 0);
  EXPECT_TRUE(as_it_is.renamed(swapped) == other.renamed(same));
}

INSTANTIATE_TEST_SUITE_P(Failures, Protocols,
                         ::testing::Values("retry-deliv", "ack-deliv", "redun-deliv",
                                           "classic-deliv"));

}  // namespace
}  // namespace ldfi::test
