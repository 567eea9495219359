#include "results/views/trace/stage.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "common/base/text.hpp"
#include "common/minimise/smaller_world.hpp"
#include "results/views/trace/traces.hpp"

namespace ldfi::results {
namespace {

[[noreturn]] void refuse(const MinimisationStage& stage, const std::string& why) {
  throw InputError(
      Diagnostic{Severity::error,
                 "stage",
                 {},
                 fmt::format("the schedule of the stage {}: {}", shown_line(stage.stage), why),
                 {}});
}

/// The program and the Fspec of the stage, which have only the nodes and external events of the stage.
class World {
 public:
  World(const RunRecord& run, const Cell& cell, const MinimisationStage& stage)
      : stage_(stage), program_(Subject(run, cell).program()), parameters_(cell.fspec) {
    enter();
    if (stage.eot < 1 || stage.eot > parameters_.eot)
      refuse(stage, "its EOT differs from that of the cell");
    parameters_ = minimise::with_eot(parameters_, stage.eot);
    keep_externals(cell.minimisation->relations);
  }

  [[nodiscard]] Subject subject() const { return {program_, Fspec(parameters_)}; }

  [[nodiscard]] FaultSet faults(const Fspec& fspec) const {
    minimise::Schedule schedule;
    std::vector<Fault> crashes;
    for (const ScheduledEvent& event : stage_.schedule) {
      if (event.kind == "crash") {
        crashes.push_back(minimise::crash_of(fspec, node(fspec, event.text), event.at,
                                             event.arrives, event.nth == 1));
      } else if (event.kind == "delivery") {
        schedule.deliveries.push_back(
            {Time(event.at), node(fspec, event.from), node(fspec, event.to),
             event.arrives - event.at - 1,
             minimise::late_apart(fspec, minimise::relation_of(event.text))});
      }
    }
    std::ranges::sort(crashes);
    schedule.crashes = std::move(crashes);
    std::ranges::sort(schedule.deliveries);
    const auto [first, last] = std::ranges::unique(schedule.deliveries);
    schedule.deliveries.erase(first, last);
    const auto found = minimise::faults_of(schedule, fspec);
    if (!found) refuse(stage_, "the Fspec does not admit it");
    return *found;
  }

 private:
  void enter() {
    const std::vector<std::string> all = parameters_.nodes;
    for (const std::string& node : all) {
      if (std::ranges::find(stage_.world, node) != stage_.world.end()) continue;
      auto smaller = minimise::without_node(program_, node);
      if (!smaller) refuse(stage_, fmt::format("{} cannot be left out", word_or_quoted(node)));
      program_ = std::move(*smaller);
      parameters_ = minimise::without_node(parameters_, node);
    }
    if (parameters_.nodes.empty() || parameters_.nodes.size() != stage_.world.size()) {
      refuse(stage_, "its nodes differ from those of the cell");
    }
  }

  void keep_externals(const std::vector<std::string>& relations) {
    const auto externals = minimise::external_facts(program_, relations, parameters_.eot);
    minimise::Elements kept;
    for (std::uint32_t i = 0; i < externals.size(); ++i) {
      const dedalus::GivenFact& fact = program_.facts[externals[i]];
      const bool happens = std::ranges::any_of(stage_.schedule, [&](const ScheduledEvent& event) {
        return event.kind == "external" && event.at == fact.at.tick() &&
               event.text == minimise::text_of(program_, fact);
      });
      if (happens) kept.push_back(i);
    }
    const auto named = std::ranges::count(stage_.schedule, "external", &ScheduledEvent::kind);
    if (static_cast<std::size_t>(named) != kept.size()) {
      refuse(stage_, "the program does not give its external events");
    }
    program_ = minimise::with_externals(program_, externals, kept);
  }

  [[nodiscard]] NodeId node(const Fspec& fspec, const std::string& name) const {
    const auto found = fspec.find(name);
    if (!found) refuse(stage_, fmt::format("there is no node {}", word_or_quoted(name)));
    return *found;
  }

  const MinimisationStage& stage_;
  dedalus::Program program_;
  FspecParameters parameters_;
};

bool arrives_before(const ScheduledEvent& one, const ScheduledEvent& other) {
  return one.arrives < other.arrives;
}

/// Returns true if the deliveries of the execution are those of the schedule, event by event.
bool agrees(const StageRun& done, const std::vector<ScheduledEvent>& events) {
  return std::ranges::equal(
      done.deliveries, events, [&](const SentMessage& sent, const ScheduledEvent& event) {
        const Message& m = sent.message;
        return sent.sent.tick() == event.at && m.late == event.arrives - event.at - 1 &&
               m.head == event.text && done.trace.name(m.from) == event.from &&
               done.trace.name(m.to) == event.to;
      });
}

}  // namespace

StageRun run_stage(const RunRecord& run, const Cell& cell, const MinimisationStage& stage,
                   std::size_t max_tuples) {
  const World world(run, cell, stage);
  const Subject subject = world.subject();
  StageRun out;
  out.trace = make_trace(subject, subject.execute_any(world.faults(subject.fspec())), max_tuples);
  out.trace.faults = subject.fault_set(stage.faults, "the faults of the stage");
  out.trace.matter.reset();
  for (const Tick& tick : out.trace.ticks) {
    const Time sent(tick.tick);
    for (const Message& m : tick.arrived) out.deliveries.push_back({sent, m});
    for (const Message& m : tick.lost) {
      if (!out.trace.faults.loses({m.from, m.to, sent})) out.pending.insert({sent, m});
    }
  }
  std::ranges::stable_sort(out.deliveries, {}, [](const SentMessage& sent) {
    return sent.sent.tick() + sent.message.late;
  });
  if (!agrees(out, deliveries_of(stage.schedule))) {
    refuse(stage, "the program in the file has another execution");
  }
  return out;
}

std::vector<ScheduledEvent> deliveries_of(const std::vector<ScheduledEvent>& events) {
  std::vector<ScheduledEvent> out;
  std::ranges::copy_if(events, std::back_inserter(out), [](const ScheduledEvent& event) {
    const bool own_in_time = event.from == event.to && event.arrives == event.at + 1;
    return event.kind == "delivery" && !own_in_time;
  });
  std::ranges::stable_sort(out, arrives_before);
  return out;
}

std::vector<std::optional<std::size_t>> places_in(const std::vector<ScheduledEvent>& others,
                                                  const std::vector<ScheduledEvent>& events) {
  std::vector<std::optional<std::size_t>> out(events.size());
  std::vector<bool> taken(others.size());
  const auto pass =
      [&](const std::function<bool(const ScheduledEvent&, const ScheduledEvent&)>& same) {
        for (std::size_t i = 0; i < events.size(); ++i) {
          for (std::size_t k = 0; !out[i] && k < others.size(); ++k) {
            const ScheduledEvent& one = events[i];
            const ScheduledEvent& other = others[k];
            const bool alike = std::tie(one.kind, one.text, one.from, one.to) ==
                               std::tie(other.kind, other.text, other.from, other.to);
            if (taken[k] || !alike || !same(one, other)) continue;
            out[i] = k;
            taken[k] = true;
          }
        }
      };
  pass([](const auto& one, const auto& other) {
    return one.at == other.at && one.arrives == other.arrives;
  });
  pass([](const auto& one, const auto& other) { return one.at == other.at; });
  pass([](const auto&, const auto&) { return true; });
  return out;
}

const MinimisationStage& stage_named(const Cell& cell, const std::string& stage,
                                     const std::string& option) {
  if (!cell.minimisation) {
    throw UsageError(
        fmt::format("{}: the run was not minimised; run ldfi-farm with --minimise", option));
  }
  std::vector<std::string> names;
  for (const MinimisationStage& one : cell.minimisation->stages) {
    if (one.stage == stage) return one;
    names.push_back(printable(one.stage));
  }
  throw UsageError(fmt::format("{}: there is no stage {}; there are: {}", option, shown_line(stage),
                               fmt::join(names, ", ")));
}

}  // namespace ldfi::results
