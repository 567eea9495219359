// A message of a node or a client, with everything that is derived from it. Nodes repeat most messages in
// each execution, so each message is built once, and is passed on and recorded as it is.
#pragma once

#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace ldfi::drive {

/// Identifies a message's body, which is an object, without the ids of messages: it is the same when an
/// execution is repeated.
struct Content {
  std::string fingerprint;
  std::size_t bytes = 0;
};
[[nodiscard]] Content content_of(const nlohmann::json& body);

struct Envelope {
  nlohmann::json whole;  ///< an object with an object `body`
  std::string text;      ///< `whole` as text
  std::string dest;      ///< name of the receiver; empty if it is missing
  std::string type;      ///< type_name() of the body
  std::string body_text;
  Content content{};

  [[nodiscard]] const nlohmann::json& body() const { return whole.at("body"); }
};

/// True if the body is recorded with the message, for people, who see little in a fingerprint.
[[nodiscard]] inline bool shows_body(const Envelope& message) {
  constexpr std::size_t most = std::size_t{4} << 10U;
  const nlohmann::json& body = message.body();
  return body.size() > body.count("type") && message.content.bytes <= most;
}

using EnvelopePtr = std::shared_ptr<const Envelope>;

/// Returns the name under which faults and recordings know a message with this body: its type, or `?`
/// if that is absent, not text, or has other characters than names have.
[[nodiscard]] std::string type_name(const nlohmann::json& body);

/// Returns the envelope of a message whose `body` is an object.
[[nodiscard]] EnvelopePtr seal(nlohmann::json whole);

}  // namespace ldfi::drive
