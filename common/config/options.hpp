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
/// Which recordings of a real system a results file keeps.
enum class KeptRecordings : std::uint8_t { some, all };
enum class Verbosity : std::uint8_t { quiet, normal, verbose };

/// The order of messages from one node to another: `fifo` if they must not overtake each other.
enum class MessageOrder : std::uint8_t { any, fifo };
enum class DelayUnit : std::uint8_t { channel, relation };

/// Largest values of the options --calm and --from.
inline constexpr std::uint64_t max_calm = 1'000;
inline constexpr std::uint64_t max_from = 2'000;

struct Options {
  /// Paths of the programs; those in a config are relative to its folder.
  std::vector<std::string> programs;
  /// Paths of .spec files; those in a config are relative to its folder.
  std::vector<std::string> specifications;
  /// Folders of included files; those in a config are relative to its folder.
  std::vector<std::string> include;
  /// NAME=VALUE: values that replace those of the program's constants.
  std::vector<std::string> params;
  std::vector<std::string> externals;  ///< relations whose facts are external events
  std::string config_path;             ///< empty if there is no config
  std::string config_text;
  std::vector<std::string> nodes;  ///< names of the nodes; empty: those that the program names
  /// Strings that may be in location columns although they are not nodes.
  std::vector<std::string> data_names;
  std::optional<int> eot;
  std::optional<int> eff;
  KindNumbers most;  ///< largest number of faults of each kind
  EffMode eff_mode = EffMode::inclusive;
  /// Default: `stop` if the Fspec allows kinds of faults that the paper does not have.
  CrashModel crash_model = CrashModel::silent;
  std::vector<std::string> crashable;  ///< nodes that may crash; empty: all nodes
  /// Nodes that may restart; empty: all nodes that may crash.
  std::vector<std::string> restartable;
  /// Smallest and largest number of ticks that a node is down; empty: any number.
  std::vector<int> restart_down;
  std::vector<std::string> omissions_from;
  std::vector<std::string> omissions_to;
  /// Channels that lose no messages, each with sender and receiver.
  std::vector<std::vector<std::string>> reliable;
  /// Groups of nodes that a partition may separate, each with its name first, which may be empty.
  std::vector<std::vector<std::string>> partition_sets;
  /// True if a partition may lose the messages of one direction only.
  bool one_way = false;
  std::vector<std::string> pausable;  ///< nodes that may be paused; empty: all nodes
  std::optional<int> max_faults;
  int delay_max = 0;               ///< largest number of ticks by which a message may be late
  std::optional<int> delay_until;  ///< last tick whose messages may be late; default: EOT − 2
  /// Largest number of ticks of all delays together; default: no limit.
  std::optional<int> delay_budget;
  /// Largest number of ticks between a message and its duplicate; default: delay_max, or 1.
  std::optional<int> duplicates_within;
  bool delay_self = false;
  DelayUnit delay_unit = DelayUnit::channel;
  MessageOrder order = MessageOrder::any;
  /// NAME=COLUMN: the column whose value changes if a tuple of the relation NAME is corrupted.
  std::vector<std::string> disk_columns;
  /// True if nodes detect corrupted tuples. Such tuples are dropped, and `corrupt` reports them.
  bool disk_detected = false;
  /// Relations whose disk may fail; empty: all stable and buffered relations.
  std::vector<std::string> disk_relations;
  std::vector<std::string> disk_nodes;  ///< nodes whose disk may fail; empty: all nodes
  bool disk_silent = false;  ///< true if programs do not learn of failed writes and dead disks
  std::string pre = "pre";
  std::string post = "post";
  /// The lowest severity of a specification that decides verdict and exit status.
  FailOn fail_on = FailOn::major;
  /// Fault sets, families of fault sets, or names of specifications whose violations are known
  /// already.
  std::vector<std::string> known;
  StrategyName strategy = StrategyName::lineage;
  Negation negation = Negation::exact;
  StopRule stop = StopRule::first;
  Expansion expand = Expansion::automatic;
  Pruning prune = Pruning::automatic;
  Symmetry symmetry = Symmetry::automatic;
  SolverName solver = SolverName::cadical;
  std::uint64_t seed = 1;
  /// KIND=NUMBER: weights of the kinds of faults in random searches.
  std::vector<std::string> weights;
  std::uint64_t repeat = 1;  ///< number of random searches with different seeds
  /// Largest number of fault sets that `exhaustive` executes.
  std::uint64_t exhaustive_limit = 1'000'000'000;
  /// If the Fspec is certified, also search the Fspecs that are larger by one step.
  bool beyond = false;
  /// Minimise the counterexample: its external events, deliveries and nodes.
  bool minimise = false;
  MinimiseBy minimise_by = MinimiseBy::search;
  /// Largest number of executions for the proof of one minimum.
  std::uint64_t minimise_runs = 20'000;
  /// Search many Fspecs: a grid if lists of values are given, otherwise the sweep of [LDFI15].
  bool sweep = false;
  std::vector<int> sweep_eot;  ///< axis of EOT, sorted and distinct; empty if not given
  std::vector<int> sweep_eff;
  std::vector<int> sweep_crashes;
  /// For each limit on faults (index into Budgets), the values that a sweep tries. Empty if the
  /// sweep does not vary the limit.
  std::array<std::vector<int>, Budgets::count> sweep_numbers;
  /// Axes of constants. Each list begins with the name, followed by its distinct values.
  std::vector<std::vector<std::string>> sweep_params;
  std::optional<int> sweep_max_eot;  ///< last EOT of the sweep of [LDFI15]
  SweepStride sweep_stride = SweepStride::one;
  bool sweep_forever = false;  ///< first prove, for every EOT, the results of as many Fspecs as
                               ///< possible
  std::optional<double> time_limit_s;
  std::optional<std::uint64_t> max_runs;
  std::optional<std::uint64_t> memory_limit_bytes;
  /// Largest number of facts of one execution, and of all executions together.
  std::uint64_t max_facts = 10'000'000;
  double job_timeout_s =
      600;  ///< seconds without a sign of life after which a rank counts as hanging; 0: never
  /// Folder for the certificate, which ldfi-check can check; empty: none.
  std::string certificate;
  std::optional<std::string> replay;
  /// The messages between nodes that arrive in the replay of a real system; nullopt: all messages.
  std::optional<std::string> deliveries;
  std::string replay_schedule;  ///< file with the schedule to replay; empty if there is none
  bool check = false;
  /// Prove the promises for every EOT, and ignore EOT and EFF.
  bool forever = false;
  /// Number of calm ticks (last ticks without message loss) of a proof with --forever; nullopt: the
  /// smallest number that can be proved.
  std::optional<int> calm;
  int from = 1;  ///< smallest EOT of a proof with --forever
  /// Value up to which --forever follows numbers that grow.
  std::optional<std::uint64_t> cap;
  std::string aiger;   ///< file to which --forever writes its circuit; empty: none
  bool count = false;  ///< count the fault sets that violate the invariant
  std::uint64_t max_states = 1'000'000;  ///< largest number of states at one tick for --count
  /// With --check: report only the problems of the input, in this form.
  DiagnosticsFormat diagnostics = DiagnosticsFormat::text;
  /// Path of the results file. By default, it has the name of the config, or of the first program,
  /// in the working directory.
  std::string output;
  /// Folder with recordings of a real system (docs/reference/recording-format.md). Empty if the run
  /// is not about recordings.
  std::string traces;
  std::uint64_t next = 1;  ///< number of fault sets that --traces proposes
  ProofLevel level = ProofLevel::exact;
  std::string recordings;  ///< folder to which recordings of a real system are written; empty: none
  KeptRecordings keep = KeptRecordings::some;  ///< recordings that the results file keeps
  /// Share of a real system's executions that are repeated in new processes, in millionths.
  std::uint64_t double_runs = 50'000;
  bool resume = false;        ///< continue the run from the journal next to the output
  bool results_only = false;  ///< write the results that the journal has, without a search
  SummaryFormat summary = SummaryFormat::text;
  Verbosity verbosity = Verbosity::normal;

  [[nodiscard]] bool grid() const {
    return !sweep_eot.empty() || !sweep_eff.empty() || !sweep_crashes.empty();
  }
};

/// Returns the name of the option with which a sweep varies a limit on faults: `sweep-pauses` for
/// `pauses`.
[[nodiscard]] inline std::string axis_name(const Budgets::Entry& budget) {
  return "sweep-" + std::string(budget.option);
}

}  // namespace ldfi::config
