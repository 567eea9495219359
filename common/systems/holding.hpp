// What has come for one node and waits until it has done other things: of real systems, messages that come
// behind so many of its activations (lateness.hpp), and, where the order is fifo, what its sender sent it
// later. Executions and the check of recordings keep it alike.
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
  /// Of what is held, in the order in which it came.
  using Ticket = std::uint64_t;

  explicit Holding(bool fifo) : fifo_(fifo) {}

  [[nodiscard]] bool empty() const { return all_.empty(); }
  /// True if what that node sent has to wait now, for the order's sake: something of it is held, or comes.
  [[nodiscard]] bool blocks(const std::string& sender) const {
    return fifo_ && channels_.contains(sender);
  }

  /// `activations`: it waits for so many; 0: only for what blocks it.
  Ticket hold(Item item, const std::string& sender, std::uint64_t activations) {
    const Ticket ticket = next_++;
    all_.emplace(ticket, One{std::move(item), sender, activations == 0});
    if (activations > 0) due_.emplace(done_ + activations, ticket);
    if (fifo_) channels_[sender].push_back(ticket);
    return ticket;
  }
  /// The node has done something. What comes now, one after the other.
  [[nodiscard]] std::vector<Item> count() {
    ++done_;
    std::set<Ticket> out;
    for (; !due_.empty() && due_.begin()->first <= done_; due_.erase(due_.begin())) {
      get_ready(due_.begin()->second, out);
    }
    return take(out);
  }
  /// It has waited long enough. What comes now: it, unless it is blocked.
  [[nodiscard]] std::vector<Item> expire(Ticket ticket) {
    std::set<Ticket> out;
    get_ready(ticket, out);
    return take(out);
  }
  /// What was held and that node sent has been received, or was in vain. What comes now: what it blocked.
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
  std::uint64_t done_ = 0;  ///< how often the node has done something
  std::map<Ticket, One> all_;
  std::set<std::pair<std::uint64_t, Ticket>> due_;  ///< behind how many activations of all
  /// By sender, if the order is fifo: what is held, behind what comes now.
  std::map<std::string, std::deque<Ticket>> channels_;
};

}  // namespace ldfi::systems
