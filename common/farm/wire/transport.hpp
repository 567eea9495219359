// The port between the farm's step machines and what carries their bytes: MPI (common/farm/mpi),
// one process (loopback), or the seeded simulator of test/sim.
#pragma once

#include <optional>

#include "common/farm/wire/codec.hpp"

namespace ldfi::wire {

struct Envelope {
  int from = 0;
  Bytes bytes;
};

class Transport {
 public:
  virtual ~Transport() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  /// Sends the bytes. Messages between two ranks stay in order. Throws EnvironmentError. Over MPI,
  /// any thread may call it.
  virtual void send(int to, Bytes bytes) = 0;
  /// The next message that has arrived, if any; never blocks.
  virtual std::optional<Envelope> receive() = 0;
  /// Called when there is nothing to do. Sleeps a little (FACTS: idle ranks must not spin).
  virtual void idle() = 0;
};

}  // namespace ldfi::wire
