// All options of a run, from the command line or a YAML config (docs/reference/options.md). The
// command line overrides the config. Each field has a row in the table of options
// (option_table.hpp), from which help, schema and readers are generated.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/settings.hpp"
#include "common/faults/budgets.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::config {

enum class StopRule : std::uint8_t { first, all };
enum class SummaryFormat : std::uint8_t { text, json };
enum class DiagnosticsFormat : std::uint8_t { text, json, sarif };
/// The recordings of a real system that a results file keeps.
enum class KeptRecordings : std::uint8_t { some, all };
enum class Verbosity : std::uint8_t { quiet, normal, verbose };

/// Whether messages from one node to another may overtake each other.
enum class MessageOrder : std::uint8_t { any, fifo };
enum class DelayUnit : std::uint8_t { channel, relation };

/// Maxima of --calm and --from.
inline constexpr std::uint64_t max_calm = 1'000;
inline constexpr std::uint64_t max_from = 2'000;

struct Options {
  std::vector<std::string> programs;        ///< paths, relative to the config's folder
  std::vector<std::string> specifications;  ///< paths, relative to the config's folder
  std::vector<std::string> include;         ///< folders of included files, relative to the config's
                                            ///< folder
  std::vector<std::string> params;          ///< NAME=VALUE: other values for constants
  std::vector<std::string> externals;       ///< relations whose facts are external events
  std::string config_path;                  ///< empty when there is none
  std::string config_text;
  std::vector<std::string> nodes;       ///< empty: the nodes that the program names
  std::vector<std::string> data_names;  ///< strings in location columns that are not nodes
  std::optional<int> eot;
  std::optional<int> eff;
  KindNumbers most;  ///< maximum of faults of each kind
  EffMode eff_mode = EffMode::inclusive;
  CrashModel crash_model =
      CrashModel::silent;                ///< default: stop if there are faults of kinds other than
                                         ///< the paper's
  std::vector<std::string> crashable;    ///< empty: every node may crash
  std::vector<std::string> restartable;  ///< empty: all nodes that may crash
  std::vector<int> restart_down;         ///< minimum and maximum of ticks; empty: any number
  std::vector<std::string> omissions_from;
  std::vector<std::string> omissions_to;
  std::vector<std::vector<std::string>> reliable;        ///< sender and receiver of each channel
  std::vector<std::vector<std::string>> partition_sets;  ///< each with its name first, or with ""
  /// Partitions may lose the messages of one direction only.
  bool one_way = false;
  std::vector<std::string> pausable;  ///< empty: every node may be paused
  std::optional<int> max_faults;
  int delay_max = 0;                     ///< maximum of ticks by which a message may be late
  std::optional<int> delay_until;        ///< last tick whose messages may be late; default: EOT - 2
  std::optional<int> delay_budget;       ///< maximum of ticks of all delays together; default: no
                                         ///< limit
  std::optional<int> duplicates_within;  ///< ticks; default: delay_max, or 1
  bool delay_self = false;
  DelayUnit delay_unit = DelayUnit::channel;
  MessageOrder order = MessageOrder::any;
  std::vector<std::string> disk_columns;    ///< NAME=COLUMN: the column of a relation that is
                                            ///< corrupted
  bool disk_detected = false;               ///< corrupted tuples are dropped, and `corrupt` reports
                                            ///< them
  std::vector<std::string> disk_relations;  ///< empty: all stable and buffered relations
  std::vector<std::string> disk_nodes;      ///< empty: all nodes
  bool disk_silent = false;                 ///< programs are not told of failed writes and dead
                                            ///< disks
  std::string pre = "pre";
  std::string post = "post";
  /// The lowest severity of a specification that decides verdict and exit status.
  FailOn fail_on = FailOn::major;
  /// Fault sets, families of them, or names of specifications that were reported before.
  std::vector<std::string> known;
  StrategyName strategy = StrategyName::lineage;
  Negation negation = Negation::exact;
  StopRule stop = StopRule::first;
  Expansion expand = Expansion::automatic;
  Pruning prune = Pruning::automatic;
  Symmetry symmetry = Symmetry::automatic;
  SolverName solver = SolverName::cadical;
  std::uint64_t seed = 1;
  std::vector<std::string> weights;                ///< KIND=NUMBER, weights for random searches
  std::uint64_t repeat = 1;                        ///< number of independent random searches
  std::uint64_t exhaustive_limit = 1'000'000'000;  ///< maximum of fault sets that `exhaustive` runs
  bool beyond = false;    ///< if the Fspec is certified, also search the Fspecs one step beyond it
  bool minimise = false;  ///< minimise the counterexample: external events, deliveries, nodes
  MinimiseBy minimise_by = MinimiseBy::search;
  std::uint64_t minimise_runs = 20'000;  ///< maximum of executions for the proof of one minimum
  /// Search many Fspecs: a grid if an axis is given, else the published sweep.
  bool sweep = false;
  std::vector<int> sweep_eot;  ///< axis: sorted and distinct; empty if not given
  std::vector<int> sweep_eff;
  std::vector<int> sweep_crashes;
  /// The axes of Budgets, by the indices of their entries. Each has several values, or is empty if
  /// the Fspec has the number.
  std::array<std::vector<int>, Budgets::count> sweep_numbers;
  /// Axes of constants. Each list has the name first, then its distinct values.
  std::vector<std::vector<std::string>> sweep_params;
  std::optional<int> sweep_max_eot;  ///< last EOT of the published sweep
  SweepStride sweep_stride = SweepStride::one;
  bool sweep_forever = false;  ///< first prove as many cells as possible for every EOT
  std::optional<double> time_limit_s;
  std::optional<std::uint64_t> max_runs;
  std::optional<std::uint64_t> memory_limit_bytes;
  std::uint64_t max_facts = 10'000'000;  ///< of one execution, and of all executions together
  double job_timeout_s = 600;            ///< 0: never
  /// The folder of a certificate, which can be checked by a program that shares no code with the
  /// search. Empty: none.
  std::string certificate;
  std::optional<std::string> replay;
  /// With `replay` of a real system: the messages between nodes that arrive; default: all.
  std::optional<std::string> deliveries;
  std::string replay_schedule;  ///< a file; empty if not given
  bool check = false;
  /// Prove for every EOT; EOT and EFF are ignored.
  bool forever = false;
  std::optional<int> calm;               ///< with --forever; default: the smallest number that can
                                         ///< be proved
  int from = 1;                          ///< with --forever: smallest EOT
  std::optional<std::uint64_t> cap;      ///< with --forever: bound up to which growing numbers are
                                         ///< distinguished
  std::string aiger;                     ///< with --forever: file for the circuit; empty: none
  bool count = false;                    ///< count the fault sets that violate, instead of
                                         ///< searching
  std::uint64_t max_states = 1'000'000;  ///< with --count: maximum of states at one tick
  /// With --check: report the problems of the input in this form, and nothing else.
  DiagnosticsFormat diagnostics = DiagnosticsFormat::text;
  /// The path of the HDF5 file. Default: the name of the config, or of the first program, in the
  /// working directory.
  std::string output;
  /// A folder of recordings of a real system (docs/reference/recording-format.md). Empty: the run
  /// is not about recordings.
  std::string traces;
  std::uint64_t next = 1;  ///< number of fault sets that --traces proposes
  ProofLevel level = ProofLevel::exact;
  std::string recordings;  ///< folder for recordings of a real system; empty: none
  KeptRecordings keep = KeptRecordings::some;  ///< recordings to keep in the results file
  /// Share of a real system's executions that are repeated in new processes, in millionths.
  std::uint64_t double_runs = 50'000;
  bool resume = false;        ///< continue from the journal next to the output
  bool results_only = false;  ///< write the results of the journal without a search
  SummaryFormat summary = SummaryFormat::text;
  Verbosity verbosity = Verbosity::normal;

  [[nodiscard]] bool grid() const {
    return !sweep_eot.empty() || !sweep_eff.empty() || !sweep_crashes.empty();
  }
};

/// Returns the option for the axis of a budget: `sweep-pauses` varies `pauses`.
[[nodiscard]] inline std::string axis_name(const Budgets::Entry& budget) {
  return "sweep-" + std::string(budget.option);
}

}  // namespace ldfi::config
