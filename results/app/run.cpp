#include "results/app/run.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <new>
#include <system_error>

#include "common/base/contract.hpp"
#include "common/base/printable_output.hpp"
#include "common/base/process.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/load.hpp"
#include "results/app/check.hpp"
#include "results/app/command_line.hpp"
#include "results/app/commands.hpp"
#include "results/app/import.hpp"
#include "results/app/limited_run.hpp"
#include "results/app/output.hpp"
#include "results/app/systems.hpp"
#include "results/app/watch.hpp"
#include "results/hdf5/hdf5_source.hpp"

namespace ldfi::results {
namespace {

int fail(ExitStatus status, const std::string& text) {
  std::string line = printable_output("ldfi-results: " + bounded_lines(text));
  if (!line.ends_with('\n')) line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
  return static_cast<int>(status);
}

// Handles a signal by ending the process. No incomplete file remains, because a file gets its name
// when it is complete.
void stop(int number) {
  print_before_exit("ldfi-results: stopped on ");
  print_before_exit(signal_name(number));
  print_before_exit("\n");
  ::_exit(static_cast<int>(ExitStatus::stopped));
}

/// Redirects stderr to nowhere while the object exists. If HDF5 damages the heap, the C library
/// would print a message of its own.
class SilentStderr {
 public:
  SilentStderr() : stderr_(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
  }
  SilentStderr(const SilentStderr&) = delete;
  SilentStderr& operator=(const SilentStderr&) = delete;
  ~SilentStderr() {
    if (stderr_ < 0) return;
    ::dup2(stderr_, STDERR_FILENO);
    ::close(stderr_);
  }

 private:
  int stderr_;
};

/// Returns the most memory that HDF5 needs for a valid file of this size.
std::uint64_t enough_memory(const std::string& path) {
  std::error_code unknown;
  const std::uint64_t size = std::filesystem::file_size(path, unknown);
  return (std::uint64_t{256} << 20U) + 64 * (unknown ? 0 : size);
}

RunRecord read(const CommandLine& line, const std::string& file) {
  if (is_recording(file)) return run_of_recording(file);
  const SilentStderr silent;
  try {
    return read_run(file);
  } catch (const std::bad_alloc&) {
    if (line.memory_limit_bytes < enough_memory(file)) throw;
    throw DamagedFile(file, "", "it is damaged: its sizes do not fit into memory");
  }
}

void act(const CommandLine& line, Stage& stage) {
  std::vector<RunRecord> runs;
  for (const std::string& file : line.files) runs.push_back(read(line, file));
  stage.computing();
  Answer answer;
  if (runs.size() > 1) {
    answer.text = collection_html(runs, line);
  } else {
    answer = answer_of(line, runs.front());
  }
  stage.writing();
  write_answer(line, answer);
}

/// Calls `action` and returns its status. If it throws an exception, prints the error and returns
/// the status for this error.
int guarded(const std::function<int()>& action) {
  try {
    return action();
  } catch (const SourcedError& e) {
    return fail(ExitStatus::input, "the input is wrong\n" + render(e.diagnostics(), e.sources()));
  } catch (const InputError& e) {
    std::string text = printable(e.what());
    if (!e.diagnostics().empty()) {
      for (const std::string& hint : e.diagnostics().front().hints) {
        text += "\n  hint: " + printable(hint);
      }
    }
    return fail(ExitStatus::input, text);
  } catch (const UsageError& e) {
    return fail(ExitStatus::usage,
                std::string(e.what()) + "\nldfi-results --help lists the commands");
  } catch (const BudgetExceeded& e) {
    const bool limit = e.budget() == "time" || e.budget() == "memory";
    const std::string_view problem = limit ? "" : "the run is too large to be run again: ";
    return fail(ExitStatus::inconclusive, fmt::format("{}{}", problem, e.what()));
  } catch (const EnvironmentError& e) {
    return fail(ExitStatus::environment, printable(e.what()));
  } catch (const std::system_error& e) {
    return fail(ExitStatus::environment, printable(e.what()));
  } catch (const std::bad_alloc&) {
    return fail(ExitStatus::inconclusive, "the memory ran out; --memory-limit allows more");
  } catch (const std::exception& e) {
    return fail(ExitStatus::internal, fmt::format("this is a bug in ldfi-results: {}", e.what()));
  }
}

/// Replaces this process by the server `ldfi-results-serve`, a program in the same folder.
int become_server(const CommandLine& line) {
  std::error_code none;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", none);
  const std::string program = self.parent_path() / "ldfi-results-serve";
  std::vector<std::string> words{program, line.file, std::to_string(line.port), line.config};
  words.insert(words.end(), line.allowed.begin(), line.allowed.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_DFL);
  ::execv(program.c_str(), argv.data());
  throw EnvironmentError(fmt::format("{} cannot be run, which serves pages and needs Python 3: {}",
                                     program, std::generic_category().message(errno)));
}

int start(const std::vector<std::string>& arguments) {
  const CommandLine line =
      parse_command_line({arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end()});
  if (line.action != CommandLine::Action::run) {
    write_output("", line.text);
    return 0;
  }
  if (line.command == Command::serve) return become_server(line);
  if (line.command == Command::watch) {
    watch(line);
    return 0;
  }
  const std::string blamed = fmt::format("{}", fmt::join(line.files, ", "));
  return run_limited({blamed, line.time_limit_s, line.memory_limit_bytes}, [&](Stage& stage) {
    return guarded([&] {
      if (line.command == Command::check) return check_history(line, stage);
      if (line.command == Command::import_log) {
        import_log(line, stage);
      } else {
        act(line, stage);
      }
      return 0;
    });
  });
}

}  // namespace

int run_program(const std::vector<std::string>& arguments) {
  on_stop_signals(stop);
  return guarded([&] { return start(arguments); });
}

}  // namespace ldfi::results
