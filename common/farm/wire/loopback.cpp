#include "common/farm/wire/loopback.hpp"

#include <deque>

#include "common/base/contract.hpp"

namespace ldfi::wire {

class LoopbackHub::Endpoint : public Transport {
 public:
  Endpoint(LoopbackHub& hub, int rank) : hub_(hub), rank_(rank) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return static_cast<int>(hub_.endpoints_.size()); }

  void send(int to, Bytes bytes) override {
    LDFI_REQUIRE(to >= 0 && to < size(), "a message goes to a rank of the hub");
    hub_.endpoints_[static_cast<std::size_t>(to)]->arrived_.push_back({rank_, std::move(bytes)});
  }

  std::optional<Envelope> receive() override {
    if (arrived_.empty()) return std::nullopt;
    Envelope envelope = std::move(arrived_.front());
    arrived_.pop_front();
    return envelope;
  }

  void idle() override {}  // all endpoints run in this thread, so nothing can arrive during a sleep

 private:
  LoopbackHub& hub_;
  int rank_;
  std::deque<Envelope> arrived_;
};

LoopbackHub::LoopbackHub(int size) {
  LDFI_REQUIRE(size >= 1, "a hub has at least one endpoint");
  for (int rank = 0; rank < size; ++rank) {
    endpoints_.push_back(std::make_unique<Endpoint>(*this, rank));
  }
}

LoopbackHub::~LoopbackHub() = default;

Transport& LoopbackHub::endpoint(int rank) {
  LDFI_REQUIRE(rank >= 0 && static_cast<std::size_t>(rank) < endpoints_.size(),
               "the rank belongs to the hub");
  return *endpoints_[static_cast<std::size_t>(rank)];
}

}  // namespace ldfi::wire
