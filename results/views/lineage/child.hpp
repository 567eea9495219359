// Runs a program in a child process that gets a text as input, with limits on time and output.
#pragma once

#include <string>
#include <vector>

namespace ldfi::results {

struct ChildOutput {
  std::string out;      ///< text that the child wrote to stdout
  std::string problem;  ///< error message; empty if the child ended with status 0
};

/// Runs a program with `input` on stdin, without a shell. The first argument is the program, which
/// is searched in PATH. Ignores stderr. Kills the program after `timeout_ms`, or after 64 MiB of
/// output.
ChildOutput run_child(const std::vector<std::string>& arguments, const std::string& input,
                      int timeout_ms);

}  // namespace ldfi::results
