// Runs one child process with text as input and output, and with limits.
#pragma once

#include <string>
#include <vector>

namespace ldfi::results {

struct ChildOutput {
  std::string out;      ///< text that the child wrote to stdout
  std::string problem;  ///< error message; empty if the child ended with status 0
};

/// Runs a program with `input` on stdin, without a shell. The first of the `arguments` is the program, which
/// is searched in PATH. Ignores stderr. Kills the child after `timeout_ms`, or after 64 MiB of output.
ChildOutput run_child(const std::vector<std::string>& arguments, const std::string& input,
                      int timeout_ms);

}  // namespace ldfi::results
