#include "worker/drive/envelope.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <utility>

#include "common/systems/faults/fault_text.hpp"

namespace ldfi::drive {
namespace {

using Json = nlohmann::json;

}  // namespace

Content content_of(const Json& body) {
  std::string text = "{";
  for (const auto& [key, value] : body.items()) {
    if (key == "msg_id" || key == "in_reply_to") continue;
    if (text.size() > 1) text += ',';
    text += Json(key).dump() + ':' + value.dump();
  }
  text += '}';
  return {fmt::format("{:016x}", XXH3_64bits(text.data(), text.size())), text.size()};
}

std::string type_name(const Json& body) {
  const auto type = body.find("type");
  if (type == body.end() || !type->is_string()) return "?";
  std::string out = *type;
  return systems::is_name(out) ? out : "?";
}

EnvelopePtr seal(Json whole) {
  auto out = std::make_shared<Envelope>();
  out->whole = std::move(whole);
  const Json& body = out->body();
  out->text = out->whole.dump();
  out->dest = out->whole.value("dest", "");
  out->type = type_name(body);
  out->body_text = body.dump(-1, ' ', false, Json::error_handler_t::replace);
  out->content = content_of(body);
  return out;
}

}  // namespace ldfi::drive
