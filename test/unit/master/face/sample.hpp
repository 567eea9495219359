// Sample results of runs, which the tests of this folder summarise.
#pragma once

#include "master/face/summary.hpp"
#include "results/sink.hpp"
#include "test/support/faults.hpp"

namespace ldfi::app {

inline Cell cell_with(Verdict verdict) {
  Cell cell;
  cell.fspec = {6, 4, 1, {"a", "b", "two words"}};
  cell.verdict = verdict;
  cell.combinations = "863825297408";
  cell.distinct_fault_sets = "4096";
  cell.executed = 35;
  cell.wasted = 2;
  cell.failure_free_pre = 1;
  cell.failure_free_post = 3;
  cell.wall_s = 0.5;
  cell.solve_s = 0.125;
  cell.execute_s = 0.25;
  return cell;
}

inline RunRecord run_with(Verdict verdict) {
  RunRecord run;
  run.version = "0.1.0";
  run.command_line = {"/usr/bin/ldfi-farm",
                      "configs/my flux.yaml",
                      "-t",
                      "6",
                      "--stop",
                      "all",
                      "-c1",
                      "--eff=4",
                      "--output=x.h5",
                      "-o",
                      "y.h5",
                      "--quiet"};
  run.program = {{"flux.ded", "…"}, {"util.ded", "…"}};
  run.strategy = "lineage";
  run.seed = 7;
  run.ranks = 4;
  run.cells = {cell_with(verdict)};
  return run;
}

inline void add_falsifiers(Cell& cell, const std::vector<const char*>& texts) {
  for (const char* text : texts) {
    cell.falsifiers.push_back(
        {parse_fault_set(text, Fspec(cell.fspec), FileId(0)), true, {"log(b,data)"}});
  }
}

inline RunRecord run_with_falsifiers(std::size_t count) {
  RunRecord run = run_with(Verdict::counterexample);
  for (std::size_t i = 0; i < count; ++i) {
    const Fspec fspec(run.cells[0].fspec);
    run.cells[0].falsifiers.push_back(
        {parse_fault_set("O(a,\"two words\",1) C(a,2)", fspec, FileId(0)), true, {"log(b,data)"}});
  }
  return run;
}

inline RunRecord sweep_of(std::size_t cells) {
  RunRecord run = run_with_falsifiers(2);
  run.cells[0].reason = "follows from <6,5,1>";
  run.conclusion = "<6,4,1> is the deepest certified Fspec";
  while (run.cells.size() < cells) run.cells.push_back(cell_with(Verdict::certified));
  run.decisive = cells - 1;
  return run;
}

inline RunRecord repeated_run() {
  RunRecord run = run_with(Verdict::counterexample);
  run.cells[0].repeats = {{7, Verdict::counterexample, 9, 0.5},
                          {8, Verdict::inconclusive, 100, 0.5},
                          {9, Verdict::counterexample, 2, 0.5},
                          {10, Verdict::counterexample, 4, 0.5}};
  return run;
}

}  // namespace ldfi::app
