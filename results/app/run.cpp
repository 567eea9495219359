#include "results/app/run.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <new>
#include <system_error>

#include "common/core/contract.hpp"
#include "common/core/process.hpp"
#include "common/dedalus/load.hpp"
#include "results/app/command_line.hpp"
#include "results/app/commands.hpp"
#include "results/app/output.hpp"
#include "results/hdf5/hdf5_source.hpp"

namespace ldfi::results {
namespace {

int fail(ExitStatus status, const std::string& text) {
  std::string line = "ldfi-results: " + text;
  if (!line.ends_with('\n')) line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
  return static_cast<int>(status);
}

// Nothing is half done: a file gets its name when it is whole.
void stop(int number) {
  say_at_the_end("ldfi-results: stopped on ");
  say_at_the_end(signal_name(number));
  say_at_the_end("\n");
  ::_exit(static_cast<int>(ExitStatus::stopped));
}

void act(const std::vector<std::string>& arguments) {
  const CommandLine line =
      parse_command_line({arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end()});
  if (line.action != CommandLine::Action::run) return write_output("", line.text);
  const RunRecord run = read_untrusted_run(line.file);
  execute_command(line, run);
}

}  // namespace

int run_program(const std::vector<std::string>& arguments) {
  on_stop_signals(stop);
  try {
    act(arguments);
    return 0;
  } catch (const dedalus::ProgramError& e) {
    return fail(ExitStatus::input, "the input is wrong\n" + render(e.diagnostics(), e.sources()));
  } catch (const InputError& e) {
    return fail(ExitStatus::input, printable(e.what()));
  } catch (const UsageError& e) {
    return fail(ExitStatus::usage,
                std::string(e.what()) + "\nldfi-results --help lists the commands");
  } catch (const BudgetExceeded& e) {
    return fail(ExitStatus::input,
                fmt::format("the run is too large to be run again: {}", e.what()));
  } catch (const EnvironmentError& e) {
    return fail(ExitStatus::environment, printable(e.what()));
  } catch (const std::system_error& e) {
    return fail(ExitStatus::environment, printable(e.what()));
  } catch (const std::bad_alloc&) {
    return fail(ExitStatus::environment, "out of memory");
  } catch (const std::exception& e) {
    return fail(ExitStatus::internal, fmt::format("this is a bug in ldfi-results: {}", e.what()));
  }
}

}  // namespace ldfi::results
