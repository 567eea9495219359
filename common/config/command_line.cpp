// Reads the command line with CLI11, which only splits the arguments. Meanings, ranges and hints come
// from the table of options, so command line and config read a value in the same way.
#include "common/config/command_line.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "common/base/text.hpp"
#include "common/config/arguments.hpp"
#include "common/config/config_file.hpp"
#include "common/config/exclusive.hpp"
#include "common/config/fault_check.hpp"
#include "common/config/isolation.hpp"
#include "common/config/option_table.hpp"
#include "common/config/option_value.hpp"
#include "common/config/output_check.hpp"
#include "common/config/param.hpp"
#include "common/config/search_check.hpp"
#include "common/config/system_cells.hpp"

namespace ldfi::config {
namespace {

/// The values that were given, by the name of the option. "program" has the file arguments; "help"
/// and "version" may occur, too.
using Given = std::map<std::string, std::vector<std::string>, std::less<>>;

std::string dashes(const OptionRow& row) {
  return fmt::format("--{}", row.name);
}

std::string with_hints(std::string message, const std::vector<std::string>& hints) {
  for (const std::string& hint : hints) message += "\n  hint: " + hint;
  return message;
}

bool is_config(const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

/// Reads one command line and collects all its problems.
class CommandLineReader {
 public:
  CommandLine read(const std::vector<std::string>& args);

 private:
  Given split(const std::vector<std::string>& args);
  void refuse_empty_values(const std::vector<std::string>& args);
  void apply(const Given& given);
  void apply_one(const OptionRow& row, const std::vector<std::string>& values);
  /// Reads the config, or takes the program files. Returns false if there is nothing to run.
  bool read_config_or_programs(const std::vector<std::string>& paths);
  void load_config(const std::string& path);
  void check_fspec();
  void check_required(std::string_view name, bool present);
  void check_rest(const Given& given);
  /// Reports a problem that concerns these options. If the command line sets one of them, or if
  /// there is no config, it is a problem of the command line. Otherwise it is a problem of the
  /// config, at the first of these options that the config sets.
  void problem(const char* code, const std::vector<std::string_view>& names, std::string message);
  Problem reporter() {
    return [this](const char* code, const std::vector<std::string_view>& names,
                  std::string message) { problem(code, names, std::move(message)); };
  }
  void finish();

  CommandLine line_;
  ConfigFile config_;
  Given given_;
  std::vector<std::string> usage_;
  std::vector<Diagnostic> problems_;
};

/// Refuses `--output=`, because CLI11 would take the next argument as the value.
void CommandLineReader::refuse_empty_values(const std::vector<std::string>& args) {
  for (const Argument& one : classified(args)) {
    const std::string& text = one.text;
    if (one.part == Part::option && text.size() > 3 && text.starts_with("--") &&
        text.find('=') == text.size() - 1) {
      usage_.push_back(fmt::format("{}: the value is empty",
                                   shown_line(std::string_view(text).substr(0, text.size() - 1))));
    }
  }
  if (!usage_.empty()) finish();
}

/// Returns true if the arguments may contain this option. Only such options are passed to CLI11,
/// because it compares each argument with all its options, which would take most of the time.
bool may_occur(std::string_view name, char flag, const std::vector<std::string>& args) {
  return std::any_of(args.begin(), args.end(), [&](std::string_view arg) {
    if (arg.size() < 2 || arg[0] != '-') return false;
    if (arg[1] != '-')
      // Short options may be combined, as in -qv.
      return flag != '\0' && arg.find(flag) != arg.npos;
    return arg.substr(2).starts_with(name);
  });
}

Given CommandLineReader::split(const std::vector<std::string>& args) {
  refuse_empty_values(args);
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::map<std::string, CLI::Option*> added;
  const auto ignore = [](const CLI::results_t&) { return true; };
  for (const OptionRow& row : option_table()) {
    const std::string name(row.name);
    const std::string flag = row.flag == '\0' ? "" : fmt::format("-{},", row.flag);
    if (row.kind == Kind::programs) continue;  // CLI11 returns the file arguments in their order
    if (!may_occur(row.name, row.flag, args)) continue;
    if (row.kind == Kind::toggle) {
      added[name] = app.add_flag(flag + "--" + name);
    } else {
      added[name] = app.add_option(flag + "--" + name, ignore);
      added[name]->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
  added["help"] = app.add_flag("-h,--help");
  added["version"] = app.add_flag("--version");
  try {
    app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
  } catch (const CLI::ArgumentMismatch& e) {  // a message such as "--eot: 1 required …"
    const std::string text = e.what();
    throw UsageError(
        fmt::format("{}: the value is missing", shown_line(text.substr(0, text.find(':')))));
  } catch (const CLI::ParseError& e) {
    throw UsageError(shown_line(e.what()));
  }
  Given given;
  bool only_files = false;
  for (const std::string& extra : app.remaining()) {
    if (!only_files && extra == "--") {
      only_files = true;
    } else if (!only_files && extra.size() > 1 && extra[0] == '-') {
      usage_.push_back(unknown_option(extra));
    } else {
      given["program"].push_back(extra);
    }
  }
  for (const auto& [name, option] : added) {
    if (option->count() == 0) continue;
    given[name] = option->results();
    for (const std::string& value : given[name]) {
      if (value.size() > 2 && value.starts_with("--")) {
        usage_.push_back(
            fmt::format("--{}: the value is missing before {}", name, shown_line(value)));
      }
    }
  }
  return given;
}

void CommandLineReader::apply_one(const OptionRow& row, const std::vector<std::string>& values) {
  const bool repeats = row.kind == Kind::specifications || row.kind == Kind::folders ||
                       row.kind == Kind::params || row.kind == Kind::param_axes ||
                       row.kind == Kind::columns || row.kind == Kind::texts;
  if (values.size() > 1 && !repeats) {
    usage_.push_back(fmt::format("{} is given {} times", dashes(row), values.size()));
    return;
  }
  const auto refuse = [&](const Refusal& refusal) {
    usage_.push_back(
        with_hints(fmt::format("{}: {}", dashes(row), printable(refusal.message)), refusal.hints));
  };
  if (row.kind == Kind::toggle) {
    if (values[0] == "true") {
      row.assign(line_.options, true);
    } else {
      refuse({"takes no value", {}});
    }
  } else if (row.kind == Kind::sets) {
    const auto sets = split_sets(values[0]);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (const auto refusal = check_set(sets, i)) refuse(*refusal);
    }
    row.assign(line_.options, sets);
  } else if (row.kind == Kind::param_axes) {
    const auto axes = read_param_axes(row, values);
    if (const auto* refusal = std::get_if<Refusal>(&axes)) return refuse(*refusal);
    row.assign(line_.options, std::get<0>(axes));
  } else if (row.kind == Kind::groups) {
    const auto groups = split_groups(values[0]);
    for (const auto& group : groups) {
      if (const auto refusal = check_group(group)) refuse(*refusal);
    }
    row.assign(line_.options, groups);
  } else if (row.kind == Kind::names || row.kind == Kind::weights || repeats) {
    const auto items = repeats ? values : split_names(values[0]);
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (const auto refusal = check_item(row, items, i, false)) refuse(*refusal);
    }
    row.assign(line_.options, items);
  } else {
    const auto result = read_value(row, values[0]);
    if (const auto* refusal = std::get_if<Refusal>(&result)) {
      refuse(*refusal);
    } else {
      row.assign(line_.options, std::get<Value>(result));
    }
  }
}

void CommandLineReader::load_config(const std::string& path) {
  const FileId file = line_.sources.add(path, "");
  line_.config_file = file;
  std::string text = read_config_bytes(path, file, problems_);
  if (has_errors(problems_)) throw SourcedError(std::move(problems_), std::move(line_.sources));
  line_.sources = SourceSet();
  line_.sources.add(path, text);
  std::vector<std::string> wrong;
  const GivenValues given = [this](std::string_view name) {
    const auto found = given_.find(name);
    return found == given_.end() ? nullptr : &found->second;
  };
  config_ = read_named_config(text, path, file, problems_,
                              [&] { return read_system_options(given, wrong); });
  if (config_.system) {
    usage_.insert(usage_.end(), wrong.begin(), wrong.end());
    take_unplaced(problems_, usage_);
  }
  if (!config_.readable) throw SourcedError(std::move(problems_), std::move(line_.sources));
  line_.options = config_.options;
  line_.options.config_path = path;
  line_.options.config_text = std::move(text);
  line_.fspec_place = config_.fspec_place;
  if (config_.places.contains("externals")) line_.externals_place = config_.places.at("externals");
}

bool CommandLineReader::read_config_or_programs(const std::vector<std::string>& paths) {
  const auto config = std::find_if(paths.begin(), paths.end(), is_config);
  if (paths.empty()) {
    usage_.push_back(
        "nothing to run: name a config (.yaml) or programs (.ded), such as ldfi-farm "
        "configs/kafka.yaml");
    return false;
  }
  if (paths.size() > 1 && paths[0].find_first_of("./") == std::string::npos) {
    usage_.push_back(unknown_command(paths[0]));
    return false;
  }
  if (config != paths.end() && paths.size() > 1) {
    usage_.push_back(fmt::format(
        "the config {} must be the only file: it names the programs itself", shown_line(*config)));
    return false;
  }
  if (config != paths.end()) {
    load_config(*config);
    return true;
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (const auto refusal = check_item(option("program"), paths, i, false)) {
      const bool specification = paths[i].ends_with(".spec");
      usage_.push_back(printable(refusal->message) +
                       (specification ? ": name it with --spec" : " (nor a .yaml config)"));
    }
  }
  line_.options.programs = paths;
  return true;
}

void CommandLineReader::apply(const Given& given) {
  Options& o = line_.options;
  Params configured{std::move(o.params), std::move(o.sweep_params)};
  o.params.clear();
  o.sweep_params.clear();
  for (const OptionRow& row : option_table()) {
    const auto it = given.find(row.name);
    // True if read_system_options() reads this option.
    const bool read = config_.system && is_system_value(row.name);
    if (it != given.end() && row.kind != Kind::programs && !read) apply_one(row, it->second);
  }
  const Params said{std::move(o.params), std::move(o.sweep_params)};
  if (const std::string both = value_and_axis(said); !both.empty()) {
    usage_.push_back(fmt::format("--sweep-param {0}=... and -D {0}=... exclude each other", both));
  }
  Params all = merged(std::move(configured), said);
  o.params = std::move(all.values);
  o.sweep_params = std::move(all.axes);
}

void CommandLineReader::problem(const char* code, const std::vector<std::string_view>& names,
                                std::string message) {
  const auto is_given = [this](std::string_view name) { return given_.contains(name); };
  if (!line_.config_file || std::ranges::any_of(names, is_given)) {
    usage_.push_back(std::move(message));
    return;
  }
  SourceRange where = config_.fspec_place;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    if (const auto it = config_.places.find(*name); it != config_.places.end()) where = it->second;
  }
  problems_.push_back({Severity::error, code, where, std::move(message), {}});
}

void CommandLineReader::check_required(std::string_view name, bool present) {
  if (present || config_.places.contains(name) || given_.contains(name)) return;
  const OptionRow& row = option(name);
  // The message about a misspelt key has already suggested this key.
  if (suggests(problems_, row.yaml.substr(row.yaml.rfind('.') + 1))) return;
  problem("config-missing", {name},
          line_.config_file
              ? fmt::format("{} is missing (or -{} on the command line)", row.yaml, row.flag)
              : fmt::format("-{}/--{} is missing: write for example -{} {}", row.flag, row.name,
                            row.flag, row.name == "eot" ? 6 : 3));
}

void CommandLineReader::check_fspec() {
  const Problem report = reporter();
  const IsGiven given = [this](std::string_view name) { return given_.contains(name); };
  const IsGiven configured = [this](std::string_view name) {
    return config_.places.contains(name);
  };
  check_sweep(line_.options, given, configured, report);
  if (!line_.options.sweep && !line_.options.forever) {
    check_required("eot", line_.options.eot.has_value());
    check_required("eff", line_.options.eff.has_value());
  }
  const auto& nodes = line_.options.nodes;
  for (const std::string& name : line_.options.data_names) {
    if (std::find(nodes.begin(), nodes.end(), name) == nodes.end()) continue;
    problem("config-names", {"data-names", "nodes"},
            fmt::format("{} is named both as a node and as data", shown(name)));
  }
  check_faults(
      line_.options, [&](std::string_view name) { return given(name) || configured(name); },
      report);
  if (line_.options.pre == line_.options.post) {
    problem(
        "config-invariant", {"pre", "post"},
        fmt::format("pre and post are both {}: such an invariant always holds", line_.options.pre));
  }
}

void CommandLineReader::check_rest(const Given& given) {
  const IsGiven is_given = [&given](std::string_view name) {
    const auto found = given.find(name);
    return found != given.end() && !found->second.empty();
  };
  for (auto& text : exclusive_options(is_given, line_.system.has_value())) usage_.push_back(text);
  if (line_.options.output.empty()) return;
  const bool by_config = config_.places.contains("output") && !given.contains("output");
  for (auto& error : check_output(line_.options, by_config)) {
    problem("config-output", {"output"}, std::move(error));
  }
}

void CommandLineReader::finish() {
  if (!usage_.empty()) throw UsageError(fmt::format("{}", fmt::join(usage_, "\n")));
  if (has_errors(problems_)) throw SourcedError(std::move(problems_), std::move(line_.sources));
  if (line_.options.replay)
    line_.replay_file = line_.sources.add("--replay", *line_.options.replay);
}

CommandLine CommandLineReader::read(const std::vector<std::string>& args) {
  given_ = split(args);
  if (given_.contains("help") || given_.contains("version")) {
    const bool help = given_.contains("help");
    line_.action = help ? CommandLine::Action::help : CommandLine::Action::version;
    line_.text = help ? help_text(help_topic_of(given_["program"]))
                      : fmt::format("ldfi-farm {}\n", version());
    return std::move(line_);
  }
  if (!usage_.empty()) finish();
  const bool traces = given_.contains("traces");
  const bool runnable = !traces && read_config_or_programs(given_["program"]);
  apply(given_);
  if (given_.contains("externals")) line_.externals_place.reset();
  line_.system = std::move(config_.system);
  line_.cells = std::move(config_.cells);
  line_.skipped = config_.skipped;
  if (line_.system && line_.cells.empty() && given_.contains("sweep")) {
    usage_.emplace_back(
        "--sweep: the config has no `sweep`; add one, or give an axis such as "
        "--sweep-eff 100ms,300ms");
  }
  if (runnable && !line_.system) {
    check_fspec();
    check_search(line_.options, reporter());
  }
  check_rest(given_);
  if (!traces) choose_output(line_.options, given_.contains("output"));
  finish();
  return std::move(line_);
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& args) {
  return CommandLineReader().read(args);
}

std::string_view version() {
  return LDFI_VERSION;
}

}  // namespace ldfi::config
