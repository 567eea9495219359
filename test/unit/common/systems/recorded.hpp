// Builds recordings for tests from their lines.
#pragma once

#include <fmt/core.h>

#include <string>
#include <vector>

#include "common/systems/recording_reader.hpp"

namespace ldfi::systems {

inline const char* const spec =
    R"({"nodes": ["n0", "n1"], "eff": 50, "crashes": 1, "omissions": "all", "restarts": {"most": 1, "down": [4, 7]}, "delays": {"values": [5, 9], "count": 1}})";

/// Returns the texts as the elements of a list in JSON.
inline std::string listed(const std::vector<std::string>& faults) {
  std::string out;
  for (const std::string& one : faults) out += (out.empty() ? "\"" : ", \"") + one + "\"";
  return out;
}

/// Returns a header line with these faults.
inline std::string header(const std::vector<std::string>& faults = {}) {
  return fmt::format(
      R"({{"ldfi_trace": 1, "system": "s", "seed": "1", "spec": {}, "faults": [{}]}})"
      "\n",
      spec, listed(faults));
}

/// Returns a header line with these faults and with `more` in its spec. The nodes are n0 and n1.
inline std::string header_of(const std::string& more, const std::vector<std::string>& faults = {}) {
  return fmt::format(
      R"({{"ldfi_trace": 1, "system": "s", "spec": {{"nodes": ["n0", "n1"], "eff": 50{}}}, "faults": [{}]}})"
      "\n",
      more, listed(faults));
}

inline std::string sent(int time, const std::string& fate = "ok", int number = 0,
                        const std::string& more = "") {
  return fmt::format(R"({{"e": "send", "t": {}, "id": ["n0", "n1", "m", {}], "fate": "{}"{}}})"
                     "\n",
                     time, number, fate, more);
}

inline std::string received(int time, int number = 0, const std::string& more = "") {
  return fmt::format(R"({{"e": "recv", "t": {}, "id": ["n0", "n1", "m", {}]{}}})"
                     "\n",
                     time, number, more);
}

inline std::string at(const std::string& kind, int time, const std::string& node) {
  return fmt::format(R"({{"e": "{}", "t": {}, "node": "{}"}})"
                     "\n",
                     kind, time, node);
}

/// Returns the line for a client's request. `operation` is a number or a text in JSON.
inline std::string invoked(int time, const std::string& operation, const std::string& node,
                           const std::string& more = "") {
  return fmt::format(R"({{"e": "invoke", "t": {}, "op": {}, "node": "{}"{}}})"
                     "\n",
                     time, operation, node, more);
}

inline std::string returned(int time, const std::string& operation, const std::string& more = "") {
  return fmt::format(R"({{"e": "return", "t": {}, "op": {}{}}})"
                     "\n",
                     time, operation, more);
}

inline std::string verdict(const std::string& result = "pass") {
  return fmt::format(R"({{"e": "verdict", "result": "{}"{}}})"
                     "\n",
                     result, result == "fail" ? R"(, "violated": ["x"])" : "");
}

/// The result of reading a recording. `recording` is nullopt if the text could not be read.
struct Read {
  std::optional<Recording> recording;
  std::vector<Diagnostic> problems;
  /// Returns the first problem as `line: message`. Empty if there are no problems.
  [[nodiscard]] std::string problem() const {
    return problems.empty() ? ""
                            : fmt::format("{}: {}", problems[0].where.line, problems[0].message);
  }
};

inline Read read(const std::string& text, const std::string& name = "a.jsonl") {
  Read out;
  out.recording = RecordingReader().read(name, text, FileId(0), out.problems);
  return out;
}

}  // namespace ldfi::systems
