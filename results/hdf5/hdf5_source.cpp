#include "results/hdf5/hdf5_source.hpp"

#include <fmt/core.h>

#include "common/base/decimal.hpp"
#include "common/base/text.hpp"
#include "results/hdf5/checked_values.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "results/hdf5/known_table.hpp"
#include "results/hdf5/limits_table.hpp"
#include "results/hdf5/minimisation_tables.hpp"
#include "results/hdf5/reader.hpp"
#include "results/hdf5/specification_tables.hpp"
#include "results/hdf5/system_tables.hpp"
#include "results/hdf5/theorem_tables.hpp"
#include "results/hdf5/trace_tables.hpp"

namespace ldfi::results {
namespace {

std::string numbered(const std::string& parent, std::size_t index) {
  return fmt::format("{}/{:04}", parent, index);
}

/// Most decimal digits in a count of fault sets. The largest possible Fspec needs about this number.
constexpr std::size_t max_digits = 1'300'000;

class Source {
 public:
  Source(const std::string& path, const ReadLimits& limits)
      : reader_(path, limits), limits_(limits) {}

  RunRecord run() {
    check_format();
    RunRecord run;
    run.version = reader_.text_attribute("/", "version");
    run.started = reader_.text_attribute("/", "started");
    run.strategy = reader_.text_attribute("/", "strategy");
    run.seed = reader_.count_attribute("/", "seed");
    run.ranks = small("/", reader_.integer_attribute("/", "ranks"));
    run.config_name = reader_.text_attribute("/", "config_name");
    run.command_line = reader_.texts("/command_line");
    const auto config = reader_.texts("/config_text");
    if (config.size() != 1) reader_.damaged("/config_text", "it is not one text");
    run.config_text = config.front();
    const auto option_names = reader_.texts("/options", "name");
    const auto option_values = reader_.texts("/options", "value");
    for (std::size_t i = 0; i < option_names.size(); ++i) {
      run.options.emplace_back(option_names[i], option_values[i]);
      if (option_names[i] == "fail-on") {
        fail_on_ = known("/options", fail_on_named(option_values[i]), option_values[i],
                         "a severity that fails a run");
      }
    }
    const auto names = reader_.texts("/program", "name");
    const auto texts = reader_.texts("/program", "text");
    for (std::size_t i = 0; i < names.size(); ++i) run.program.push_back({names[i], texts[i]});
    run.cells = cells();
    for (std::size_t i = 0; i < run.cells.size(); ++i) details(i, run.cells[i]);
    for (Cell& cell : run.cells) {
      for (SpecificationResult& one : cell.specifications) {
        one.says.known = is_known(run, one.says.name);
      }
    }
    if (version_ >= 3) end_of_sweep(run);
    if (version_ > minimised_schema_version && reader_.has("/known")) {
      run.known = read_known(reader_);
    }
    if (version_ > known_schema_version && reader_.has("/theorems")) {
      run.theorems = read_theorems(reader_);
    }
    if (version_ > params_schema_version && reader_.has("/system")) {
      run.system = read_system(reader_, "/system");
    }
    if (version_ > fifo_schema_version && reader_.has("/systems")) sweep(run);
    return run;
  }

 private:
  /// Reads the cells of a sweep over a real system. Their groups must be numbered without gaps.
  void sweep(RunRecord& run) {
    std::string group = "/systems/0000";
    while (reader_.has(group)) {
      run.sweep.push_back(read_system(reader_, group));
      if (!run.sweep.back().point) reader_.damaged(group, "it does not say which cell it is");
      group = fmt::format("/systems/{:04}", run.sweep.size());
    }
    if (run.sweep.empty()) reader_.damaged("/systems", "it has no cell");
  }

  void end_of_sweep(RunRecord& run) {
    run.conclusion = reader_.text_attribute("/", "conclusion");
    const std::int64_t decisive = reader_.integer_attribute("/", "decisive");
    if (decisive < -1 || decisive >= static_cast<std::int64_t>(run.cells.size())) {
      reader_.damaged("/",
                      fmt::format("its decisive cell is {} of {}", decisive, run.cells.size()));
    }
    if (decisive >= 0) run.decisive = static_cast<std::size_t>(decisive);
  }

  void check_format() {
    const std::string format = reader_.text_attribute("/", "format");
    if (format != "ldfi-farm results") {
      reader_.damaged("/", fmt::format("it holds {}, and no ldfi-farm results", shown(format)));
    }
    version_ = reader_.integer_attribute("/", "schema_version");
    if (version_ < 1 || version_ > schema_version) {
      reader_.damaged("/", fmt::format("its schema_version is {}; this program reads 1 to {}",
                                       version_, schema_version));
    }
  }

  /// Returns `value` as an int. Reports damage if `value` is negative or above 1,000,000,000.
  int small(const std::string& where, std::int64_t value) const {
    if (value < 0 || value > 1'000'000'000) {
      reader_.damaged(where, fmt::format("{} is out of range", value));
    }
    return static_cast<int>(value);
  }

  std::vector<Cell> cells() {
    const std::string table = "/cells";
    const auto eot = reader_.integers(table, "eot");
    std::vector<Cell> cells(eot.size());
    const auto integers = [&](const char* column, auto member) {
      const auto values = reader_.integers(table, column);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        cells[i].fspec.*member = small(table, values[i]);
      }
    };
    const auto texts = [&](const char* column, std::string Cell::*member) {
      auto values = reader_.texts(table, column);
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i].*member = std::move(values[i]);
    };
    const auto counts = [&](const char* column, std::uint64_t Cell::*member) {
      const auto values = reader_.counts(table, column);
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i].*member = values[i];
    };
    const auto reals = [&](const char* column, double Cell::*member) {
      const auto values = reader_.reals(table, column);
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i].*member = values[i];
    };
    integers("eot", &FspecParameters::eot);
    integers("eff", &FspecParameters::eff);
    integers("crashes", &FspecParameters::crashes);
    modes(table, cells);
    if (version_ > plain_schema_version) restarts(cells);
    const auto verdicts = reader_.texts(table, "verdict");
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i].verdict = verdict(table, verdicts[i]);
    texts("reason", &Cell::reason);
    texts("combinations", &Cell::combinations);
    texts("distinct_fault_sets", &Cell::distinct_fault_sets);
    const auto executed = reader_.texts(table, "executed");
    const auto violating = reader_.texts(table, "violating");
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i].executed = count(table + ".executed", executed[i]);
      if (violating[i].empty()) continue;
      cells[i].violating = count(table + ".violating", violating[i], max_digits);
    }
    counts("wasted", &Cell::wasted);
    counts("universe_facts", &Cell::universe_facts);
    counts("universe_instances", &Cell::universe_instances);
    counts("failure_free_pre", &Cell::failure_free_pre);
    counts("failure_free_post", &Cell::failure_free_post);
    reals("wall_s", &Cell::wall_s);
    reals("solve_s", &Cell::solve_s);
    reals("execute_s", &Cell::execute_s);
    return cells;
  }

  void modes(const std::string& table, std::vector<Cell>& cells) {
    const auto eff_modes = reader_.texts(table, "eff_mode");
    const auto crash_models = reader_.texts(table, "crash_model");
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i].fspec.eff_mode =
          known(table, eff_mode_named(eff_modes[i]), eff_modes[i], "an EFF mode");
      cells[i].fspec.crash_model =
          known(table, crash_model_named(crash_models[i]), crash_models[i], "a crash model");
    }
  }

  void restarts(std::vector<Cell>& cells) {
    const auto rows = reader_.integers("/outages", "restarts");
    if (rows.size() != cells.size()) {
      reader_.damaged("/outages", fmt::format("{} rows for {} cells", rows.size(), cells.size()));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i].fspec.restarts = small("/outages.restarts", rows[i]);
    }
  }

  void details(std::size_t index, Cell& cell) {
    const std::string group = numbered("/details", index);
    cell.fspec.nodes = reader_.texts(group + "/nodes");
    if (version_ > plain_schema_version) cell.fspec.crashable = reader_.texts(group + "/crashable");
    if (version_ > specifications_schema_version) read_limits(reader_, group, cell.fspec);
    if (version_ > choices_schema_version) params(group, cell);
    const Fspec fspec = fspec_of(group, cell);
    cell.fspec = fspec.parameters();
    executions(group + "/executions", fspec, cell);
    falsifiers(group, fspec, cell);
    if (version_ > outages_schema_version) read_specifications(reader_, group, fail_on_, cell);
    if (version_ > late_schema_version && reader_.has(group + "/counts")) {
      counts(group + "/counts", cell);
    }
    if (version_ > system_sweeps_schema_version && reader_.has(group + "/minimisation")) {
      cell.minimisation = read_minimisation(reader_, group + "/minimisation");
    }
    // Version 1 does not have this table.
    if (reader_.has(group + "/repeats")) repeats(group + "/repeats", cell);
    const std::string graphs = group + "/graphs";
    for (std::size_t i = 0; reader_.has(numbered(graphs, i)); ++i) {
      if (i == limits_.max_groups) reader_.damaged(graphs, "there are too many graphs");
      cell.graphs.push_back(graph(numbered(graphs, i)));
    }
    read_traces(reader_, group, cell);  // versions below 5 do not have traces
  }

  void params(const std::string& group, Cell& cell) {
    cell.params = reader_.texts(group + "/params");
    for (const std::string& param : cell.params) {
      const std::string name = param.substr(0, param.find('='));
      if (name.size() == param.size() || !is_plain_word(name)) {
        reader_.damaged(group + "/params", "a constant is not NAME=VALUE");
      }
    }
  }

  [[nodiscard]] Fspec fspec_of(const std::string& group, const Cell& cell) const {
    try {
      return Fspec(cell.fspec);
    } catch (const InputError& e) {
      reader_.damaged(group, e.diagnostics().front().message);
    }
  }

  [[nodiscard]] BigInt count(const std::string& where, const std::string& digits,
                             std::size_t most = 40) const {
    const auto value = count_of(digits, most);
    if (!value) reader_.damaged(where, fmt::format("`{}` is not a count", shown_line(digits)));
    return *value;
  }

  void executions(const std::string& table, const Fspec& fspec, Cell& cell) {
    const auto ids = reader_.counts(table, "id");
    const auto parents = reader_.integers(table, "parent");
    const auto faults = reader_.texts(table, "faults");
    const auto outcomes = reader_.texts(table, "outcome");
    const auto times = reader_.counts(table, "execute_ns");
    for (std::size_t i = 0; i < ids.size(); ++i) {
      std::optional<std::uint64_t> parent;
      if (parents[i] < -1) {
        reader_.damaged(table + ".parent", fmt::format("{} is not an execution", parents[i]));
      }
      if (parents[i] >= 0) parent = static_cast<std::uint64_t>(parents[i]);
      cell.executions.push_back({ids[i], parent,
                                 checked_fault_set(reader_, table + ".faults", fspec, faults[i]),
                                 outcome(table, outcomes[i]), times[i]});
    }
  }

  void falsifiers(const std::string& group, const Fspec& fspec, Cell& cell) {
    const std::string table = group + "/falsifiers";
    const auto faults = reader_.texts(table, "faults");
    const auto sizes = reader_.counts(table, "size");
    const auto minimal = reader_.counts(table, "minimal");
    for (std::size_t i = 0; i < faults.size(); ++i) {
      cell.falsifiers.push_back(
          {checked_fault_set(reader_, table + ".faults", fspec, faults[i]), minimal[i] != 0, {}});
      const std::size_t size = cell.falsifiers.back().faults.size();
      if (sizes[i] == size) continue;
      reader_.damaged(table + ".size", fmt::format("{} instead of {}", sizes[i], size));
    }
    const auto rows = reader_.counts(group + "/violated", "falsifier");
    const auto tuples = reader_.texts(group + "/violated", "tuple");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::uint32_t row =
          checked_row(reader_, group + "/violated.falsifier", rows[i], cell.falsifiers.size());
      cell.falsifiers[row].violated.push_back(tuples[i]);
    }
  }

  void counts(const std::string& table, Cell& cell) {
    const auto states = reader_.counts(table, "states");
    const auto chances = reader_.reals(table, "random_p");
    if (states.size() != 1) reader_.damaged(table, "it is not one row");
    const auto number = [&](const char* column) {
      auto digits = std::move(reader_.texts(table, column).at(0));
      const bool fits = !digits.empty() && digits.size() <= max_digits &&
                        digits.find_first_not_of("0123456789") == std::string::npos;
      if (!fits) reader_.damaged(table, fmt::format("`{}` is not a count", shown_line(digits)));
      return digits;
    };
    const double p = chances[0];
    if (p != -1 && !(p >= 0 && p <= 1)) {
      reader_.damaged(table + ".random_p", fmt::format("{} is not a probability", p));
    }
    cell.counts = FaultSetCounts{number("vacuous"), number("passing"), number("failing"),
                                 p == -1 ? std::nullopt : std::optional(p), states[0]};
  }

  void repeats(const std::string& table, Cell& cell) {
    const auto seeds = reader_.counts(table, "seed");
    const auto verdicts = reader_.texts(table, "verdict");
    const auto executed = reader_.texts(table, "executed");
    const auto seconds = reader_.reals(table, "wall_s");
    for (std::size_t i = 0; i < seeds.size(); ++i) {
      cell.repeats.push_back({seeds[i], verdict(table, verdicts[i]),
                              count(table + ".executed", executed[i]), seconds[i]});
    }
  }

  template <class T>
  [[nodiscard]] T known(const std::string& where, const std::optional<T>& found,
                        const std::string& name, const char* what) const {
    if (!found) reader_.damaged(where, fmt::format("`{}` is not {}", shown_line(name), what));
    return *found;
  }
  [[nodiscard]] Verdict verdict(const std::string& where, const std::string& name) const {
    return known(where, verdict_named(name), name, "a verdict");
  }
  [[nodiscard]] Outcome outcome(const std::string& where, const std::string& name) const {
    return known(where, outcome_named(name), name, "outcome");
  }
  GraphTable graph(const std::string& group) {
    GraphTable graph;
    graph.run = reader_.text_attribute(group, "run");
    const auto texts = reader_.texts(group + "/goals", "text");
    const auto kinds = reader_.texts(group + "/goals", "kind");
    const auto relations = reader_.texts(group + "/goals", "relation");
    const auto times = reader_.integers(group + "/goals", "time");
    const auto given = reader_.counts(group + "/goals", "given");
    for (std::size_t i = 0; i < texts.size(); ++i) {
      graph.goals.push_back({texts[i], kinds[i], relations[i],
                             small(group + "/goals.time", times[i]), given[i] != 0});
    }
    firings(group, graph);
    for (const std::uint64_t root : reader_.counts(group + "/roots")) {
      graph.roots.push_back(checked_row(reader_, group + "/roots", root, graph.goals.size()));
    }
    return graph;
  }

  void firings(const std::string& group, GraphTable& graph) {
    const auto rules = reader_.texts(group + "/rules", "rule");
    const auto wheres = reader_.texts(group + "/rules", "where");
    const auto rule_of = reader_.counts(group + "/firings", "rule");
    const auto heads = reader_.counts(group + "/firings", "head");
    for (std::size_t i = 0; i < heads.size(); ++i) {
      const auto rule = checked_row(reader_, group + "/firings.rule", rule_of[i], rules.size());
      const auto head = checked_row(reader_, group + "/firings.head", heads[i], graph.goals.size());
      graph.firings.push_back({rules[rule], wheres[rule], head, {}});
    }
    const auto firing_of = reader_.counts(group + "/premises", "firing");
    const auto goals = reader_.counts(group + "/premises", "goal");
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const auto firing =
          checked_row(reader_, group + "/premises.firing", firing_of[i], graph.firings.size());
      graph.firings[firing].premises.push_back(
          checked_row(reader_, group + "/premises.goal", goals[i], graph.goals.size()));
    }
  }

  std::int64_t version_ = 0;
  FailOn fail_on_ = FailOn::major;  ///< the default, because older files do not have this option
  Reader reader_;
  ReadLimits limits_;
};

}  // namespace

RunRecord read_run(const std::string& path, const ReadLimits& limits) {
  Source source(path, limits);
  try {
    return source.run();
  } catch (const EnvironmentError& e) {
    // Opening the file succeeded, so HDF5 failed because of the file's contents.
    throw DamagedFile(path, "", e.what());
  }
}

}  // namespace ldfi::results
