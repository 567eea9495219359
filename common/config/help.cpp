// Generates the text of --help from the table of options.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>

#include "common/base/contract.hpp"
#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/base/wrapped.hpp"
#include "common/config/arguments.hpp"
#include "common/config/command_line.hpp"
#include "common/config/option_table.hpp"
#include "common/config/progress_columns.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::config {
namespace {

constexpr std::size_t width = 100;
constexpr std::size_t indent = 29;

constexpr std::string_view usage =
    "ldfi-farm: find the faults that break a distributed system, or prove that there are none\n\n"
    "Usage: ldfi-farm [COMMAND] CONFIG.yaml [options]              a protocol, or real programs\n"
    "       ldfi-farm [COMMAND] A.ded [B.ded ...] -t TICK -f TICK [options]\n"
    "       mpirun -n 64 ldfi-farm [COMMAND] CONFIG.yaml [options]    rank 0 leads, the others "
    "work\n";

constexpr std::string_view ending =
    "\nExit status:\n"
    "  0   certified: no admissible fault set violates the invariant (proved)\n"
    "  1   a counterexample was found, or the failure-free run fails already\n"
    "  2   inconclusive (nothing was proved), or vacuous (nothing was promised)\n"
    "  64  wrong usage\n"
    "  65  wrong program, config or fault set\n"
    "  70  a defect of ldfi-farm\n"
    "  74  a failure of input, output or MPI\n"
    "  85  stopped on request, with everything saved\n";

constexpr std::string_view examples =
    "\nExamples:\n"
    "  ldfi-farm configs/kafka.yaml\n"
    "  ldfi-farm replay configs/kafka.yaml 'O(b,Z,1) C(a,4)'\n"
    "  ldfi-farm a.ded b.ded -N a,b,c -t 6 -f 3 -c 1 --stop all\n"
    "  mpirun -n 8 ldfi-farm sweep configs/paxos.yaml --time-limit 10m\n";

/// An option of daily use, which has a shorter explanation here than in its row.
struct DailyOption {
  std::string_view name;
  std::string_view help;
};

constexpr std::array daily_options{
    DailyOption{"nodes", "the nodes"},
    DailyOption{"eot", "the last tick of a run"},
    DailyOption{"eff", "the last tick at which messages may be lost"},
    DailyOption{"crashes", "how many nodes may crash; more kinds of faults: --help faults"},
    DailyOption{"restarts", "how many crashed nodes may restart"},
    DailyOption{"partitions", "how many network partitions may happen"},
    DailyOption{"delay-max", "how many ticks a message may arrive late"},
    DailyOption{"spec", "a file of specifications"},
    DailyOption{"param", "another value for a constant of the program"},
    DailyOption{"stop", "first: stop at a counterexample; all: find all minimal ones"},
    DailyOption{"strategy", "how fault sets are chosen: lineage, random, exhaustive, ..."},
    DailyOption{"known", "fault sets or files with known counterexamples, to leave out"},
    DailyOption{"certificate", "write a proof that ldfi-check checks"},
    DailyOption{"time-limit", "stop the search after this time: 90, 120s, 2m, 1h"},
    DailyOption{"max-runs", "stop the search after this many executions"},
    DailyOption{"output", "the results file, which ldfi-results reads"},
    DailyOption{"resume", "continue a run that was stopped or killed"},
    DailyOption{"quiet", "print errors only"},
};

/// Returns the explanation of an option in --help, with its choices, range, default and key.
std::string description(const OptionRow& row) {
  std::string text(row.help);
  std::vector<std::string> notes;
  if (!row.choices.empty()) notes.push_back(fmt::format("{}", fmt::join(row.choices, "|")));
  if ((row.kind == Kind::integer || row.kind == Kind::axis || row.kind == Kind::span) &&
      row.high != std::numeric_limits<std::uint64_t>::max()) {
    notes.push_back(fmt::format("{}..{}", row.low, row.high));
  }
  const std::string value = row.show(Options{});
  if (row.kind != Kind::toggle && !value.empty()) notes.push_back("default " + value);
  if (!row.yaml.empty()) notes.push_back(fmt::format("config: {}", row.yaml));
  if (!notes.empty()) text += fmt::format(" [{}]", fmt::join(notes, "; "));
  return text;
}

/// Returns a line of help: `left` in the left column, and the wrapped `text` in the right column.
std::string entry(const std::string& left, const std::string& text) {
  return two_columns(left, text, width, indent);
}

std::string left_of(const OptionRow& row) {
  if (row.kind == Kind::programs) return fmt::format("  {}", row.value_name);
  const std::string flag = row.flag == '\0' ? "    " : fmt::format("-{}, ", row.flag);
  const std::string value = row.value_name.empty() ? "" : fmt::format(" {}", row.value_name);
  return fmt::format("  {}--{}{}", flag, row.name, value);
}

/// Returns the list of commands with their explanations.
std::string commands_text(std::string_view topic = "") {
  std::string out = "\nCommands:\n";
  for (const CommandWord& command : command_table()) {
    if (!topic.empty() && command.topic != topic) continue;
    out += entry(fmt::format("  {}", command.name), std::string(command.help));
  }
  return out;
}

/// Returns the options of one group, or of all groups.
std::string options_text(std::optional<Group> only) {
  std::string out;
  std::optional<Group> group;
  for (const OptionRow& row : option_table()) {
    if (only && only != row.group) continue;
    if (group != row.group) out += fmt::format("\n{}:\n", title(row.group));
    group = row.group;
    out += entry(left_of(row), description(row));
  }
  return out;
}

std::string progress_text() {
  std::string out =
      "\nProgress, on stderr (a line a second on a terminal, every 10 s elsewhere; not with "
      "--quiet):\n";
  for (const ProgressColumn& column : progress_columns) {
    out += entry(fmt::format("  {}", column.name), std::string(column.meaning));
  }
  out += "\nProgress of a real system, as often:\n";
  for (const ProgressColumn& column : system_progress_columns) {
    out += entry(fmt::format("  {}", column.name), std::string(column.meaning));
  }
  return out;
}

std::string daily_text() {
  std::string out = std::string(usage) + commands_text() + "\nOptions of daily use:\n";
  for (const DailyOption& daily : daily_options) {
    out += entry(left_of(option(daily.name)), std::string(daily.help));
  }
  out += entry("      --json", "the answer as one line of JSON");
  out += entry("  -h, --help TOPIC", fmt::format("{}", fmt::join(help_topics(), ", ")));
  return out + "\nExit status: 0 certified, 1 counterexample, 2 neither; others: --help output\n" +
         std::string(examples);
}

std::string all_text() {
  std::string out = std::string(usage) + commands_text() + options_text(std::nullopt);
  out += entry("      --version", "print the version");
  out += entry("  -h, --help", "print the options of daily use; --help all prints all of them");
  return out + std::string(ending) + progress_text() + std::string(examples);
}

}  // namespace

std::vector<std::string> help_topics() {
  std::vector<std::string> out;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(last_group); ++i) {
    out.emplace_back(topic(static_cast<Group>(i)));
  }
  out.emplace_back("all");
  return out;
}

std::string help_topic_of(const std::vector<std::string>& words) {
  if (words.empty() || words[0].find_first_of("./") != std::string::npos) return "";
  const std::vector<std::string> topics = help_topics();
  if (std::ranges::count(topics, words[0]) > 0) return words[0];
  const std::string all = fmt::format("topics: {}", fmt::join(topics, ", "));
  throw UsageError(fmt::format("--help: there is no topic {}", shown_line(words[0])) +
                   hint_line(did_you_mean(closest(words[0], topics), all)));
}

std::string help_text(std::string_view wanted) {
  if (wanted.empty()) return daily_text();
  if (wanted == "all") return all_text();
  const std::vector<std::string> topics = help_topics();
  const auto found = std::ranges::find(topics, wanted);
  LDFI_REQUIRE(found != topics.end(), "the topic is one of help_topics()");
  const auto group = static_cast<Group>(found - topics.begin());
  const bool has_commands = std::ranges::count(command_table(), wanted, &CommandWord::topic) > 0;
  std::string out = ((has_commands ? commands_text(wanted) : "") + options_text(group)).substr(1);
  if (group == Group::fspec) {
    out += "\nFaults of a program, as --replay and results show them:\n" +
           entry("",
                 "O(a,b,1): the messages from a to b sent at tick 1 are lost. C(a,2): a crashes at "
                 "tick 2. Ticks are numbered from 1. docs/reference/faults.md shows all kinds.") +
           "\nFaults of a real system:\n" + entry("", std::string(systems::fault_forms()));
  }
  if (group == Group::output) out += std::string(ending) + progress_text();
  return out;
}

}  // namespace ldfi::config
