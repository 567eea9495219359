// Reads the lines of a history in the format that users' own checkers read
// (docs/reference/own-checkers.md#what-it-reads): a header, then one call of a client on each line.
// Checks every part of a line, because a part that is ignored could change the verdict.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "common/systems/check/history.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::results {

class CallLines {
 public:
  explicit CallLines(systems::Checker checker) : checker_(checker) {}

  /// Returns true if the first line of a file is the header of such a history.
  [[nodiscard]] static bool is_header(const nlohmann::json& line);

  /// Reads the header. Returns an error message, or an empty text if the header is valid.
  [[nodiscard]] std::string read_header(const nlohmann::json& line);
  /// Reads the call on a line. Returns an error message, or an empty text if the line is valid.
  [[nodiscard]] std::string add(const nlohmann::json& line);
  [[nodiscard]] check::History take() { return std::move(history_); }

 private:
  [[nodiscard]] std::string read_names(const nlohmann::json& header, const char* key,
                                       std::set<std::string>& out) const;
  [[nodiscard]] std::string number_problem(const nlohmann::json& line);
  [[nodiscard]] std::string body_problem(const nlohmann::json& body) const;
  [[nodiscard]] std::string read_answer(const nlohmann::json& line, check::Call& call) const;
  [[nodiscard]] std::string unknown_node(const std::string& name) const;

  systems::Checker checker_;
  check::History history_;
  std::set<std::string> nodes_;        ///< names of nodes in the header; empty if it has none
  std::optional<std::uint64_t> last_;  ///< number of the previous call; nullopt if calls have no
                                       ///< numbers
};

}  // namespace ldfi::results
