// One forward execution of every published protocol under its paper's Fspec: the failure-free run
// and fixed sets of faults in turn. CPU time per tuple that holds (those copied by @next included),
// or per ground instance.
//   forward  the plain evaluator           single   the same, making its join plans anew for one
//   run derive   forward, and the derivation graph of the outcome ground   the ground executor, one
//   fault set, everything     lanes    64 fault sets at once lineage  the ground executor on the
//   goals' cone, and the lineage of the outcome
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "common/dedalus/eval/evaluator.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/ground/lineage.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/dedalus/provenance/graph.hpp"

namespace ldfi {
namespace {

struct Case {
  const char* program;
  std::vector<std::string> nodes;
  int eot;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"simple-deliv", {"a", "b", "c"}, 4},
      {"retry-deliv", {"a", "b", "c"}, 4},
      {"classic-deliv", {"a", "b", "c"}, 5},
      {"redun-deliv", {"a", "b", "c"}, 11},
      {"ack-deliv", {"a", "b", "c"}, 8},
      {"2pc", {"C", "a", "b", "d"}, 5},
      {"2pc-ctp", {"C", "a", "b", "d"}, 8},
      {"2pc-timeout", {"C", "a", "b", "d"}, 6},
      {"2pc-timeout-agreement", {"C", "a", "b", "d"}, 8},
      {"3pc", {"C", "a", "b", "d"}, 9},
      {"kafka", {"a", "b", "c", "C", "Z"}, 6},
      {"paxos", {"a", "b", "c"}, 7},
      {"bully", {"a", "b", "c"}, 10},
      {"flux", {"a", "b", "c", "p"}, 22},
  };
  return all;
}

struct Subject {
  dedalus::Program program;
  Fspec fspec;
  std::vector<FaultSet> faults;
};

Subject load(const Case& c) {
  const std::string file =
      std::string(LDFI_SOURCE_DIR) + "/configs/protocols/" + c.program + ".ded";
  dedalus::CheckOptions options;
  options.nodes = c.nodes;
  options.eot = c.eot;
  FspecParameters parameters;
  parameters.eot = c.eot;
  parameters.eff = c.eot - 1;
  parameters.crashes = 1;
  parameters.nodes = c.nodes;
  Subject out{
      dedalus::check_program(dedalus::read_sources({file}), options), Fspec(parameters), {}};
  out.faults.emplace_back();
  out.faults.push_back({{{NodeId(0), NodeId(1), Time(1)}, {NodeId(1), NodeId(2), Time(2)}}, {}});
  out.faults.push_back({{{NodeId(2), NodeId(0), Time(2)}}, {{NodeId(1), Time(2)}}});
  return out;
}

void report(benchmark::State& state, std::size_t tuples) {
  using benchmark::Counter;
  const auto count = static_cast<double>(tuples);
  state.counters["tuples"] = Counter(count, Counter::kAvgIterations);
  state.counters["tuples/s"] = Counter(count, Counter::kIsRate);
  state.counters["per_tuple"] = Counter(count, Counter::kIsRate | Counter::kInvert);
}

void forward(benchmark::State& state, const Case& c) {
  const Subject subject = load(c);
  eval::Evaluator evaluator(subject.program, subject.fspec);
  std::size_t tuples = 0;
  std::size_t run = 0;
  for (auto _ : state) {
    tuples += evaluator.run(subject.faults[run++ % subject.faults.size()])->size();
  }
  report(state, tuples);
}

void single(benchmark::State& state, const Case& c) {
  const Subject subject = load(c);
  std::size_t tuples = 0;
  for (auto _ : state) tuples += eval::run(subject.program, subject.fspec, FaultSet())->size();
  report(state, tuples);
}

std::vector<provenance::Root> outcome(const Subject& s, const eval::Model& model) {
  std::vector<provenance::Root> roots;
  for (const auto relation : {s.program.pre, s.program.post}) {
    if (!relation) continue;
    for (auto& tuple : model.tuples(*relation, Time(s.fspec.eot()))) {
      roots.push_back({*relation, std::move(tuple), Time(s.fspec.eot())});
    }
  }
  return roots;
}

void derive(benchmark::State& state, const Case& c) {
  const Subject subject = load(c);
  eval::Evaluator evaluator(subject.program, subject.fspec);
  std::size_t tuples = 0;
  std::size_t run = 0;
  for (auto _ : state) {
    const FaultSet& faults = subject.faults[run++ % subject.faults.size()];
    const auto model = evaluator.run(faults);
    tuples += model->size();
    benchmark::DoNotOptimize(provenance::derive(subject.program, subject.fspec, faults, *model,
                                                outcome(subject, *model)));
  }
  report(state, tuples);
}

void report_instances(benchmark::State& state, std::size_t instances) {
  using benchmark::Counter;
  const auto count = static_cast<double>(instances);
  state.counters["instances"] = Counter(count, Counter::kAvgIterations);
  state.counters["per_instance"] = Counter(count, Counter::kIsRate | Counter::kInvert);
}

void ground_one(benchmark::State& state, const Case& c) {
  const Subject subject = load(c);
  const auto universe = ground::ground_program(subject.program, subject.fspec);
  ground::Executor executor(universe);
  std::size_t instances = 0;
  for (auto _ : state) {
    executor.execute(subject.faults[instances++ % subject.faults.size()]);
    benchmark::DoNotOptimize(executor.violating());
  }
  report_instances(state, instances * universe.instance_count());
}

void ground_lanes(benchmark::State& state, const Case& c) {
  const Subject subject = load(c);
  const auto universe = ground::ground_program(subject.program, subject.fspec);
  ground::Executor executor(universe);
  std::vector<FaultSet> sets;
  for (std::size_t i = 0; i < ground::Executor::lane_count; ++i)
    sets.push_back(subject.faults[i % 3]);
  std::size_t runs = 0;
  for (auto _ : state) {
    executor.execute(sets);
    benchmark::DoNotOptimize(executor.violating());
    runs += sets.size();
  }
  report_instances(state, runs * universe.instance_count());
}

void ground_lineage(benchmark::State& state, const Case& c) {
  const Subject subject = load(c);
  const auto universe = ground::ground_program(subject.program, subject.fspec);
  ground::Executor executor(universe, ground::Executor::Scope::cone);
  std::size_t runs = 0;
  for (auto _ : state) {
    executor.execute(subject.faults[runs++ % subject.faults.size()]);
    benchmark::DoNotOptimize(ground::explain(universe, executor));
  }
  report_instances(state, runs * universe.instance_count());
}

}  // namespace
}  // namespace ldfi

int main(int argc, char** argv) {
  const std::pair<const char*, void (*)(benchmark::State&, const ldfi::Case&)> kinds[] = {
      {"forward", ldfi::forward},    {"single", ldfi::single},
      {"derive", ldfi::derive},      {"ground", ldfi::ground_one},
      {"lanes", ldfi::ground_lanes}, {"lineage", ldfi::ground_lineage}};
  for (const auto& [kind, run] : kinds) {
    for (const auto& c : ldfi::cases()) {
      benchmark::RegisterBenchmark((std::string(kind) + "/" + c.program).c_str(), run, c);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
