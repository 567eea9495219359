// The one table of options and keys of configs. The YAML readers, the command line, `--help`,
// configs/schema.json and the options in the results are all made from it, so that no option can be
// known to one of them alone.
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

/// How an option's value is written and read.
enum class Kind : std::uint8_t {
  toggle,          ///< --check; in YAML true or false
  integer,         ///< 6
  choice,          ///< one of a few words; the index counts
  text,            ///< any text but the empty one
  results,         ///< a path that is written to; in YAML one below the working directory
  relation,        ///< a relation's name
  duration,        ///< seconds: 90, 120s, 2m, 1.5h, 500ms
  bytes,           ///< 512M, 4G, 4Gi, 1048576; every unit is a power of 1024
  names,           ///< a,b,c; in YAML a list
  axis,            ///< 1,4..8,10..20/5; in YAML a number, a list, or {from, to, step}
  programs,        ///< positional; in YAML a list of relative paths
  specifications,  ///< the same as folders, of .spec files
  folders,         ///< one each time the option is given; in YAML a list of relative paths
  texts,           ///< one each time the option is given; in YAML a list
  amount,          ///< all, none or an integer
  percent,         ///< 5%, 0.5%
  span,            ///< 2..5: the least and the most; 3 is both; in YAML an integer or [2, 5]
  groups,          ///< 'a b,c d': lists of names; in YAML a list of lists
  sets,            ///< 'a b,east=c d': groups, some of which have a name; in YAML also a map
  params,          ///< NAME=VALUE, one each time the option is given; in YAML a map
  param_axes,      ///< NAME=VALUES, likewise: a list of values, or a range of integers
  columns,         ///< NAME=COLUMN, likewise: an integer
  weights,         ///< KIND=NUMBER,KIND=NUMBER; in YAML a map
  // The following kinds occur in configs only.
  section,      ///< a map: the rows of its keys have its name and a dot before theirs
  time,         ///< 4s, 100ms, 20us, 5ns
  times,        ///< a list of such times
  words,        ///< a list of scalars
  client,       ///< c1, c2 and so on
  count,        ///< how many nodes there are, or a list of their names
  operations,   ///< numbers of operations: 3, [0, 3] or 0,3,5..8
  entries,      ///< a list of maps: the keys of each have rows, as those of a section
  message,      ///< a map with a key `type`, and any other keys
  nothing,      ///< 0, where a map would say more
  reserved,     ///< a key whose meaning is still to come: it is refused, except with 0
  time_axis,    ///< as axis, with times: a range needs a step
  amount_axis,  ///< as axis, also with all and none
};

/// The value that each kind reads. toggle: bool; integer, bytes and choice (its index): uint64;
/// duration: double, in seconds; text, results and relation: string; names, programs,
/// specifications, folders, texts, params, columns and weights: list of strings; groups: list of those; sets
/// and param_axes: the same, each with its name first (empty for a set without one); axis: numbers,
/// sorted; span: two numbers; amount: uint64, the largest for `all`;
/// percent: uint64, in millionths; time: uint64, in nanoseconds; words: list of strings.
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

/// The object whose fields a row reads or writes: the options, or a config with `system`, which contains options.
template <class AllOptions, class Config>
struct ValueHolder {
  ValueHolder(AllOptions& all) : options(&all) {}                             // NOLINT: implicit
  ValueHolder(Config& config) : options(&config.options), system(&config) {}  // NOLINT: implicit

  AllOptions* options;
  Config* system = nullptr;  ///< null if there are options alone
};
using ValueTarget = ValueHolder<Options, SystemConfig>;
using ValueSource = ValueHolder<const Options, const SystemConfig>;

/// The ways of running, besides a search of its own, in which the option may be given.
struct Uses {
  bool traces = false;  ///< --traces
  bool forever =
      false;           ///< --forever, which allows all options of the groups input and fspec anyway
  bool count = false;  ///< --count, which allows the same
  bool resume = false;  ///< --resume of a run that began with another value of the option
};

struct OptionRow {
  /// The option without dashes; "program" is the positional argument. A key that is not an option has
  /// the name of the option that overrides its value, or an empty name.
  std::string_view name;
  char flag = '\0';       ///< one letter, or none
  std::string_view yaml;  ///< "fspec.eot"; empty: not in configs
  Kind kind = Kind::text;
  Group group = Group::input;
  std::string_view value_name;  ///< the name of the value in help, with its unit
  std::uint64_t low = 0;        ///< of integers, axes, bytes and seconds
  std::uint64_t high = 0;
  std::vector<std::string> choices;
  std::string_view help;
  /// Stores the value. Null if a reader of its own stores it.
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
  /// In a map of several forms: the key that marks the form to which this key belongs. Empty if there is one form.
  std::string_view form{};
  std::size_t refused = 0;  ///< how many of the last choices are refused, with a reason

  /// Returns the value as a user would write it, or an empty text if there is none.
  [[nodiscard]] std::string show(ValueSource from) const;
};

/// Every option, in the order of `--help`, with the keys of configs of programs.
const std::vector<OptionRow>& option_table();

/// All sections, and the keys of configs with `system`, in the order in which messages list them.
/// Options are not among them.
const std::vector<OptionRow>& key_table();

/// The row of that name. It must exist (contract).
const OptionRow& option(std::string_view name);

/// All options with the values that took effect, for the results: (name, value as text).
std::vector<std::pair<std::string, std::string>> effective_options(const Options& options);

}  // namespace ldfi::config
