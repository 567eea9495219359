#include "common/systems/services.hpp"

#include <fmt/core.h>

namespace ldfi::systems {
namespace {

using Json = nlohmann::json;

enum ErrorCode { not_supported = 10, no_such_key = 20, does_not_fit = 22 };

Json error(ErrorCode code, std::string text) {
  return {{"type", "error"}, {"code", static_cast<int>(code)}, {"text", std::move(text)}};
}

std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Returns the value of a key in the body. A missing key counts as null, as in Maelstrom.
const Json& field_or_null(const Json& body, const char* name) {
  static const Json null;
  const auto found = body.find(name);
  return found == body.end() ? null : *found;
}

/// Returns true for every value except null and false. Maelstrom's services use the same rule.
bool is_truthy(const Json& value) {
  return !value.is_null() && value != Json(false);
}

/// Returns true if two values are equal for Maelstrom. There, the integer 1 differs from 1.0,
/// although the operator == of Json calls them equal.
bool is_same(const Json& one, const Json& other) {
  return text_of(one) == text_of(other);
}

}  // namespace

const std::vector<std::string>& service_names() {
  static const std::vector<std::string> names{"lin-kv", "lin-tso", "lww-kv", "seq-kv"};
  return names;
}

Json Service::answer(const Json& body) {
  if (name_ != "lin-tso") return answer_of_store(body);
  if (field_or_null(body, "type") != "ts") return error(not_supported, "lin-tso supports only ts");
  return {{"type", "ts_ok"}, {"ts", last_++}};
}

Json Service::answer_of_store(const Json& body) {
  const Json& type = field_or_null(body, "type");
  const std::string key = text_of(field_or_null(body, "key"));
  const auto found = values_.find(key);
  if (type == "read") {
    if (found == values_.end()) return error(no_such_key, "there is no such key");
    return {{"type", "read_ok"}, {"value", found->second}};
  }
  if (type == "write") {
    values_[key] = field_or_null(body, "value");
    return {{"type", "write_ok"}};
  }
  if (type != "cas") {
    return error(not_supported, fmt::format("{} knows read, write and cas", name_));
  }
  if (found == values_.end()) {
    if (!is_truthy(field_or_null(body, "create_if_not_exists"))) {
      return error(no_such_key, "there is no such key");
    }
  } else if (const Json& from = field_or_null(body, "from"); !is_same(found->second, from)) {
    return error(does_not_fit,
                 fmt::format("the value is {}, not {}", text_of(found->second), text_of(from)));
  }
  values_[key] = field_or_null(body, "to");
  return {{"type", "cas_ok"}};
}

}  // namespace ldfi::systems
