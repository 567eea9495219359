// The only table of options and keys of configs. The YAML readers, the command line, `--help`,
// configs/schema.json and the options in results all use this table, so that they always agree.
//
//   for (const OptionRow& row : option_table()) std::cout << row.name << " = " <<
//   row.show(options);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "common/config/options.hpp"

namespace ldfi::config {

struct SystemConfig;

/// The kind of an option's value, which decides how it is written and read.
enum class Kind : std::uint8_t {
  toggle,    ///< yes or no: `--check`; in YAML true or false
  integer,   ///< an integer such as 6
  choice,    ///< a word from a fixed list; stored as its index in the list
  text,      ///< any text that is not empty
  results,   ///< a path to which results are written; in YAML a path below the working directory
  relation,  ///< name of a relation
  duration,  ///< seconds, such as 90, 120s, 2m, 1.5h or 500ms
  bytes,     ///< a number of bytes, such as 512M, 4G, 4Gi or 1048576; every unit is a power of 1024
  names,     ///< names, such as a,b,c; in YAML a list
  /// Values of a sweep, such as 1,4..8,10..20/5; in YAML a number, a list, or {from, to, step}.
  axis,
  programs,  ///< files named without an option; in YAML a list of relative paths
  /// Paths of .spec files, one each time the option is given; in YAML a list of relative paths.
  specifications,
  folders,  ///< paths, one each time the option is given; in YAML a list of relative paths
  texts,    ///< texts, one each time the option is given; in YAML a list
  amount,   ///< `all`, `none` or an integer
  percent,  ///< a share such as 5% or 0.5%
  /// A lower and an upper bound, such as 2..5; 3 stands for both; in YAML an integer or [2, 5].
  span,
  groups,  ///< lists of names, such as 'a b,c d'; in YAML a list of lists
  sets,    ///< groups of which some have a name, such as 'a b,east=c d'; in YAML also a map
  params,  ///< constants as NAME=VALUE, one each time the option is given; in YAML a map
  /// Axes of constants as NAME=VALUES, one each time the option is given: a list, or a range of
  /// integers.
  param_axes,
  columns,  ///< columns as NAME=COLUMN, one each time the option is given; COLUMN is an integer
  weights,  ///< weights as KIND=NUMBER,KIND=NUMBER; in YAML a map
  // The following kinds occur only in configs.
  section,      ///< a map; the names of its keys begin with its own name and a dot
  time,         ///< a time, such as 4s, 100ms, 20us or 5ns
  times,        ///< a list of times
  words,        ///< a list of scalars
  client,       ///< a client: c1, c2 and so on
  count,        ///< the number of nodes, or a list of their names
  operations,   ///< numbers of operations, such as 3, [0, 3] or 0,3,5..8
  entries,      ///< a list of maps, whose keys have rows like the keys of a section
  message,      ///< a map with a key `type` and any other keys
  nothing,      ///< the number 0, in place of a map with further keys
  reserved,     ///< a key for future use, whose only accepted value is 0
  time_axis,    ///< an axis of times; a range needs a step
  amount_axis,  ///< an axis whose values may also be `all` and `none`
};

/// A value as the reader of its kind returns it. toggle: bool; integer, bytes and choice (its
/// index): uint64; duration: double, in seconds; text, results and relation: string; names,
/// programs, specifications, folders, texts, params, columns and weights: list of strings; groups:
/// list of lists of strings; sets and param_axes: the same, where each list begins with its name
/// (empty for a set without a name); axis: sorted numbers; span: two numbers; amount: uint64, the
/// largest one for `all`; percent: uint64, in millionths; time: uint64, in nanoseconds; words: list
/// of strings.
using Value = std::variant<bool, std::uint64_t, double, std::string, std::vector<std::string>,
                           std::vector<int>, std::vector<std::vector<std::string>>>;

enum class Group : std::uint8_t {
  input,
  fspec,
  search,
  prove,
  replay,
  sweep,
  limits,
  output,
  systems
};
inline constexpr Group last_group = Group::systems;

/// Returns the heading of the group in help and in the reference.
[[nodiscard]] std::string_view title(Group group);

/// Returns the word for the group in `--help TOPIC`.
[[nodiscard]] std::string_view topic(Group group);

/// The kinds of runs that may have an option or a key: runs about programs, about real systems, or
/// both.
enum class AppliesTo : std::uint8_t {
  program,  ///< Dedalus programs
  system,   ///< real systems
  nodes,    ///< real systems each of whose nodes is a process
  runner,   ///< real systems that a runner executes
  both      ///< programs and real systems
};

/// An object whose fields a row reads or writes: only options, or a real system's config, which
/// contains options.
template <class AllOptions, class Config>
struct ValueHolder {
  ValueHolder(AllOptions& all) : options(&all) {}                             // NOLINT: implicit
  ValueHolder(Config& config) : options(&config.options), system(&config) {}  // NOLINT: implicit

  AllOptions* options;
  Config* system = nullptr;  ///< null if the object has only options
};
using ValueTarget = ValueHolder<Options, SystemConfig>;
using ValueSource = ValueHolder<const Options, const SystemConfig>;

/// The special runs in which an option may be given. In a normal search, every option may be given.
struct Uses {
  bool traces = false;  ///< runs with --traces
  /// Runs with --forever, which also allow all options of the groups input and fspec.
  bool forever = false;
  bool count = false;  ///< runs with --count, which also allow all options of the groups input and
                       ///< fspec
  /// Runs with --resume, even if the value differs from that of the run that is continued.
  bool resume = false;
};

struct OptionRow {
  /// Name of the option without dashes; "program" for files without an option. For a key that is
  /// not an option, the name of the option that overrides it, or an empty text.
  std::string_view name;
  char flag = '\0';  ///< short option, or '\0'
  /// Key in configs, such as "fspec.eot"; empty if configs do not have the option.
  std::string_view yaml;
  Kind kind = Kind::text;
  Group group = Group::input;
  std::string_view value_name;  ///< name of the value in help, such as a unit
  std::uint64_t low = 0;        ///< smallest value of integers, axes, bytes and seconds
  std::uint64_t high = 0;
  std::vector<std::string> choices;
  std::string_view help;
  /// Stores the value in its field. Null if another reader stores it.
  void (*assign)(ValueTarget, const Value&) = nullptr;
  /// Returns the value of the field, or nullopt if the field is empty. Null if the row has no
  /// field.
  std::optional<Value> (*value)(ValueSource) = nullptr;
  AppliesTo applies_to = AppliesTo::both;
  Uses uses{};

  // The following members matter only for keys of real systems' configs.
  bool required = false;
  /// Description of the key in the message about a missing key.
  std::string_view missing{};
  /// Default of a key without `assign`; empty if it has none.
  std::string_view fallback{};
  /// If the keys of a map depend on its form: the key that marks the form to which this row
  /// belongs. Otherwise empty.
  std::string_view form{};
  /// Number of choices at the end of the list that are refused with an explanation.
  std::size_t refused = 0;

  /// Returns the value as a user would write it. Empty if the field is empty.
  [[nodiscard]] std::string show(ValueSource from) const;
};

/// Returns all options in the order of `--help`, including the keys of configs of programs.
const std::vector<OptionRow>& option_table();

/// Returns all sections and the keys of real systems' configs, in the order of messages, without
/// the options.
const std::vector<OptionRow>& key_table();

/// Returns the row of the option with this name. Requires that there is one.
const OptionRow& option(std::string_view name);

/// Returns all options with their effective values, as texts for the results.
std::vector<std::pair<std::string, std::string>> effective_options(const Options& options);

}  // namespace ldfi::config
