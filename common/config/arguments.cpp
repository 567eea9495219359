#include "common/config/arguments.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "common/base/diagnostic.hpp"
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

/// Returns the indices of the arguments that are neither options nor values of options.
std::vector<std::size_t> files_of(const std::vector<std::string>& arguments) {
  std::vector<std::size_t> out;
  bool only_files = false;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (!only_files && arguments[i] == "--") {
      only_files = true;
    } else if (!only_files && arguments[i].size() > 1 && arguments[i][0] == '-') {
      if (named_option(arguments[i]).takes_next) ++i;
    } else {
      out.push_back(i);
    }
  }
  return out;
}

bool asks_for_help(const std::vector<std::string>& arguments) {
  return std::ranges::any_of(arguments, [](const std::string& argument) {
    return argument == "--help" || argument == "-h";
  });
}

std::vector<std::string> without_command(const CommandWord& command,
                                         std::vector<std::string> arguments) {
  arguments.erase(arguments.begin() + 1);
  if (asks_for_help(arguments)) return {arguments[0], "--help", std::string(command.topic)};
  if (command.option.empty()) return arguments;
  const std::string option = fmt::format("--{}", command.option);
  if (command.operand.empty()) {
    arguments.insert(arguments.begin() + 1, option);
    return arguments;
  }
  const std::vector<std::size_t> files = files_of(arguments);
  if (files.size() < command.files) {
    throw UsageError(fmt::format("{0}: {1} is missing\n  hint: {2}", command.name, command.operand,
                                 command.help));
  }
  const std::string value = arguments[files.back()];
  arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(files.back()));
  arguments.insert(arguments.begin() + 1, {option, value});
  return arguments;
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
  return fmt::format("there is no option {}", shown_line(argument)) +
         (near.empty() ? "" : fmt::format("\n  hint: did you mean {}?", near));
}

std::string unknown_command(const std::string& word) {
  std::vector<std::string> names;
  for (const CommandWord& command : commands) names.emplace_back(command.name);
  const std::string near = closest(word, names);
  return fmt::format("there is no command {}\n  hint: {}", shown_line(word),
                     near.empty() ? fmt::format("commands: {}", fmt::join(names, ", "))
                                  : fmt::format("did you mean {}?", near));
}

NamedOption named_option(std::string_view argument) {
  if (argument.size() < 2 || argument[0] != '-') return {};
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

std::vector<std::string> canonical_arguments(const std::vector<std::string>& arguments) {
  const CommandWord* command = arguments.size() > 1 ? command_of(arguments[1]) : nullptr;
  const std::vector<std::string> words =
      command == nullptr ? arguments : without_command(*command, arguments);
  std::vector<std::string> out;
  bool only_files = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    only_files = only_files || words[i] == "--";
    if (!only_files && words[i] == "--json") {
      out.insert(out.end(), {"--summary", "json"});
      continue;
    }
    out.push_back(words[i]);
    const bool takes_next = !only_files && i > 0 && named_option(words[i]).takes_next;
    if (takes_next && i + 1 < words.size()) out.push_back(words[++i]);
  }
  return out;
}

}  // namespace ldfi::config
