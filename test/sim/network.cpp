#include "test/sim/network.hpp"

#include <algorithm>

namespace ldfi::test {

class SimNetwork::Endpoint : public wire::Transport {
 public:
  Endpoint(SimNetwork& net, int rank, int size) : net_(net), rank_(rank), size_(size) {}
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }

  void send(int to, wire::Bytes bytes) override {
    auto& channel = net_.channels_[{rank_, to}];
    double arrives = net_.now_ + net_.choose_seconds(net_.max_delay_s_);
    if (!channel.empty()) arrives = std::max(arrives, channel.back().arrives);
    if (std::exchange(net_.damage_[{rank_, to}], false)) {
      char& byte = bytes[net_.choose(bytes.size())];
      byte = static_cast<char>(byte ^ 0x20);
    }
    channel.push_back({arrives, std::move(bytes)});
  }

  std::optional<wire::Envelope> receive() override {
    std::vector<int> ready;
    for (int from = 0; from < size_; ++from) {
      const auto& channel = net_.channels_[{from, rank_}];
      if (!channel.empty() && channel.front().arrives <= net_.now_) ready.push_back(from);
    }
    if (ready.empty()) return std::nullopt;
    const int from = ready[net_.choose(ready.size())];
    auto& channel = net_.channels_[{from, rank_}];
    wire::Envelope envelope{from, std::move(channel.front().bytes)};
    channel.pop_front();
    return envelope;
  }

  void idle() override {}

 private:
  SimNetwork& net_;
  int rank_;
  int size_;
};

SimNetwork::SimNetwork(int size, std::uint64_t seed, double max_delay_s)
    : random_(seed), max_delay_s_(max_delay_s) {
  for (int rank = 0; rank < size; ++rank) {
    endpoints_.push_back(std::make_unique<Endpoint>(*this, rank, size));
  }
}

SimNetwork::~SimNetwork() = default;

wire::Transport& SimNetwork::endpoint(int rank) {
  return *endpoints_.at(static_cast<std::size_t>(rank));
}

// Does not use std::uniform_int_distribution, so that a seed leads to the same run with every
// standard library.
std::size_t SimNetwork::choose(std::size_t below) {
  return static_cast<std::size_t>(random_() % below);
}

double SimNetwork::choose_seconds(double below) {
  return below * static_cast<double>(random_() >> 11) * 0x1p-53;
}

}  // namespace ldfi::test
