// Checks that each message arrives in the order in which its sender sent it to this receiver
// (`order: fifo`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// Follows the sends and receipts of one recording, in their order. Refers to the events, which
/// must outlive the object. Lost and pending messages never arrive, so no other message waits for
/// them.
class ChannelOrder {
 public:
  /// Each function returns a text that says what is out of order, or an empty text. A message is
  /// sent before it is received.
  [[nodiscard]] std::string send(const Event& event);
  [[nodiscard]] std::string receive(const Event& event);

 private:
  struct Channel {
    std::size_t sent = 0;      ///< number of messages sent so far
    std::size_t received = 0;  ///< number of the last received message, from 1; 0 if none was
    std::int64_t arrives = 0;  ///< known arrival of the last message, in nanoseconds
  };
  struct Place {
    std::size_t number = 0;   ///< number of the message on its channel, from 1
    std::int64_t behind = 0;  ///< arrival of the last message that was sent before it
  };

  std::map<std::pair<std::string_view, std::string_view>, Channel> channels_;
  std::map<std::reference_wrapper<const MessageId>, Place, std::less<MessageId>> places_;
};

}  // namespace ldfi::systems
