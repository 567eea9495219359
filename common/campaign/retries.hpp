// Counts executions that were invalid once and are tried a second time. A second invalid result
// is final.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace ldfi::campaign {

class Retries {
 public:
  /// Notes why the first try of the execution was invalid. `name` identifies the execution for people.
  void fail_first(const std::string& name, const std::string& reason) { reasons_[name] = reason; }
  /// Notes how the second try ended.
  void end_second(const std::string& name, bool valid);

  /// Returns the number of executions whose second try was valid.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Returns the name of the first such execution and why its first try was invalid. Empty if count() is 0.
  [[nodiscard]] const std::string& first_text() const { return first_text_; }

 private:
  std::map<std::string, std::string> reasons_;  ///< reasons why first tries were invalid, by name
  std::uint64_t count_ = 0;
  std::string first_text_;
};

}  // namespace ldfi::campaign
