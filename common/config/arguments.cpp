#include "common/config/arguments.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "common/base/diagnostic.hpp"
#include "common/base/did_you_mean.hpp"
#include "common/base/errors.hpp"
#include "common/base/text.hpp"

namespace ldfi::config {
namespace {

constexpr std::array commands{
    CommandWord{"search", "", "", 0, "search",
                "find a minimal counterexample, or prove that there is none (default)"},
    CommandWord{"sweep", "sweep", "", 0, "sweep",
                "search a grid: other lengths of a run, other numbers of faults"},
    CommandWord{"replay", "replay", "FAULTS", 2, "replay",
                "run one fault set: ldfi-farm replay CONFIG 'O(a,b,1) C(a,2)'"},
    CommandWord{"minimise", "minimise", "", 0, "replay",
                "search, then reduce the counterexample to what it needs"},
    CommandWord{"prove", "forever", "", 0, "prove", "prove the invariant for runs of any length"},
    CommandWord{"count", "count", "", 0, "prove",
                "count the fault sets that violate the invariant"},
    CommandWord{"lint", "check", "", 0, "search",
                "check the program and the config without a search"},
    CommandWord{"traces", "traces", "FOLDER", 1, "systems",
                "propose faults from recordings: ldfi-farm traces FOLDER"},
};

const CommandWord* command_of(std::string_view word) {
  const auto* const found = std::ranges::find(commands, word, &CommandWord::name);
  return found == commands.end() ? nullptr : found;
}

bool is_file(const Argument& one) {
  return one.part == Part::file;
}

/// The row of an argument such as `--eot`, `--eot=3`, `-t` or `-t3`, or null if there is none.
/// `takes_next` is true if the next argument is the option's value.
struct NamedOption {
  const OptionRow* row = nullptr;
  bool takes_next = false;
};

NamedOption named_option(std::string_view argument) {
  const bool is_long = argument[1] == '-';
  const std::size_t equals = argument.find('=');
  const std::string_view name = argument.substr(2, is_long ? equals - 2 : 0);
  for (const OptionRow& row : option_table()) {
    if (row.kind == Kind::programs) continue;
    const bool has_value = row.kind != Kind::toggle;
    if (is_long && row.name == name) return {&row, has_value && equals == argument.npos};
    if (!is_long && row.flag == argument[1]) return {&row, has_value && argument.size() == 2};
  }
  return {};
}

/// Adds the option, and each of several combined short options on its own. Returns true if the next
/// argument is the value of the last one.
bool add_options(std::string text, std::vector<Argument>& out) {
  for (;;) {
    const NamedOption named = named_option(text);
    const bool has_no_value =
        named.row != nullptr ? named.row->kind == Kind::toggle : text[1] == 'h';
    const bool is_combined = text[1] != '-' && text.size() > 2 && has_no_value;
    out.push_back({is_combined ? text.substr(0, 2) : text, Part::option, named.row});
    if (!is_combined) return named.takes_next;
    text.erase(1, 1);
  }
}

/// Returns the option that stands for the command, with its operand, which it removes from the
/// arguments.
std::vector<std::string> option_of(const CommandWord& command, std::vector<Argument>& arguments) {
  if (command.option.empty()) return {};
  const std::string option = fmt::format("--{}", command.option);
  if (command.operand.empty()) return {option};
  const auto files = static_cast<std::size_t>(std::ranges::count_if(arguments, is_file));
  if (files < command.files) {
    throw UsageError(fmt::format("{0}: {1} is missing\n  hint: {2}", command.name, command.operand,
                                 command.help));
  }
  const auto last = std::find_if(arguments.rbegin(), arguments.rend(), is_file);
  const std::string value = last->text;
  arguments.erase(std::next(last).base());
  return {option, value};
}

}  // namespace

std::span<const CommandWord> command_table() {
  return commands;
}

std::string unknown_option(const std::string& argument) {
  std::string word = argument.substr(0, argument.find('='));
  std::vector<std::string> known{"--help", "--version", "--json"};
  for (const OptionRow& row : option_table()) {
    if (row.kind != Kind::programs) known.push_back(fmt::format("--{}", row.name));
  }
  if (word.size() > 2 && !word.starts_with("--")) word.insert(0, "-");
  const std::string near = std::ranges::count(known, word) > 0 ? word : closest(word, known);
  return fmt::format("there is no option {}", shown_line(argument)) + hint_line(did_you_mean(near));
}

std::string unknown_command(const std::string& word) {
  std::vector<std::string> names;
  for (const CommandWord& command : commands) names.emplace_back(command.name);
  if (command_of(word) != nullptr) {
    return fmt::format("the command {} must be the first argument, and the only command", word);
  }
  const std::string all = fmt::format("commands: {}", fmt::join(names, ", "));
  return fmt::format("there is no command {}", shown_line(word)) +
         hint_line(did_you_mean(closest(word, names), all));
}

std::vector<Argument> classified(std::span<const std::string> arguments) {
  std::vector<Argument> out;
  bool only_files = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& text = arguments[i];
    if (only_files || text.size() < 2 || text[0] != '-') {
      out.push_back({text});
    } else if (text == "--") {
      only_files = true;
      out.push_back({text, Part::end});
    } else if (add_options(text, out) && i + 1 < arguments.size()) {
      out.push_back({arguments[++i], Part::value, out.back().row});
    }
  }
  return out;
}

std::vector<std::string> canonical_arguments(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return {};
  const CommandWord* command = arguments.size() > 1 ? command_of(arguments[1]) : nullptr;
  std::vector<Argument> words =
      classified(std::span(arguments).subspan(command == nullptr ? 1 : 2));
  std::vector<std::string> out{arguments[0]};
  if (command != nullptr) {
    if (std::ranges::any_of(words, &Argument::is_help)) {
      return {arguments[0], "--help", std::string(command->topic)};
    }
    const std::vector<std::string> option = option_of(*command, words);
    out.insert(out.end(), option.begin(), option.end());
  }
  for (const Argument& word : words) {
    if (word.part == Part::option && word.text == "--json") {
      out.insert(out.end(), {"--summary", "json"});
    } else {
      out.push_back(word.text);
    }
  }
  return out;
}

}  // namespace ldfi::config
