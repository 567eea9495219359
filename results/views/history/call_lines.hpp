// Reads the lines of a history as checkers of one's own get them (docs/reference/own-checkers.md#what-it-reads): a header,
// then one call on each line. Every part of a line is checked, since a part that is passed over may change the verdict.
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

  /// Returns true if the line, the first of a file, is a header of such a history.
  [[nodiscard]] static bool is_header(const nlohmann::json& line);

  /// Takes the header. Returns what is wrong with it, or an empty text.
  [[nodiscard]] std::string read_header(const nlohmann::json& line);
  /// Takes the call of a line. Returns what is wrong with it, or an empty text.
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
  std::set<std::string> nodes_;        ///< names in the header; empty if it lists none
  std::optional<std::uint64_t> last_;  ///< number of the call before, if it has one
};

}  // namespace ldfi::results
