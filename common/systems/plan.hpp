// What is run of a real system, and how: its processes, the network between them, what clients do,
// which faults there may be, and by what an execution is judged. A config with `system:` says it
// (docs/reference/system-config.md). Times are nanoseconds of virtual time from the start of an execution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/systems/faults/fspec.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::systems {

/// What a client asks of a node, and when.
struct Operation {
  std::int64_t at = 0;
  std::string client;
  std::string node;
  std::string body;          ///< a JSON object with a `type`, and no `msg_id`
  std::uint32_t number = 0;  ///< among all of the workload, whether they are asked or not
};

/// Who executes it.
enum class Kind : std::uint8_t {
  nodes,  ///< we: each node is a process
  runner  ///< a process of the user's, with all nodes in it
};

/// Who says when a node is done with something, and what time it is for it.
enum class Time : std::uint8_t {
  extended,      ///< the node itself, which speaks ldfi/1
  virtual_time,  ///< its threads, when all sleep; its clock is ours
  plain          ///< its threads, when all sleep; its clock is that of the machine
};

enum class Start : std::uint8_t {
  fresh,  ///< new processes for each execution
  reset,  ///< processes live on, and are told to forget everything
  fork    ///< of a process that has done the imports of a program in Python
};

/// What a node finds in its folder when it is started again after a crash.
enum class Disk : std::uint8_t {
  durable,       ///< all that it wrote there
  volatile_disk  ///< nothing
};

/// Whether nodes are shut in (worker/sandbox).
enum class Sandbox : std::uint8_t {
  automatic,  ///< as far as the machine allows it
  off,
  require  ///< it is an error if the machine does not allow all of it
};

/// What nodes reach besides each other.
enum class Network : std::uint8_t { none, host };

/// Of one execution. Beyond them it is `invalid`.
struct Limits {
  double step_s = 5;                       ///< of real time until a node has done one thing
  double deadline_s = 60;                  ///< of real time until a runner has executed a fault set
  std::uint64_t messages = 20'000;         ///< sent by all nodes together
  std::uint64_t line = 1 << 20U;           ///< bytes of a message
  std::uint64_t output = 64 * (1 << 20U);  ///< bytes that a node says
  std::uint64_t node_memory = std::uint64_t{2} << 30U;  ///< bytes of a node, all its processes
  std::uint64_t disk = std::uint64_t{1} << 30U;         ///< bytes of all that a node writes
  std::uint64_t tasks = 2'000;                          ///< processes and threads of a node
};

/// Which fault sets are tried first (common/solve/recorded/steering.hpp).
enum class Steer : std::uint8_t {
  none,            ///< the least
  value,           ///< what keeps a value from a node
  happens_before,  ///< what hits something before an answer
  mixed,           ///< one fault of every kind
};

struct Plan {
  std::string name;                  ///< of the config, without folder and ending
  std::string folder;                ///< of the config: the command's files are looked for there
  std::vector<std::string> command;  ///< at least one word
  std::vector<std::string> files;    ///< what else belongs to the system
  std::vector<std::string> nodes;    ///< those that are processes; the Fspec has services, too
  Kind kind = Kind::nodes;
  bool certain = true;  ///< of a runner: it is deterministic, by what the config says
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
  std::int64_t eot = 0;  ///< nothing happens later
  Limits limits;
  /// Of what cannot be repeated at will: so often a violation has to recur.
  std::uint64_t replays = 3;
  /// What took the place of values of the config: `eot=500ms`. The seed is not among it.
  std::vector<std::string> said;
  std::string fingerprint;  ///< of all that an execution depends on, besides faults and seed

  /// True if an execution is the same each time, as far as that depends on us: proofs rest on it.
  [[nodiscard]] bool deterministic() const { return certain && time != Time::plain; }
};

}  // namespace ldfi::systems
