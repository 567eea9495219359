// The messages that one node of a real system has not received yet, because they wait for its
// activations (lateness.hpp). With `order: fifo`, later messages of the same sender wait, too.
// Executions and the check of recordings both use this class.
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
  /// Number of a held item. Numbers are given in the order in which the items are held.
  using Ticket = std::uint64_t;

  explicit Holding(bool fifo) : fifo_(fifo) {}

  [[nodiscard]] bool empty() const { return all_.empty(); }
  /// Returns true if a message of this sender must wait because channels are fifo and an earlier
  /// message is held, or was released but not received.
  [[nodiscard]] bool blocks(const std::string& sender) const {
    return fifo_ && channels_.contains(sender);
  }

  /// Holds an item until the node has had so many activations. With 0, the item waits only for
  /// earlier items that block it.
  Ticket hold(Item item, const std::string& sender, std::uint64_t activations) {
    const Ticket ticket = next_++;
    all_.emplace(ticket, One{std::move(item), sender, activations == 0});
    if (activations > 0) due_.emplace(done_ + activations, ticket);
    if (fifo_) channels_[sender].push_back(ticket);
    return ticket;
  }
  /// Counts one activation of the node. Returns the items that the node must receive next, in this
  /// order.
  [[nodiscard]] std::vector<Item> count() {
    ++done_;
    std::set<Ticket> out;
    for (; !due_.empty() && due_.begin()->first <= done_; due_.erase(due_.begin())) {
      get_ready(due_.begin()->second, out);
    }
    return take(out);
  }
  /// Ends the wait of an item. Returns the item if nothing blocks it. Otherwise returns an empty
  /// list.
  [[nodiscard]] std::vector<Item> expire(Ticket ticket) {
    std::set<Ticket> out;
    get_ready(ticket, out);
    return take(out);
  }
  /// Must be called when the next held item of this sender was received, or was lost because the
  /// node is down. Returns the item that it blocked, if the wait of that item has ended.
  [[nodiscard]] std::vector<Item> next_of(const std::string& sender) {
    std::set<Ticket> out;
    const auto channel = channels_.find(sender);
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
    std::string sender;
    bool ready = false;
  };

  void get_ready(Ticket ticket, std::set<Ticket>& out) {
    const auto found = all_.find(ticket);
    if (found == all_.end()) return;
    found->second.ready = true;
    if (!fifo_ || channels_.at(found->second.sender).front() == ticket) out.insert(ticket);
  }

  std::vector<Item> take(const std::set<Ticket>& some) {
    std::vector<Item> out;
    for (const Ticket ticket : some) out.push_back(std::move(all_.extract(ticket).mapped().item));
    return out;
  }

  bool fifo_;
  Ticket next_ = 0;
  std::uint64_t done_ = 0;  ///< number of activations of the node so far
  std::map<Ticket, One> all_;
  /// Pairs of a number of activations and the item whose wait ends then.
  std::set<std::pair<std::uint64_t, Ticket>> due_;
  /// With `order: fifo`, the held items of each sender, in order. An item that was returned stays
  /// here until next_of().
  std::map<std::string, std::deque<Ticket>> channels_;
};

}  // namespace ldfi::systems
