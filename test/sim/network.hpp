// A simulated network with its own time: messages of one pair of ranks keep their order, those of
// different pairs overtake each other. Everything follows from the seed.
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
  /// A number in [0, below).
  std::size_t choose(std::size_t below);
  double choose_seconds(double below);
  /// Alters one byte of the next message between this pair.
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
