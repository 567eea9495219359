// What clients saw of one execution of a real system.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ldfi::check {

struct Call {
  std::string client;
  std::string node;
  std::int64_t invoked = 0;
  nlohmann::json body;                     ///< what was asked
  std::optional<std::int64_t> returned{};  ///< nothing: there was no answer
  nlohmann::json response{};
  bool in_vain = false;  ///< its node was down, or crashed before it answered
};

struct History {
  std::vector<Call> calls;      ///< in the order in which they were invoked
  std::set<std::string> down;   ///< nodes that crashed by a fault
  std::set<std::string> ended;  ///< nodes that ended by themselves
};

}  // namespace ldfi::check
