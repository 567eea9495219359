// Counts invalid executions that are tried a second time. If the second try is invalid, too, the
// execution stays invalid.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace ldfi::campaign {

class Retries {
 public:
  /// Notes why the first try of the execution was invalid. `name` identifies the execution for people.
  void fail_first(const std::string& name, const std::string& reason) { reasons_[name] = reason; }
  /// Notes whether the second try of the execution was valid.
  void end_second(const std::string& name, bool valid);

  /// Returns the number of executions whose second try was valid.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Returns the name of the first execution whose second try was valid, and why its first try was
  /// invalid. Empty if count() is 0.
  [[nodiscard]] const std::string& first_text() const { return first_text_; }

 private:
  /// Why the first try of each execution was invalid, by the name of the execution.
  std::map<std::string, std::string> reasons_;
  std::uint64_t count_ = 0;
  std::string first_text_;
};

}  // namespace ldfi::campaign
