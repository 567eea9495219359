#include "master/programs/steps_record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <set>

#include "common/base/memory.hpp"
#include "common/base/text.hpp"
#include "common/config/options.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/minimise/programs/smallest.hpp"
#include "master/task/record.hpp"
#include "results/views/trace/subject.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::app {
namespace {

using dedalus::Program;

std::string statement(const Program& program, const minimise::StepFact& fact, int at) {
  std::string out;
  const dedalus::Relation& relation = program.relation(fact.relation);
  for (std::size_t i = 0; i < fact.tuple.size(); ++i) {
    if (i > 0) out += ", ";
    out += relation.columns[i] == dedalus::ColumnType::string
               ? fmt::format("\"{}\"", program.symbols.text(fact.tuple[i]))
               : std::to_string(fact.tuple[i]);
  }
  return fmt::format("{}({})@{};\n", relation.name, out, at);
}

class Writer {
 public:
  Writer(const Task& task, const ScheduleFile& file, const SmallerSteps& smaller)
      : task_(task), smaller_(smaller) {
    relations_ = file.externals.value_or(task.options.externals);
    for (const StepsStage& stage : smaller.stages) {
      for (const StepTaken& step : stage.taken) add(step);
    }
    out_.record = make_record(task, 1);
  }

  StepsRecord run() {
    if (latest_ > Fspec::max_late) {
      out_.problem = fmt::format("a message is {} ticks late", latest_);
      return std::move(out_);
    }
    out_.record.strategy = "recording";
    add_source();
    set_options();
    Cell cell = empty_cell(Fspec(parameters()));
    cell.verdict = Verdict::counterexample;
    cell.reason = "a recording was followed; nothing else was searched";
    const Program program = results::Subject(out_.record, cell).program();
    cell.minimisation = minimisation(program, cell.fspec);
    if (!out_.problem.empty()) return std::move(out_);
    for (const StepsStage& stage : smaller_.stages) cell.executed += BigInt(stage.executions);
    out_.record.cells.push_back(std::move(cell));
    return std::move(out_);
  }

 private:
  void add(const StepTaken& step) {
    eot_ = std::max(eot_, step.at + 2);
    if (step.channel) {
      latest_ = std::max(latest_, step.at - step.sent - 1);
      return;
    }
    const std::string& name = task_.program.relation(step.fact.relation).name;
    if (std::ranges::find(relations_, name) == relations_.end()) relations_.push_back(name);
    const bool there = std::ranges::any_of(task_.program.facts, [&](const auto& given) {
      return given.relation == step.fact.relation && given.tuple == step.fact.tuple &&
             given.at == Time(step.at);
    });
    if (!there) facts_.insert({step.at, statement(task_.program, step.fact, step.at)});
  }

  /// Adds a source with the external events of the recording before the user's program. The program stays the
  /// last source, because the last source names the run.
  void add_source() {
    std::string text = fmt::format(
        "// The external events of {}, and the messages to themselves that nodes delay.\n",
        printable(task_.options.replay_schedule));
    for (const auto& [at, fact] : facts_) text += fact;
    auto& all = out_.record.program;
    all.insert(all.end() - 1, {"recording.ded", std::move(text)});
  }

  void set_options() {
    for (auto& [name, value] : out_.record.options) {
      if (name == "eot") value = std::to_string(eot_);
      if (name == "eff" || name == "crashes") value = "0";
      if (name == "delay-max") value = std::to_string(latest_);
    }
  }

  [[nodiscard]] FspecParameters parameters() const {
    FspecParameters out;
    out.eot = eot_;
    out.nodes = task_.fspec.nodes();
    out.delays.most = latest_;
    return out;
  }

  Minimisation minimisation(const Program& program, const FspecParameters& fspec) {
    Minimisation out;
    out.by = task_.options.minimise_by;
    out.relations = relations_;
    out.ended = smaller_.ended;
    out.violated = smaller_.violated;
    const minimise::MinimiseSettings settings{relations_, out.by};
    const wire::Budget budget = task_.budget();
    const minimise::MinimiseMeans means{
        .host = {.clock = [] { return 0.0; }, .memory = [] { return resident_bytes(); }},
        .limits = {std::numeric_limits<double>::infinity(), budget.memory_limit_bytes},
        .executions = execute::eval_limits(budget)};
    minimise::Smallest smallest(program, Fspec(fspec), settings, means);
    std::set<std::string> names;
    for (const StepsStage& stage : smaller_.stages) {
      const auto schedule = schedule_of(stage, smallest);
      if (!smallest.trials().violates(schedule)) return refuse();
      smallest.keep(schedule);
      std::string name = stage.name.empty() ? "budget" : stage.name;
      for (int i = 2; !names.insert(name).second; ++i) name = fmt::format("{}-{}", stage.name, i);
      MinimisationStage row = smallest.row(std::move(name), stage.claim, stage.bound);
      row.executions = stage.executions;
      if (row.externals + row.deliveries != stage.taken.size()) return refuse();
      out.stages.push_back(std::move(row));
    }
    out.schedule = smallest.events();
    return out;
  }

  Minimisation refuse() {
    out_.problem = "two messages of one node to another at one tick have different fates";
    return {};
  }

  [[nodiscard]] minimise::Schedule schedule_of(const StepsStage& stage,
                                               minimise::Smallest& smallest) const {
    minimise::Schedule out;
    std::set<std::string> given;
    for (const StepTaken& step : stage.taken) {
      if (step.channel) {
        const auto [from, to] = *step.channel;
        out.deliveries.push_back({Time(step.sent), from, to, step.at - step.sent - 1});
      } else {
        given.insert(statement(task_.program, step.fact, step.at));
      }
    }
    std::ranges::sort(out.deliveries);
    const auto [first, last] = std::ranges::unique(out.deliveries);
    out.deliveries.erase(first, last);
    const Program& program = smallest.world().program;
    for (std::uint32_t i = 0; i < smallest.trials().external_count(); ++i) {
      const dedalus::GivenFact& fact = smallest.trials().external(i);
      const minimise::StepFact said{fact.relation, fact.tuple};
      if (given.contains(statement(program, said, fact.at.tick()))) out.externals.push_back(i);
    }
    return out;
  }

  const Task& task_;
  const SmallerSteps& smaller_;
  std::vector<std::string> relations_;
  std::set<std::pair<int, std::string>> facts_;
  int eot_ = 0;
  int latest_ = 0;
  StepsRecord out_;
};

}  // namespace

StepsRecord steps_record(const Task& task, const ScheduleFile& file, const SmallerSteps& smaller) {
  return Writer(task, file, smaller).run();
}

}  // namespace ldfi::app
