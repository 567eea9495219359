// What clients saw of one execution of a real system.
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

/// What a client or a node says. Nobody changes it any more, and the same is said in one execution
/// after the other, so that it is shared.
class Body {
 public:
  Body() = default;
  /// Not of a list in braces, which would be another value here than of a Json.
  template <std::same_as<nlohmann::json> Json>
  Body(Json value)  // NOLINT(google-explicit-constructor): it is that value
      : value_(std::make_shared<const Json>(std::move(value))) {}
  explicit Body(std::shared_ptr<const nlohmann::json> value) : value_(std::move(value)) {}

  operator const nlohmann::json&() const { return json(); }  // NOLINT(google-explicit-constructor)
  [[nodiscard]] const nlohmann::json& json() const {
    static const nlohmann::json none;
    return value_ ? *value_ : none;
  }

 private:
  std::shared_ptr<const nlohmann::json> value_;  ///< null: nothing is said
};

struct Call {
  std::string client;
  std::string node;
  std::int64_t invoked = 0;
  Body body{};                             ///< what was asked
  std::optional<std::int64_t> returned{};  ///< nothing: there was no answer
  Body response{};
  bool in_vain = false;  ///< its node was down, or crashed before it answered
};

struct History {
  std::vector<Call> calls;      ///< in the order in which they were invoked
  std::set<std::string> down;   ///< nodes that crashed by a fault
  std::set<std::string> ended;  ///< nodes that ended by themselves
};

}  // namespace ldfi::check
