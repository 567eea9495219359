// The interface between the farm's state machines and the code that carries their bytes: MPI
// (common/farm/mpi), one process (loopback), or the seeded simulator of test/sim.
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
  /// Sends the bytes. Messages between two ranks stay in order. Throws EnvironmentError. With MPI,
  /// any thread may call it.
  virtual void send(int to, Bytes bytes) = 0;
  /// Returns the next message that has arrived, or nullopt. Never blocks.
  virtual std::optional<Envelope> receive() = 0;
  /// Called if there is nothing to do. Sleeps for a short time, because idle ranks must not spin.
  virtual void idle() = 0;
};

}  // namespace ldfi::wire
