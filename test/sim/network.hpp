// A simulated network with its own time. Messages between two ranks keep their order, and messages
// of different pairs of ranks may overtake each other. The seed decides everything.
//
//   SimNetwork net(4, seed);  net.endpoint(0).send(1, bytes);  net.advance(0.01);
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "common/farm/wire/transport.hpp"

namespace ldfi::test {

class SimNetwork {
 public:
  SimNetwork(int size, std::uint64_t seed, double max_delay_s = 0.05);
  ~SimNetwork();

  [[nodiscard]] wire::Transport& endpoint(int rank);
  [[nodiscard]] double now() const { return now_; }
  void advance(double seconds) { now_ += seconds; }
  /// Returns a random number from 0 to below − 1.
  std::size_t choose(std::size_t below);
  double choose_seconds(double below);
  /// Changes one byte of the next message from one rank to another.
  void damage_next(int from, int to) { damage_[{from, to}] = true; }

 private:
  struct InFlight {
    double arrives = 0;
    wire::Bytes bytes;
  };
  class Endpoint;

  std::mt19937_64 random_;
  double max_delay_s_;
  double now_ = 0;
  std::map<std::pair<int, int>, std::deque<InFlight>> channels_;
  std::map<std::pair<int, int>, bool> damage_;
  std::vector<std::unique_ptr<Endpoint>> endpoints_;
};

}  // namespace ldfi::test
