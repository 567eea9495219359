// One child process: text in, text out, never longer than agreed.
#pragma once

#include <string>
#include <vector>

namespace ldfi::results {

struct ChildOutput {
  std::string out;      ///< what it wrote to stdout
  std::string problem;  ///< empty: it ended with status 0
};

/// Runs `arguments` (the program first, looked up on PATH; no shell) with `input` on stdin and
/// stderr thrown away. After `timeout_ms`, or 64 MiB of output, it is killed.
ChildOutput run_child(const std::vector<std::string>& arguments, const std::string& input,
                      int timeout_ms);

}  // namespace ldfi::results
