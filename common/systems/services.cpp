#include "common/systems/services.hpp"

#include <fmt/core.h>

namespace ldfi::systems {
namespace {

using Json = nlohmann::json;

enum ErrorCode { not_supported = 10, malformed = 12, no_such_key = 20, does_not_fit = 22 };

Json error(ErrorCode code, std::string text) {
  return {{"type", "error"}, {"code", static_cast<int>(code)}, {"text", std::move(text)}};
}

std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

const std::vector<std::string>& service_names() {
  static const std::vector<std::string> names{"lin-kv", "lin-tso", "lww-kv", "seq-kv"};
  return names;
}

Json Service::answer(const Json& body) {
  if (name_ != "lin-tso") return answer_of_store(body);
  if (body["type"] != "ts") return error(not_supported, "lin-tso knows ts alone");
  return {{"type", "ts_ok"}, {"ts", last_++}};
}

Json Service::answer_of_store(const Json& body) {
  const std::string type = body["type"];
  if (type != "read" && type != "write" && type != "cas") {
    return error(not_supported, fmt::format("{} knows read, write and cas", name_));
  }
  std::vector<const char*> needed{"key"};
  if (type == "write") needed.push_back("value");
  if (type == "cas") needed.insert(needed.end(), {"from", "to"});
  for (const char* one : needed) {
    if (!body.contains(one)) return error(malformed, fmt::format("{} has no {}", type, one));
  }
  const std::string key = text_of(body["key"]);
  const auto found = values_.find(key);
  if (type == "write") {
    values_[key] = body["value"];
    return {{"type", "write_ok"}};
  }
  const bool creates =
      type == "cas" && body.value("create_if_not_exists", Json(false)) == Json(true);
  if (found == values_.end() && !creates) return error(no_such_key, "there is no such key");
  if (type == "read") return {{"type", "read_ok"}, {"value", found->second}};
  if (found != values_.end() && found->second != body["from"]) {
    return error(does_not_fit, fmt::format("the value is {}, not {}", text_of(found->second),
                                           text_of(body["from"])));
  }
  values_[key] = body["to"];
  return {{"type", "cas_ok"}};
}

}  // namespace ldfi::systems
