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
  std::string type;
  std::string body_text;
  Content content{};

  [[nodiscard]] const nlohmann::json& body() const { return whole.at("body"); }
};

/// Its content is recorded when it is sent, for people, who see little in a fingerprint.
[[nodiscard]] inline bool shows_body(const Envelope& message) {
  constexpr std::size_t most = std::size_t{4} << 10U;
  return message.body().size() > 1 && message.content.bytes <= most;
}

using EnvelopePtr = std::shared_ptr<const Envelope>;

/// The body has a type.
[[nodiscard]] EnvelopePtr seal(nlohmann::json whole);

}  // namespace ldfi::drive
