// Everything that a user can tell a run, on the command line or in a YAML config (docs/reference/options.md).
// The command line overrides the config. Each field has a row in the table of options
// (option_table.hpp), which all that knows options is made from.
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
/// Which recordings of a real system a results file keeps.
enum class KeptRecordings : std::uint8_t { some, all };
enum class Verbosity : std::uint8_t { quiet, normal, verbose };

/// Whether messages between two nodes may overtake one another.
enum class MessageOrder : std::uint8_t { any, fifo };
enum class DelayUnit : std::uint8_t { channel, relation };

/// The largest --calm and --from.
inline constexpr std::uint64_t max_calm = 1'000;
inline constexpr std::uint64_t max_from = 2'000;

struct Options {
  std::vector<std::string> programs;        ///< paths, resolved against the config's folder
  std::vector<std::string> specifications;  ///< paths, resolved likewise
  std::vector<std::string> include;         ///< folders of included files, resolved likewise
  std::vector<std::string> params;          ///< NAME=VALUE: other values for constants
  std::vector<std::string> externals;       ///< relations whose facts are external events
  std::string config_path;                  ///< empty when there is none
  std::string config_text;
  std::vector<std::string> nodes;       ///< empty: those that the program names
  std::vector<std::string> data_names;  ///< strings in location columns that are not nodes
  std::optional<int> eot;
  std::optional<int> eff;
  KindNumbers most;  ///< how many faults of each kind there may be
  EffMode eff_mode = EffMode::inclusive;
  CrashModel crash_model =
      CrashModel::silent;                ///< stop, if not given and there are faults of other kinds
  std::vector<std::string> crashable;    ///< empty: every node may crash
  std::vector<std::string> restartable;  ///< empty: who may crash may restart
  std::vector<int> restart_down;         ///< ticks: the least and the most; empty: any number
  std::vector<std::string> omissions_from;
  std::vector<std::string> omissions_to;
  std::vector<std::vector<std::string>> reliable;        ///< sender and receiver
  std::vector<std::vector<std::string>> partition_sets;  ///< each with its name first, or with ""
  bool one_way = false;                                  ///< partitions may cut one direction only
  std::vector<std::string> pausable;                     ///< empty: every node may be paused
  std::optional<int> max_faults;
  int delay_max = 0;                     ///< by how many ticks a message may be late
  std::optional<int> delay_until;        ///< the last tick whose messages may be; nothing: EOT - 2
  std::optional<int> delay_budget;       ///< ticks of all delays together; nothing: any number
  std::optional<int> duplicates_within;  ///< ticks; nothing: as delay_max, or 1
  bool delay_self = false;
  DelayUnit delay_unit = DelayUnit::channel;
  MessageOrder order = MessageOrder::any;
  std::vector<std::string> disk_columns;    ///< NAME=COLUMN: what is damaged of a relation
  bool disk_detected = false;               ///< what is damaged is dropped, and `corrupt` says so
  std::vector<std::string> disk_relations;  ///< empty: all stable and buffered ones
  std::vector<std::string> disk_nodes;      ///< empty: at every node
  bool disk_silent = false;                 ///< nothing tells of failed writes and dead disks
  std::string pre = "pre";
  std::string post = "post";
  /// The least severity of a specification that decides verdict and exit status.
  FailOn fail_on = FailOn::major;
  /// Fault sets, families of them or names of specifications: what is reported already.
  std::vector<std::string> known;
  StrategyName strategy = StrategyName::lineage;
  Negation negation = Negation::exact;
  StopRule stop = StopRule::first;
  Expansion expand = Expansion::automatic;
  Pruning prune = Pruning::automatic;
  Symmetry symmetry = Symmetry::automatic;
  SolverName solver = SolverName::cadical;
  std::uint64_t seed = 1;
  std::vector<std::string> weights;                ///< KIND=NUMBER, of what random searches draw
  std::uint64_t repeat = 1;                        ///< independent random searches
  std::uint64_t exhaustive_limit = 1'000'000'000;  ///< the most fault sets that `exhaustive` runs
  bool beyond = false;    ///< if the Fspec is certified, search those one step beyond it, too
  bool minimise = false;  ///< make the counterexample smaller: external events, deliveries, nodes
  MinimiseBy minimise_by = MinimiseBy::search;
  std::uint64_t minimise_runs = 20'000;  ///< executions that the proof of one minimum may take
  /// Search many Fspecs: a grid if any axis is given, else the published sweep.
  bool sweep = false;
  std::vector<int> sweep_eot;  ///< the axes: sorted and distinct; empty: not given
  std::vector<int> sweep_eff;
  std::vector<int> sweep_crashes;
  /// The axes of Budgets, by the indices of their entries: each has several values. Empty where the
  /// Fspec has the number.
  std::array<std::vector<int>, Budgets::count> sweep_numbers;
  /// Axes of constants: each has its name first, then its values, all distinct.
  std::vector<std::vector<std::string>> sweep_params;
  std::optional<int> sweep_max_eot;  ///< where the published sweep ends
  SweepStride sweep_stride = SweepStride::one;
  bool sweep_forever = false;  ///< first proves for every EOT what it can
  std::optional<double> time_limit_s;
  std::optional<std::uint64_t> max_runs;
  std::optional<std::uint64_t> memory_limit_bytes;
  std::uint64_t max_facts = 10'000'000;  ///< of one execution, and of all of them together
  double job_timeout_s = 600;            ///< 0: never
  /// A folder, which a program that shares nothing with the search can check; empty: none.
  std::string certificate;
  std::optional<std::string> replay;
  /// With `replay`, of a real system: of messages between nodes these alone arrive; nothing: all may.
  std::optional<std::string> deliveries;
  std::string replay_schedule;  ///< a file; empty: none
  bool check = false;
  /// A proof for every EOT; EOT and EFF are not looked at then.
  bool forever = false;
  std::optional<int> calm;               ///< with --forever; nothing: the least that is proved
  int from = 1;                          ///< with --forever: the least EOT
  std::optional<std::uint64_t> cap;      ///< with --forever: how far growing numbers are followed
  std::string aiger;                     ///< with --forever: where the circuit goes; empty: nowhere
  bool count = false;                    ///< how many fault sets violate, instead of a search
  std::uint64_t max_states = 1'000'000;  ///< with --count: at one tick
  /// With --check: what is wrong with the input, in this form, and nothing else.
  DiagnosticsFormat diagnostics = DiagnosticsFormat::text;
  /// The path of the HDF5 file. Default: the config's (or the first program's) name, in the working
  /// directory.
  std::string output;
  /// A folder of recordings of a real system (docs/reference/recording-format.md); empty: the run is about a program.
  std::string traces;
  std::uint64_t next = 1;  ///< how many fault sets it asks for
  ProofLevel level = ProofLevel::exact;
  std::string recordings;  ///< where executions of a real system are recorded; empty: nowhere
  KeptRecordings keep = KeptRecordings::some;  ///< in the results file
  /// Of a real system: how many of a million executions are repeated in new processes.
  std::uint64_t double_runs = 50'000;
  bool resume = false;        ///< go on with the journal beside the output
  bool results_only = false;  ///< write the results of that journal, without a search
  SummaryFormat summary = SummaryFormat::text;
  Verbosity verbosity = Verbosity::normal;

  [[nodiscard]] bool grid() const {
    return !sweep_eot.empty() || !sweep_eff.empty() || !sweep_crashes.empty();
  }
};

/// The option that is the axis of a budget: `sweep-pauses` varies what `pauses` sets.
[[nodiscard]] inline std::string axis_name(const Budgets::Entry& budget) {
  return "sweep-" + std::string(budget.option);
}

}  // namespace ldfi::config
