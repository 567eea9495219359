// One child process with text in, text out, and limits.
#pragma once

#include <string>
#include <vector>

namespace ldfi::results {

struct ChildOutput {
  std::string out;      ///< what it wrote to stdout
  std::string problem;  ///< empty: it ended with status 0
};

/// Runs `arguments` (the program first, looked up on PATH; no shell) with `input` on stdin; stderr
/// is discarded. The child is killed after `timeout_ms`, or when it has written 64 MiB.
ChildOutput run_child(const std::vector<std::string>& arguments, const std::string& input,
                      int timeout_ms);

}  // namespace ldfi::results
