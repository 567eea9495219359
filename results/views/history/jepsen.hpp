// Converts operations of Jepsen, such as `{:type :invoke, :f :read, :process 0, :value nil}`, to
// calls of clients. Private to results/views/history.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/systems/check/history.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::results {

class JepsenHistory {
 public:
  explicit JepsenHistory(systems::Checker checker) : checker_(checker) {}

  /// Adds one operation. Returns an error message, or an empty text if the operation is valid.
  /// Skips operations of processes with a name instead of a number, such as `nemesis`, because they
  /// are not clients.
  [[nodiscard]] std::string add(const nlohmann::json& operation);
  /// Returns the history of all operations. Must be called only once.
  [[nodiscard]] check::History take();

 private:
  using Json = nlohmann::json;
  struct Pending {
    std::string function;
    nlohmann::json value;  ///< value in the operation of type invoke
    std::vector<std::size_t>
        calls;  ///< indices of the calls of this operation; an operation on logs may have several
  };

  std::string invoke(std::int64_t process, const std::string& function, const Json& value);
  std::string complete(std::int64_t process, const std::string& type, const std::string& function,
                       const Json& value);
  std::size_t call(std::int64_t process, Json body);
  void answer(std::size_t which, Json response);
  std::string invoke_log(std::int64_t process, const Json& value, Pending& pending);
  std::string complete_log(std::int64_t process, const Pending& pending, const Json& value);
  void keep_last_read();

  systems::Checker checker_;
  std::int64_t now_ = 0;  ///< time of the last operation; each operation gets a later time than the
                          ///< one before
  std::map<std::int64_t, Pending> pending_;
  check::History history_;
};

}  // namespace ldfi::results
