// Runs one child process with text as input and output, and with limits.
#pragma once

#include <string>
#include <vector>

namespace ldfi::results {

struct ChildOutput {
  std::string out;      ///< output on stdout
  std::string problem;  ///< empty if it ended with status 0
};

/// Runs `arguments` with `input` on stdin, without a shell. The program comes first and is looked
/// up on PATH. Discards stderr. Kills the child after `timeout_ms`, or when it has written 64 MiB.
ChildOutput run_child(const std::vector<std::string>& arguments, const std::string& input,
                      int timeout_ms);

}  // namespace ldfi::results
