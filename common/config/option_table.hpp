// The only table of options and keys of configs. The YAML readers, the command line, `--help`,
// configs/schema.json and the options in results are all generated from it, so that they always
// agree.
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

/// The kind of an option's value: how it is written and read.
enum class Kind : std::uint8_t {
  toggle,          ///< --check; in YAML true or false
  integer,         ///< 6
  choice,          ///< one of a few words; its index is the value
  text,            ///< any text except the empty one
  results,         ///< a path of an output; in YAML a path below the working directory
  relation,        ///< name of a relation
  duration,        ///< seconds: 90, 120s, 2m, 1.5h, 500ms
  bytes,           ///< 512M, 4G, 4Gi, 1048576; every unit is a power of 1024
  names,           ///< a,b,c; in YAML a list
  axis,            ///< 1,4..8,10..20/5; in YAML a number, a list, or {from, to, step}
  programs,        ///< positional; in YAML a list of relative paths
  specifications,  ///< like folders, with .spec files
  folders,         ///< one each time the option is given; in YAML a list of relative paths
  texts,           ///< one each time the option is given; in YAML a list
  amount,          ///< all, none or an integer
  percent,         ///< 5%, 0.5%
  span,            ///< 2..5: lower and upper bound; 3 is both; in YAML an integer or [2, 5]
  groups,          ///< 'a b,c d': lists of names; in YAML a list of lists
  sets,            ///< 'a b,east=c d': groups, some of which have a name; in YAML also a map
  params,          ///< NAME=VALUE, one each time the option is given; in YAML a map
  param_axes,      ///< NAME=VALUES, one each time the option is given: a list of values, or a range
                   ///< of integers
  columns,         ///< NAME=COLUMN, one each time the option is given: an integer
  weights,         ///< KIND=NUMBER,KIND=NUMBER; in YAML a map
  // The following kinds occur in configs only.
  section,      ///< a map: the rows of its keys begin with its name and a dot
  time,         ///< 4s, 100ms, 20us, 5ns
  times,        ///< a list of times
  words,        ///< a list of scalars
  client,       ///< c1, c2 and so on
  count,        ///< the number of nodes, or a list of their names
  operations,   ///< numbers of operations: 3, [0, 3] or 0,3,5..8
  entries,      ///< a list of maps: the keys of each map have rows, as in a section
  message,      ///< a map with a key `type`, and any other keys
  nothing,      ///< 0, where a map would have more keys
  reserved,     ///< a key for future use: every value except 0 is refused
  time_axis,    ///< like axis, with times: a range needs a step
  amount_axis,  ///< like axis, also with all and none
};

/// The value that each kind reads. toggle: bool; integer, bytes and choice (its index): uint64;
/// duration: double, in seconds; text, results and relation: string; names, programs,
/// specifications, folders, texts, params, columns and weights: list of strings; groups: list of
/// lists of strings; sets and param_axes: the same, each list with its name first (empty for a set
/// without a name); axis: sorted numbers; span: two numbers; amount: uint64, the largest one for
/// `all`; percent: uint64, in millionths; time: uint64, in nanoseconds; words: list of strings.
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

/// Returns the word that names the group in `--help TOPIC`.
[[nodiscard]] std::string_view topic(Group group);

/// The subjects of runs that have an option or a key.
enum class AppliesTo : std::uint8_t {
  program,  ///< Dedalus programs
  system,   ///< real systems
  nodes,    ///< real systems each of whose nodes is a process
  runner,   ///< real systems that a runner executes
  both      ///< programs and real systems
};

/// The object whose fields a row reads or writes: the options, or a config with `system`, which
/// contains options.
template <class AllOptions, class Config>
struct ValueHolder {
  ValueHolder(AllOptions& all) : options(&all) {}                             // NOLINT: implicit
  ValueHolder(Config& config) : options(&config.options), system(&config) {}  // NOLINT: implicit

  AllOptions* options;
  Config* system = nullptr;  ///< null if there are only options
};
using ValueTarget = ValueHolder<Options, SystemConfig>;
using ValueSource = ValueHolder<const Options, const SystemConfig>;

/// The kinds of runs, besides a normal search, in which the option may be given.
struct Uses {
  bool traces = false;   ///< --traces
  bool forever = false;  ///< --forever; it allows all options of the groups input and fspec anyway
  bool count = false;    ///< --count; it allows these groups, too
  bool resume = false;   ///< --resume of a run that began with another value
};

struct OptionRow {
  /// The option without dashes; "program" is the positional argument. A key that is not an option has
  /// the name of the option that overrides its value, or an empty name.
  std::string_view name;
  char flag = '\0';       ///< short option, or '\0'
  std::string_view yaml;  ///< key, such as "fspec.eot"; empty if configs do not have it
  Kind kind = Kind::text;
  Group group = Group::input;
  std::string_view value_name;  ///< name of the value in help, with its unit
  std::uint64_t low = 0;        ///< lower bound of integers, axes, bytes and seconds
  std::uint64_t high = 0;
  std::vector<std::string> choices;
  std::string_view help;
  /// Stores the value. Null if a separate reader stores it.
  void (*assign)(ValueTarget, const Value&) = nullptr;
  /// Returns the value of the field, or nullopt if it is not set. Null if the row has no field.
  std::optional<Value> (*value)(ValueSource) = nullptr;
  AppliesTo applies_to = AppliesTo::both;
  Uses uses{};

  // The following members belong to keys that are not options: the keys of configs with `system`.
  bool required = false;
  /// The meaning of the key, in words, for the message that the key is missing.
  std::string_view missing{};
  /// The default of a key whose value `assign` does not store. Empty if the key has no default.
  std::string_view fallback{};
  /// In a map of several forms: the key that marks the form to which this key belongs. Empty if
  /// there is one form.
  std::string_view form{};
  std::size_t refused = 0;  ///< number of choices at the end of the list that are refused with a
                            ///< reason

  /// Returns the value as a user would write it, or an empty text if there is none.
  [[nodiscard]] std::string show(ValueSource from) const;
};

/// All options in the order of `--help`, with the keys of configs of programs.
const std::vector<OptionRow>& option_table();

/// All sections, and the keys of configs with `system`, in the order of messages. Options are not
/// included.
const std::vector<OptionRow>& key_table();

/// Returns the row with this name, which must exist (contract).
const OptionRow& option(std::string_view name);

/// Returns all options with their effective values, as texts for the results.
std::vector<std::pair<std::string, std::string>> effective_options(const Options& options);

}  // namespace ldfi::config
