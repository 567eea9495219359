// What a node or a client says, with all that is made of it. Most of what nodes say they say in each
// execution, so each message is made once, and passed on and recorded as it is.
#pragma once

#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace ldfi::drive {

/// Of a message's body, an object, without the ids of messages: the same when an execution is repeated.
struct Content {
  std::string fingerprint;
  std::size_t bytes = 0;
};
[[nodiscard]] Content content_of(const nlohmann::json& body);

struct Envelope {
  nlohmann::json whole;  ///< an object with a `body`, which is one, too
  std::string text;      ///< the same
  std::string dest;      ///< whom it is for; empty if it does not say
  std::string type;      ///< type_name() of the body
  std::string body_text;
  Content content{};

  [[nodiscard]] const nlohmann::json& body() const { return whole.at("body"); }
};

/// Its content is recorded when it is sent, for people, who see little in a fingerprint.
[[nodiscard]] inline bool shows_body(const Envelope& message) {
  constexpr std::size_t most = std::size_t{4} << 10U;
  const nlohmann::json& body = message.body();
  return body.size() > body.count("type") && message.content.bytes <= most;
}

using EnvelopePtr = std::shared_ptr<const Envelope>;

/// Returns the name under which faults and recordings know a message with this body: its type, or `?`
/// if that is absent, not text, or has other characters than names have.
[[nodiscard]] std::string type_name(const nlohmann::json& body);

/// `whole` has a body, which is an object.
[[nodiscard]] EnvelopePtr seal(nlohmann::json whole);

}  // namespace ldfi::drive
