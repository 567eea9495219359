// Messages that are held back from one node of a real system until the node has had enough
// activations. Activations are the messages and timers that the node handles. With `order: fifo`,
// later messages of the same channel are held back, too. Both the executions and the check of
// recordings use this class.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ldfi::systems {

template <class Item>
class Holding {
 public:
  /// Number that identifies an item, ascending in the order of the calls of hold().
  using Ticket = std::uint64_t;

  [[nodiscard]] bool empty() const { return all_.empty(); }
  /// Returns true if a message of this channel (see channel_of()) must wait for an earlier message of
  /// the channel that was not received yet. An empty text means that the message may overtake others.
  [[nodiscard]] bool blocks(const std::string& channel) const {
    return channels_.contains(channel);
  }

  /// Holds an item until the node has had this number of further activations. With 0, the item
  /// waits only for earlier items of its channel.
  Ticket hold(Item item, const std::string& channel, std::uint64_t activations) {
    const Ticket ticket = next_++;
    all_.emplace(ticket, One{std::move(item), channel, activations == 0});
    if (activations > 0) due_.emplace(done_ + activations, ticket);
    if (!channel.empty()) channels_[channel].push_back(ticket);
    return ticket;
  }
  /// Counts one activation of the node. Returns the items whose wait ends now, in the order in
  /// which the node must receive them.
  [[nodiscard]] std::vector<Item> count() {
    ++done_;
    std::set<Ticket> out;
    for (; !due_.empty() && due_.begin()->first <= done_; due_.erase(due_.begin())) {
      get_ready(due_.begin()->second, out);
    }
    return take(out);
  }
  /// Ends the wait of an item early. Returns the item in a list, or an empty list if the item must
  /// still wait for an earlier item of its channel.
  [[nodiscard]] std::vector<Item> expire(Ticket ticket) {
    std::set<Ticket> out;
    get_ready(ticket, out);
    return take(out);
  }
  /// Must be called when a returned item of this channel was received, or was lost because the node
  /// is down. The next item of the channel may have waited for this. Returns that next item if its
  /// own wait has ended.
  [[nodiscard]] std::vector<Item> next_of(const std::string& name) {
    std::set<Ticket> out;
    const auto channel = channels_.find(name);
    if (channel == channels_.end()) return {};
    channel->second.pop_front();
    if (channel->second.empty()) {
      channels_.erase(channel);
    } else if (const Ticket next = channel->second.front(); all_.at(next).ready) {
      out.insert(next);
    }
    return take(out);
  }

 private:
  struct One {
    Item item;
    std::string channel;
    bool ready = false;
  };

  void get_ready(Ticket ticket, std::set<Ticket>& out) {
    const auto found = all_.find(ticket);
    if (found == all_.end()) return;
    found->second.ready = true;
    const std::string& channel = found->second.channel;
    if (channel.empty() || channels_.at(channel).front() == ticket) out.insert(ticket);
  }

  std::vector<Item> take(const std::set<Ticket>& some) {
    std::vector<Item> out;
    for (const Ticket ticket : some) out.push_back(std::move(all_.extract(ticket).mapped().item));
    return out;
  }

  Ticket next_ = 0;
  std::uint64_t done_ = 0;  ///< number of activations of the node so far
  std::map<Ticket, One> all_;
  /// Pairs of a number of activations of the node and the item whose wait ends at that number.
  std::set<std::pair<std::uint64_t, Ticket>> due_;
  /// The held items of each channel, in order. A returned item stays in the list until next_of() is
  /// called for its channel.
  std::map<std::string, std::deque<Ticket>> channels_;
};

}  // namespace ldfi::systems
