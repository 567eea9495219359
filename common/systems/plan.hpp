// How to run a real system: its processes, the network, the operations of clients, the possible
// faults, and the rules by which executions are judged. A config with `system:` defines a plan
// (docs/reference/system-config.md). Times are nanoseconds of virtual time from the start of an
// execution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/systems/faults/fspec.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::systems {

/// A request of a client to a node at a time.
struct Operation {
  std::int64_t at = 0;
  std::string client;
  std::string node;
  std::string body;          ///< JSON object with a `type` and without a `msg_id`
  std::uint32_t number = 0;  ///< index in the whole workload, including operations that are not
                             ///< executed
};

/// The executor of the system.
enum class Kind : std::uint8_t {
  nodes,  ///< ldfi-farm: each node is a process
  runner  ///< a program of the user that contains all nodes
};

/// How the end of an activation is detected, and which clock nodes see.
enum class Time : std::uint8_t {
  extended,      ///< the node itself reports the end; it speaks ldfi/1
  virtual_time,  ///< the end is when all threads sleep; nodes see a virtual clock
  plain          ///< the end is when all threads sleep; nodes see the clock of the machine
};

enum class Start : std::uint8_t {
  fresh,  ///< new processes for each execution
  reset,  ///< processes stay alive and are told to forget everything
  fork    ///< forks of a process that has already imported the modules of a Python program
};

/// The contents of a node's folder when the node restarts after a crash.
enum class Disk : std::uint8_t {
  durable,       ///< everything that the node wrote there
  volatile_disk  ///< nothing
};

/// Whether nodes run in a sandbox (worker/sandbox).
enum class Sandbox : std::uint8_t {
  automatic,  ///< as far as the machine supports it
  off,
  require  ///< an error if the machine does not support all of it
};

/// The hosts that nodes can connect to besides each other.
enum class Network : std::uint8_t { none, host };

/// Limits of one execution. An execution that exceeds one is `invalid`.
struct Limits {
  double step_s = 5;                       ///< seconds of real time for one activation of a node
  double deadline_s = 60;                  ///< seconds of real time for a runner to execute one
                                           ///< fault set
  std::uint64_t messages = 20'000;         ///< messages sent by all nodes together
  std::uint64_t line = 1 << 20U;           ///< bytes of one message
  std::uint64_t output = 64 * (1 << 20U);  ///< bytes of output of one node
  /// Bytes of memory of one node with all its processes.
  std::uint64_t node_memory = std::uint64_t{2} << 30U;
  std::uint64_t disk = std::uint64_t{1} << 30U;  ///< bytes that a node may write in total
  std::uint64_t tasks = 2'000;                   ///< processes and threads of one node
};

/// Which fault sets are tried first (common/solve/recorded/steering.hpp).
enum class Steer : std::uint8_t {
  none,            ///< the smallest fault sets
  value,           ///< faults that keep a value from a node
  happens_before,  ///< faults at what happened before an answer
  mixed,           ///< one fault of every kind
};

struct Plan {
  std::string name;                  ///< file name of the config, without folder and extension
  std::string folder;                ///< folder of the config; relative paths of the command start
                                     ///< here
  std::vector<std::string> command;  ///< at least one word
  std::vector<std::string> files;    ///< further files of the system
  std::vector<std::string> nodes;    ///< nodes that are processes; those of the Fspec include
                                     ///< services
  Kind kind = Kind::nodes;
  bool certain = true;  ///< false if the config says that the runner is not deterministic
  Time time = Time::extended;
  Start start = Start::fresh;
  Disk disk = Disk::durable;
  Sandbox sandbox = Sandbox::automatic;
  Network network = Network::none;
  std::int64_t latency = 10'000'000;
  std::vector<Operation> operations;  ///< in the order in which they happen
  Goals goals;
  Steer steer = Steer::none;
  Fspec fspec;
  std::int64_t eot = 0;  ///< end of time: no event happens later
  Limits limits;
  /// Number of repetitions of a violation if executions are not deterministic. The violation must
  /// recur in each.
  std::uint64_t replays = 3;
  /// Values of the config that options replaced, such as `eot=500ms`. The seed is not listed.
  std::vector<std::string> said;
  std::string fingerprint;  ///< hash of everything that an execution depends on, except faults and
                            ///< seed

  /// Returns true if executions are the same each time, as far as ldfi-farm controls them. Proofs
  /// rest on this.
  [[nodiscard]] bool deterministic() const { return certain && time != Time::plain; }
};

}  // namespace ldfi::systems
