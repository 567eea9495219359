// What a run leaves behind, as plain values; where it goes (HDF5, memory) is the adapter's
// business.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/meter.hpp"
#include "common/record/verdict.hpp"

namespace ldfi::results {

struct SourceText {
  std::string name;
  std::string text;
};

/// A derivation graph in columns of text and indices, readable without our code.
struct GraphTable {
  std::string run;  ///< "failure_free", or the written form of the fault set
  struct Goal {
    std::string text;  ///< `log(b,data)@4`
    std::string kind;  ///< present, absent, clock
    std::string relation;
    int time = 0;
    bool given = false;
  };
  struct Firing {
    std::string rule;   ///< the rule as written
    std::string where;  ///< file:line
    std::uint32_t head = 0;
    std::vector<std::uint32_t> premises;
  };
  std::vector<Goal> goals;
  std::vector<Firing> firings;
  std::vector<std::uint32_t> roots;
};

struct ExecutionRow {
  std::uint64_t id = 0;
  std::int64_t parent = -1;
  std::string faults;
  Outcome outcome = Outcome::holds;
  std::uint64_t execute_ns = 0;
};

struct FalsifierRow {
  std::string faults;
  std::uint64_t size = 0;
  bool minimal = false;
  std::vector<std::string> violated;
};

/// One of several searches of the same Fspec (--repeat).
struct RepeatRow {
  std::uint64_t seed = 0;
  Verdict verdict = Verdict::inconclusive;
  std::string executed;  ///< decimal
  double wall_s = 0;
};

struct Cell {
  int eot = 0;
  int eff = 0;
  int crashes = 0;
  std::vector<std::string> nodes;
  std::string eff_mode;
  std::string crash_model;
  Verdict verdict = Verdict::inconclusive;
  std::string reason;
  std::string combinations;         ///< exact, decimal
  std::string distinct_fault_sets;  ///< exact, decimal
  std::string executed;             ///< decimal
  std::string violating;            ///< decimal, or empty when not counted
  std::uint64_t wasted = 0;
  std::uint64_t universe_facts = 0;
  std::uint64_t universe_instances = 0;
  std::uint64_t failure_free_pre = 0;
  std::uint64_t failure_free_post = 0;
  double wall_s = 0;
  double solve_s = 0;
  double execute_s = 0;
  std::vector<ExecutionRow> executions;
  std::vector<FalsifierRow> falsifiers;
  std::vector<GraphTable> graphs;
  std::vector<RepeatRow> repeats;  ///< empty unless there was more than one search
  /// There may be falsifiers that the search did not come to; not stored, since `reason` says why.
  bool unfinished = false;
};

struct RunRecord {
  std::string version;
  std::string started;  ///< UTC, ISO 8601
  std::vector<std::string> command_line;
  std::string config_name;
  std::string config_text;
  std::vector<SourceText> program;
  std::vector<std::pair<std::string, std::string>> options;  ///< every option as it took effect
  std::string strategy;
  std::uint64_t seed = 0;
  int ranks = 1;
  std::vector<Cell> cells;
  std::string conclusion;  ///< of a sweep, in one sentence; empty: one Fspec was searched
  std::optional<std::size_t> decisive;  ///< the cell a sweep ends with; none: the worst of all
};

class ResultSink {
 public:
  virtual ~ResultSink() = default;
  /// Stores the whole run, or throws EnvironmentError, or what `check` throws while derivation
  /// graphs are stored, and leaves what was there untouched.
  virtual void write(const RunRecord& run, const BudgetCheck& check = {}) = 0;
};

}  // namespace ldfi::results
