// Whether what one node sends another arrives in the order in which it was sent (`order: fifo`).
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

/// Is told of the messages of one recording, in the order of its events, which it refers to. Lost and
/// pending ones never arrive, so nothing waits for them.
class ChannelOrder {
 public:
  /// Each returns what is out of order, or nothing. A message is sent before it is received.
  [[nodiscard]] std::string send(const Event& event);
  [[nodiscard]] std::string receive(const Event& event);

 private:
  struct Channel {
    std::size_t sent = 0;      ///< how many messages
    std::size_t received = 0;  ///< the last of these that was, from 1 on
    std::int64_t arrives = 0;  ///< when the last of what is sent does, as far as that is said
  };
  struct Place {
    std::size_t number = 0;   ///< on its channel, from 1 on
    std::int64_t behind = 0;  ///< when the last of what was sent before it arrives
  };

  std::map<std::pair<std::string_view, std::string_view>, Channel> channels_;
  std::map<std::reference_wrapper<const MessageId>, Place, std::less<MessageId>> places_;
};

}  // namespace ldfi::systems
