// Checks that the messages of a channel arrive in the order in which they were sent. Recordings promise
// this order by `order: fifo` for all messages from one node to another, and by `order: connection` for
// the bytes of one connection.
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
/// object. Lost messages and messages that stay undelivered are ignored, because no other message
/// waits for them.
class ChannelOrder {
 public:
  explicit ChannelOrder(ArrivalOrder order) : kind_(order) {}

  /// send() takes the sending of a message, and receive() its receipt, which must come later. Each
  /// returns a text that says which order is violated, or an empty text.
  [[nodiscard]] std::string send(const Event& event);
  [[nodiscard]] std::string receive(const Event& event);

 private:
  struct Channel {
    std::size_t sent = 0;  ///< number of messages sent so far
    /// Number of the message that was received last on this channel, from 1; 0 if none was
    /// received.
    std::size_t received = 0;
    /// Latest planned arrival of the messages sent so far, in nanoseconds.
    std::int64_t arrives = 0;
  };
  struct Place {
    std::size_t number = 0;  ///< number of the message on its channel, from 1
    /// Latest planned arrival of the messages that were sent earlier on the channel.
    std::int64_t behind = 0;
  };

  ArrivalOrder kind_;
  std::map<std::string, Channel> channels_;  ///< by the text of channel_of()
  std::map<std::reference_wrapper<const MessageId>, Place, std::less<MessageId>> places_;
};

}  // namespace ldfi::systems
