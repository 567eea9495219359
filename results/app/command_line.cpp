// Reads the command line. The library CLI11 splits the arguments, and tables of commands and options define
// what they mean.
#include "results/app/command_line.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "common/base/diagnostic.hpp"
#include "common/base/did_you_mean.hpp"
#include "common/base/files/file.hpp"
#include "common/base/text.hpp"

namespace ldfi::results {
namespace {

std::string unknown_option(const std::string& argument) {
  std::vector<std::string> known{"--help", "--version"};
  for (const OptionRow& row : option_table()) known.push_back(fmt::format("--{}", row.name));
  const std::string word = argument.substr(0, argument.find('='));
  return fmt::format("there is no option {}", shown_line(word)) +
         hint_line(did_you_mean(closest(word, known)));
}

std::string unknown_command(const std::string& word) {
  std::vector<std::string> known;
  for (const CommandRow& row : command_table()) known.emplace_back(row.name);
  return fmt::format("there is no command {}; there are: {}", shown_line(word),
                     fmt::join(known, ", ")) +
         hint_line(did_you_mean(closest(word, known)));
}

class CommandLineReader {
 public:
  CommandLine read(const std::vector<std::string>& args);

 private:
  void split(const std::vector<std::string>& args);
  void take_command();
  void take_options();
  void check_stages();
  void check_export();
  void check_check();
  void finish() const {
    if (!problems_.empty()) throw UsageError(fmt::format("{}", fmt::join(problems_, "\n")));
  }

  CommandLine line_;
  const CommandRow* command_ = nullptr;
  std::map<std::string, std::vector<std::string>, std::less<>> given_;
  std::vector<std::string> words_;
  std::vector<std::string> problems_;
};

void CommandLineReader::split(const std::vector<std::string>& args) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::map<std::string, CLI::Option*> added;
  for (const OptionRow& row : option_table()) {
    const std::string name(row.name);
    const std::string flag = row.flag == '\0' ? "" : fmt::format("-{},", row.flag);
    if (row.value.empty()) {
      added[name] = app.add_flag(flag + "--" + name);
    } else {
      added[name] = app.add_option(flag + "--" + name, [](const CLI::results_t&) { return true; });
      added[name]->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
  added["help"] = app.add_flag("-h,--help");
  added["version"] = app.add_flag("--version");
  try {
    app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
  } catch (const CLI::ArgumentMismatch& e) {
    const std::string text = e.what();
    throw UsageError(
        fmt::format("{}: the value is missing", shown_line(text.substr(0, text.find(':')))));
  } catch (const CLI::ParseError& e) {
    throw UsageError(shown_line(e.what()));
  }
  bool only_words = false;
  for (const std::string& extra : app.remaining()) {
    if (!only_words && extra == "--") {
      only_words = true;
    } else if (!only_words && extra.size() > 1 && extra[0] == '-') {
      problems_.push_back(unknown_option(extra));
    } else {
      words_.push_back(extra);
    }
  }
  for (const auto& [name, option] : added) {
    if (option->count() > 0) given_[name] = option->results();
  }
}

void CommandLineReader::take_command() {
  if (words_.empty()) {
    problems_.emplace_back(
        "nothing to do: write a command and a results file, such as ldfi-results summary kafka.h5");
    return;
  }
  for (const CommandRow& row : command_table()) {
    if (row.name == words_[0]) command_ = &row;
  }
  if (command_ == nullptr) {
    problems_.push_back(unknown_command(words_[0]));
    return;
  }
  line_.command = command_->command;
  if (words_.size() < 2 && line_.command == Command::check && given_.contains("history")) return;
  if (words_.size() < 2) {
    problems_.push_back(fmt::format("{}: the name of a {} is missing", command_->name,
                                    line_.command == Command::watch        ? "journal (.journal)"
                                    : line_.command == Command::import_log ? "ShiViz log"
                                    : line_.command == Command::check      ? "history"
                                                                           : "results file (.h5)"));
    return;
  }
  line_.file = words_[1];
  line_.files.assign(words_.begin() + 1, words_.end());
  if (line_.command == Command::report) return;
  line_.files.resize(1);
  line_.runs.assign(words_.begin() + 2, words_.end());
  if (line_.runs.size() > command_->max_arguments) {
    problems_.push_back(fmt::format(
        "{}: {} is one argument too many. A fault set with blanks needs quotes: 'O(a,b,1) C(a,2)'",
        command_->name, shown_line(line_.runs[command_->max_arguments])));
  }
}

void CommandLineReader::take_options() {
  for (const OptionRow& row : option_table()) {
    const auto found = given_.find(row.name);
    if (found == given_.end()) continue;
    const auto& values = found->second;
    if (command_ != nullptr && std::find(row.commands.begin(), row.commands.end(),
                                         command_->command) == row.commands.end()) {
      problems_.push_back(fmt::format("{} has no option --{}", command_->name, row.name));
    } else if (values.size() > 1) {
      problems_.push_back(fmt::format("--{} is given {} times", row.name, values.size()));
    } else if (!row.value.empty() && (values[0].empty() || values[0].starts_with("--"))) {
      problems_.push_back(fmt::format("--{}: the value is missing", row.name));
    } else {
      row.assign(line_, values[0]);
    }
  }
}

void CommandLineReader::check_stages() {
  if (!line_.after.empty() && line_.before.empty()) {
    problems_.emplace_back("--after needs --before, the other stage");
  }
  if (!line_.stage.empty() && !line_.before.empty()) {
    problems_.emplace_back("--stage and --before exclude each other");
  }
  const bool stages = !line_.stage.empty() || !line_.before.empty();
  if (!line_.stage.empty() && line_.command == Command::export_files && !line_.shiviz) {
    problems_.emplace_back("export: --stage needs --shiviz");
  }
  if (stages && !line_.runs.empty()) {
    problems_.emplace_back("a RUN and a stage exclude each other: leave out one of them");
  }
  if (stages && line_.json) problems_.emplace_back("--json does not work with a stage");
}

void CommandLineReader::check_export() {
  const int forms = (line_.json ? 1 : 0) + (line_.csv ? 1 : 0) + (line_.molly ? 1 : 0) +
                    (line_.hdf5 ? 1 : 0) + (line_.shiviz ? 1 : 0) + (line_.test_case ? 1 : 0) +
                    (line_.schedule.empty() ? 0 : 1);
  if (forms != 1) {
    problems_.emplace_back(
        "export: name one of --json, --csv, --hdf5, --molly, --schedule, --shiviz and --case");
  }
  if (!line_.shiviz && !line_.test_case && !line_.runs.empty()) {
    problems_.emplace_back("export: leave out the RUN, or add --shiviz or --case");
  }
  if (line_.hdf5 && line_.output.empty()) {
    problems_.emplace_back("export: name the file to write with -o");
  }
  if ((line_.csv || line_.molly) && line_.output.empty()) {
    problems_.emplace_back("export: name the folder to write into with -o");
  }
}

void CommandLineReader::check_check() {
  if (!line_.has_checker) {
    problems_.emplace_back("check: name the checker with --as, such as --as lin-kv");
  }
  if (given_.contains("consistency") && line_.checker != systems::Checker::txn) {
    problems_.emplace_back("check: --consistency needs --as txn");
  }
  for (const systems::AcceptWord& one : systems::accept_words()) {
    if (!(line_.accept.*(one.field)) || one.checker == line_.checker) continue;
    problems_.push_back(
        fmt::format("check: --accept {} needs --as {}", one.name,
                    systems::checker_names().at(static_cast<std::size_t>(one.checker))));
  }
  if (words_.size() > 1 && given_.contains("history")) {
    problems_.emplace_back("check: name the history once, after the command or with --history");
  }
  if (line_.files.empty()) line_.files = {line_.file};
}

CommandLine CommandLineReader::read(const std::vector<std::string>& args) {
  split(args);
  if (given_.contains("help") || given_.contains("version")) {
    const bool help = given_.contains("help");
    line_.action = help ? CommandLine::Action::help : CommandLine::Action::version;
    line_.text = help ? help_text() : fmt::format("ldfi-results {}\n", LDFI_VERSION);
    return std::move(line_);
  }
  take_command();
  take_options();
  if (line_.dot && line_.svg) problems_.emplace_back("--dot and --svg exclude each other");
  if (line_.command == Command::lineage && line_.json && (line_.dot || line_.svg)) {
    problems_.push_back(
        fmt::format("--json and --{} exclude each other", line_.dot ? "dot" : "svg"));
  }
  if (line_.json && line_.csv && line_.command != Command::export_files) {
    problems_.emplace_back("--json and --csv exclude each other");
  }
  check_stages();
  if (command_ != nullptr && line_.command == Command::check) check_check();
  if (command_ != nullptr && line_.command == Command::export_files) check_export();
  if (command_ != nullptr && line_.command == Command::report && line_.output.empty()) {
    problems_.emplace_back("report: name the file to write with -o, such as -o report.html");
  }
  if (command_ != nullptr && line_.command == Command::import_log && line_.names.empty()) {
    problems_.emplace_back(
        "import: --names FILE is missing, the file with the names of nodes and messages");
  }
  if (line_.files.size() > 1 && line_.cell) {
    problems_.emplace_back("report: --cell needs a single file, but there are several");
  }
  for (const std::string& file : line_.files) {
    if (line_.output.empty()) break;
    if (line_.output != file && !files::is_same_file(line_.output, file)) continue;
    problems_.emplace_back(
        "--output: the file would replace the results file; choose another name");
  }
  finish();
  return std::move(line_);
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& args) {
  return CommandLineReader().read(args);
}

}  // namespace ldfi::results
