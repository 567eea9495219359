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

/// Follows the sends and receipts of one recording, in their order. The events must outlive this
/// object. Lost and pending messages never arrive, so no other message waits for them.
class ChannelOrder {
 public:
  /// Takes the sending of a message, which must come before its receipt. send() and receive()
  /// return a text that says what is out of order. Empty if nothing is.
  [[nodiscard]] std::string send(const Event& event);
  [[nodiscard]] std::string receive(const Event& event);

 private:
  struct Channel {
    std::size_t sent = 0;  ///< number of messages sent so far
    /// Number of the message that was received last, from 1; 0 if none was.
    std::size_t received = 0;
    /// Arrival of the last message, as far as it is known, in nanoseconds.
    std::int64_t arrives = 0;
  };
  struct Place {
    std::size_t number = 0;  ///< number of the message on its channel, from 1
    /// Arrival of the last message that was sent on the channel before this one.
    std::int64_t behind = 0;
  };

  std::map<std::pair<std::string_view, std::string_view>, Channel> channels_;
  std::map<std::reference_wrapper<const MessageId>, Place, std::less<MessageId>> places_;
};

}  // namespace ldfi::systems
