#include "common/systems/channel_order.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/systems/faults/fault_text.hpp"

namespace ldfi::systems {

std::string ChannelOrder::send(const Event& event) {
  const std::string name = channel_of(kind_, event.message);
  if (name.empty()) return "";
  Channel& channel = channels_[name];
  places_[event.message] = {++channel.sent, channel.arrives};
  if (event.fate == Fate::lost || event.fate == Fate::pending || !event.arrives) return "";
  const std::int64_t before = channel.arrives;
  channel.arrives = std::max(before, event.again.value_or(*event.arrives));
  if (*event.arrives >= before) return "";
  return fmt::format(
      "it arrives at {}, before an earlier message from {} to {}, which arrives at {}: the order "
      "of the spec is {}",
      *event.arrives, event.message.from, event.message.to, before, name_of(kind_));
}

std::string ChannelOrder::receive(const Event& event) {
  const std::string name = channel_of(kind_, event.message);
  if (name.empty()) return "";
  Channel& channel = channels_[name];
  const Place& place = places_[event.message];
  const bool overtakes = event.time < place.behind;
  const bool overtaken = place.number < channel.received;
  channel.received = std::max(channel.received, place.number);
  if (!overtakes && !overtaken) return "";
  return fmt::format(
      "{} {}: the order of the spec is {}", to_text(event.message),
      overtaken ? "was overtaken by a later message" : "overtakes an earlier message",
      name_of(kind_));
}

}  // namespace ldfi::systems
