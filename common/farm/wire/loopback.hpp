// Ranks in one process: each endpoint sends into the queue of another endpoint. Used for a farm of
// one rank, in which master and worker take turns, and for tests. Not thread-safe.
//
//   LoopbackHub hub(2);  hub.endpoint(0).send(1, encode(Stop{}));  hub.endpoint(1).receive();
#pragma once

#include <memory>
#include <vector>

#include "common/farm/wire/transport.hpp"

namespace ldfi::wire {

class LoopbackHub {
 public:
  /// Creates `size` ≥ 1 endpoints with ranks 0 … size − 1.
  explicit LoopbackHub(int size);
  ~LoopbackHub();
  LoopbackHub(const LoopbackHub&) = delete;
  LoopbackHub& operator=(const LoopbackHub&) = delete;

  /// Returns the endpoint with this rank, which is valid as long as the hub.
  [[nodiscard]] Transport& endpoint(int rank);

 private:
  class Endpoint;
  std::vector<std::unique_ptr<Endpoint>> endpoints_;
};

}  // namespace ldfi::wire
