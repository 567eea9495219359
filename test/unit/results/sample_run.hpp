// Run records with a value in every field, for tests that write and read results.
#pragma once

#include <string>

#include "results/sink.hpp"

namespace ldfi::results {

inline GraphTable sample_graph(const std::string& run) {
  GraphTable graph;
  graph.run = run;
  graph.goals = {{"log(b,data)@4", "present", "log", 4, false},
                 {"bcast(a,data)@1", "present", "bcast", 1, true},
                 {"clock(a,b,1)", "clock", "clock", 1, true}};
  graph.firings = {{"log(N, P)@async :- bcast(N, P);", "simplog.ded:7", 0, {1, 2}},
                   {"log(N, P)@async :- bcast(N, P);", "simplog.ded:7", 0, {1}},
                   {"log(N, P)@next :- log(N, P);", "simplog.ded:8", 0, {}}};
  graph.roots = {0};
  return graph;
}

inline Trace sample_trace(const FspecParameters& fspec, FaultSet faults) {
  Trace trace;
  trace.fspec = fspec;
  trace.faults = std::move(faults);
  trace.violated = {"pre(data)"};
  trace.pre = {"pre(data)"};
  const Message arrived{NodeId(0), NodeId(2), "log(two words,data)", 7, "log"};
  const Message lost{NodeId(0), NodeId(1), "log(b,data)", 7, "log"};
  trace.ticks = {
      {1, {}, {arrived}, {lost}}, {2, {NodeId(1)}, {}, {}}, {3, {}, {}, {}}, {4, {}, {}, {}}};
  trace.matter = {{Time(1), arrived}};
  trace.held = {{{NodeId(0), "bcast(a,data)", 1, 1}, {std::nullopt, "pre(data)", 2, 4}}};
  return trace;
}

inline Cell sample_cell() {
  Cell cell;
  const Fspec fspec({4, 2, 1, {"a", "b", "two words"}});
  const auto faults = [&fspec](const char* text) {
    return parse_fault_set(text, fspec, FileId(0));
  };
  cell.fspec = fspec.parameters();
  cell.verdict = Verdict::counterexample;
  cell.reason = "stopped at the first";
  cell.combinations = "620000000000000000000000000000000000001";
  cell.distinct_fault_sets = "4096";
  cell.executed = 2;
  cell.violating = 1;
  cell.wasted = 3;
  cell.universe_facts = 10;
  cell.universe_instances = 20;
  cell.failure_free_pre = 5;
  cell.failure_free_post = 6;
  cell.wall_s = 0.5;
  cell.solve_s = 0.125;
  cell.execute_s = 0.25;
  cell.executions = {{0, std::nullopt, {}, Outcome::holds, 1000},
                     {1, 0, faults("O(a,b,1)"), Outcome::violates, 2000}};
  cell.falsifiers = {{faults("O(a,b,1)"), true, {"log(b,data)", "log(b,more)"}},
                     {faults("C(a,1)"), false, {}}};
  cell.graphs = {sample_graph("failure_free"), sample_graph("O(a,b,1)")};
  cell.traces = {sample_trace(cell.fspec, faults("O(a,b,1)")), {}};
  cell.traces[1].fspec = cell.fspec;
  cell.traces[1].ticks = {{1, {}, {}, {}}, {2, {}, {}, {}}, {3, {}, {}, {}}, {4, {}, {}, {}}};
  cell.repeats = {{7, Verdict::counterexample, 2, 0.125}, {8, Verdict::inconclusive, 5, 0.25}};
  return cell;
}

/// A cell whose fault sets have crashes with every kind of outage, and what happened in their
/// executions.
inline Cell sample_cell_with_restarts() {
  Cell cell = sample_cell();
  const Fspec fspec({6,
                     5,
                     1,
                     {"a", "b", "two words"},
                     EffMode::inclusive,
                     CrashModel::stop,
                     3,
                     {"two words", "b"}});
  const auto faults = [&fspec](const char* text) {
    return parse_fault_set(text, fspec, FileId(0));
  };
  cell.fspec = fspec.parameters();
  const FaultSet many = faults("O(a,b,1) C(b,2+,4) C(b,5+) C(\"two words\",4,6)");
  const FaultSet one = faults("C(\"two words\",3)");
  cell.executions = {{0, std::nullopt, {}, Outcome::holds, 1000},
                     {1, 0, many, Outcome::violates, 2000}};
  cell.falsifiers = {{one, true, {"pre(data)"}}, {many, false, {}}};
  const NodeId b(1U);
  const NodeId two_words(2U);
  Trace trace = sample_trace(cell.fspec, many);
  trace.ticks[1].crashes = {b};
  trace.ticks[3] = {4, {two_words}, {}, {}, {b}};
  trace.ticks.push_back({5, {b}, {}, {}});
  trace.ticks.push_back({6, {}, {}, {}, {two_words}});
  cell.traces = {std::move(trace)};
  return cell;
}

inline RunRecord sample_run() {
  RunRecord run;
  run.version = "0.1.0";
  run.started = "2026-01-02T03:04:05Z";
  run.command_line = {"ldfi-farm", "simplog.yaml", "--stop", "all"};
  run.config_name = "simplog.yaml";
  run.config_text = "program: [simplog.ded]\n";
  run.program = {{"simplog.ded", "bcast(\"a\", \"data\")@1;\n"}};
  run.options = {{"eot", "4"}, {"time-limit", ""}};
  run.strategy = "lineage";
  run.seed = 18446744073709551615ULL;
  run.ranks = 4;
  run.conclusion = "<4,2,1> is the least Fspec with a counterexample";
  run.decisive = 0;
  run.cells = {sample_cell(), sample_cell()};
  run.cells[1].executions.clear();
  run.cells[1].falsifiers.clear();
  run.cells[1].graphs.clear();
  run.cells[1].traces.clear();
  run.cells[1].repeats.clear();
  return run;
}

/// sample_run() with a third cell, in which nodes restart.
inline RunRecord sample_run_with_restarts() {
  RunRecord run = sample_run();
  run.cells.push_back(sample_cell_with_restarts());
  return run;
}

/// sample_run() with a third cell, whose Fspec limits faults and admits partitions.
inline RunRecord sample_run_with_limits() {
  RunRecord run = sample_run();
  Cell cell = sample_cell();
  FspecParameters p{6, 5, 1, {"a", "b", "c d"}};
  p.limits = {.omissions = 2,
              .omissions_from = {"a", "b"},
              .omissions_to = {"c d"},
              .reliable = {{"a", "b"}},
              .partitions = 1,
              .partition_sets = {{"a", "b"}, {"c d"}},
              .faults = 3};
  const Fspec fspec(p);
  cell.fspec = fspec.parameters();
  const FaultSet both = parse_fault_set("O(a,\"c d\",1) P(a b,2,4)", fspec, FileId(0));
  cell.executions = {{0, std::nullopt, {}, Outcome::holds, 1000},
                     {1, 0, both, Outcome::violates, 2000}};
  cell.falsifiers = {{both, true, {"pre(data)"}}};
  cell.traces = {sample_trace(cell.fspec, both)};
  run.cells.push_back(std::move(cell));
  return run;
}

/// A run with one cell, whose fault sets were counted.
inline RunRecord sample_run_with_counts() {
  RunRecord run = sample_run();
  run.strategy = "count";
  run.cells.resize(1);
  Cell& cell = run.cells[0];
  cell.distinct_fault_sets = "1" + std::string(60, '0');
  cell.violating = BigInt("25" + std::string(58, '0'));
  cell.counts = {std::string(60, '5'), "7", "0", 0.125, 12};
  return run;
}

inline RunRecord sample_run_with_minimisation() {
  RunRecord run = sample_run();
  run.cells.resize(1);
  Minimisation& m = run.cells[0].minimisation.emplace();
  m.by = MinimiseBy::ddmin;
  m.relations = {"cmd", "two words"};
  m.ended = "time";
  m.stages = {{"faults", 3, 9, 4, 8, 2, 1, 5, 0, 1, "minimum", "O(a,b,1)"},
              {"externals", 2, 7, 4, 8, 2, 1, 30, 4, std::nullopt, "not finished", "none"}};
  m.violated = {"pre(data)"};
  m.schedule = {{1, "external", "cmd(a,\"x y\")", "", "", 0},
                {2, "crash", "b", "", "", 0},
                {2, "delivery", "log(two words,data)", "a", "two words", 5}};
  return run;
}

inline RunRecord sample_run_with_known() {
  using Outcome = CaseOutcome;
  RunRecord run = sample_run();
  run.known = {{"old.h5 f1", "O(a,b,1)", Outcome::violated, "", {"pre(x)", "pre(y)"}, true},
               {"old.h5 f2", "C(z,1)", Outcome::not_admitted, "z is not a node"}};
  return run;
}

inline RunRecord sample_run_with_theorems() {
  RunRecord run = sample_run();
  run.theorems = {{.claim = "every EOT from 4 on",
                   .params = {"LEASE=3", "WHO=a"},
                   .calm = 2,
                   .from = 4,
                   .crashes = 1,
                   .invariant = {"never calm(1) and <b>", "log(a)"},
                   .facts = 3,
                   .latches = 7,
                   .gates = 70,
                   .cells = 5},
                  {.claim = "every EOT, no message omitted"}};
  return run;
}

/// Adds specifications to a run: both falsifiers violate the invariant, the first also violates
/// `lost`.
inline RunRecord specified_run(RunRecord run = sample_run()) {
  run.program.push_back({"simplog.spec", "spec lost minor after 3; lost(N) :- log(N, _);\n"});
  for (Cell& cell : run.cells) {
    Specification invariant;
    invariant.name = invariant_name;
    const Specification lost{"lost", Specification::Severity::minor, 3, 0, "a \"file\", lost\n<b>"};
    const Specification dull{"dull", Specification::Severity::info, 0, 1, ""};
    cell.specifications = {{invariant, Verdict::counterexample, {0, 1}},
                           {lost, Verdict::counterexample, {0}},
                           {dull, Verdict::vacuous, {}}};
    if (cell.falsifiers.size() == 2) continue;
    for (SpecificationResult& one : cell.specifications) one.falsifiers.clear();
  }
  run.cells[0].falsifiers[0].violated = {"log(b,data)", "lost(b)@4"};
  return run;
}

}  // namespace ldfi::results
