// One forward execution of every published protocol by the plain evaluator, under its paper's
// Fspec: the failure-free run and a fixed set of faults in turn. `per_tuple` (CPU time) counts
// every tuple that holds, those copied by @next included. `single` makes the join plans anew, for
// one run.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "common/dedalus/load.hpp"
#include "common/eval/evaluator.hpp"

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

}  // namespace
}  // namespace ldfi

int main(int argc, char** argv) {
  for (const auto& c : ldfi::cases()) {
    benchmark::RegisterBenchmark((std::string("forward/") + c.program).c_str(), ldfi::forward, c);
    benchmark::RegisterBenchmark((std::string("single/") + c.program).c_str(), ldfi::single, c);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
