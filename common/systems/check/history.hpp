// The history of one execution of a real system: the requests of clients and their answers.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ldfi::check {

/// The body of a request or an answer. Copies share their value, because bodies never change and
/// are the same in many executions.
class Body {
 public:
  Body() = default;
  /// The constructor is a template, because otherwise a list in braces would convert to a Body with
  /// another value than to a Json.
  template <std::same_as<nlohmann::json> Json>
  Body(Json value)  // NOLINT(google-explicit-constructor): a Body is such a value
      : value_(std::make_shared<const Json>(std::move(value))) {}
  explicit Body(std::shared_ptr<const nlohmann::json> value) : value_(std::move(value)) {}

  operator const nlohmann::json&() const { return json(); }  // NOLINT(google-explicit-constructor)
  [[nodiscard]] const nlohmann::json& json() const {
    static const nlohmann::json none;
    return value_ ? *value_ : none;
  }

 private:
  std::shared_ptr<const nlohmann::json> value_;  ///< null if the body is empty
};

struct Call {
  std::string client;
  std::string node;
  std::int64_t invoked = 0;
  Body body{};  ///< body of the request
  std::optional<std::int64_t>
      returned{};  ///< time of the answer; nullopt if the call has no answer
  Body response{};
  bool in_vain = false;  ///< true if the node was down, or went down before it answered
};

struct History {
  std::vector<Call> calls;      ///< calls in the order of their requests
  std::set<std::string> down;   ///< nodes that a fault has crashed
  std::set<std::string> ended;  ///< nodes that exited by themselves
};

}  // namespace ldfi::check
