// A message of a node or a client, with what is derived from it. Nodes send most messages again in each
// execution, so each message is built once, and the same object is sent and recorded each time.
#pragma once

#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "worker/drive/packet.hpp"

namespace ldfi::drive {

/// A hash and the size of a message's body. The hash ignores message ids, so that it is the same
/// when an execution is repeated.
struct Content {
  std::string fingerprint;
  std::size_t bytes = 0;
};
[[nodiscard]] Content content_of(const nlohmann::json& body);

struct Envelope {
  nlohmann::json whole;  ///< the whole message: an object whose member `body` is an object
  std::string text;      ///< `whole` as text; empty for a message of a socket
  std::string dest;      ///< name of the receiver; empty if the message has none
  std::string type;      ///< type of the body, by type_name()
  std::string body_text;
  std::optional<Packet> packet{};  ///< message of a socket; nullopt for a line of JSON
  Content content{};

  [[nodiscard]] const nlohmann::json& body() const { return whole.at("body"); }
};

/// Returns true if a recording shows the message's body in addition to its fingerprint. A body is
/// shown if it has more than a type and is not too long.
[[nodiscard]] inline bool shows_body(const Envelope& message) {
  constexpr std::size_t most = std::size_t{4} << 10U;
  const nlohmann::json& body = message.body();
  return body.size() > body.count("type") && message.content.bytes <= most;
}

using EnvelopePtr = std::shared_ptr<const Envelope>;

/// Returns the name of messages with this body in faults and recordings: their type, or `?` if the type is
/// missing, is not a text, or has characters that names may not have.
[[nodiscard]] std::string type_name(const nlohmann::json& body);

/// Returns the envelope of a message. Its member `body` must be an object.
[[nodiscard]] EnvelopePtr seal(nlohmann::json whole);

}  // namespace ldfi::drive
