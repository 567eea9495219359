// How to execute a real system: its processes, the network, the operations of clients, the possible
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

/// An operation: a client sends a request to a node at a given time.
struct Operation {
  std::int64_t at = 0;
  std::string client;
  std::string node;
  std::string body;  ///< JSON object with a `type`, but without a `msg_id`
  /// Index of the operation in the whole workload. A selection may skip some operations of the
  /// workload.
  std::uint32_t number = 0;
};

/// Which program executes the system.
enum class Kind : std::uint8_t {
  nodes,  ///< ldfi-farm, which starts a process for each node
  runner  ///< a test program of the user (runner) that contains all nodes
};

/// How ldfi-farm finds out that a node has finished an activation (the handling of a message or
/// timer), and which clock the node sees.
enum class Time : std::uint8_t {
  extended,      ///< the node reports the end of the activation, by the protocol ldfi/1
  virtual_time,  ///< the activation ends when all threads sleep; the nodes see a virtual clock
  plain          ///< the activation ends when all threads sleep; the nodes see the machine's clock
};

/// How the nodes of a system send messages to each other.
enum class Net : std::uint8_t {
  lines,   ///< by lines of JSON on stdin and stdout
  sockets  ///< by sockets: TCP and UDP between the addresses of the nodes; lines of JSON also work
};

enum class Start : std::uint8_t {
  fresh,  ///< new processes for each execution
  reset,  ///< the same processes, which forget their state when ldfi-farm sends them a reset
  fork    ///< copies (forks) of a process that has already imported the modules of a Python program
};

/// The contents of a node's folder when the node restarts after a crash.
enum class Disk : std::uint8_t {
  durable,       ///< all files that the node has written
  volatile_disk  ///< no files
};

/// Whether nodes run in a sandbox (worker/sandbox).
enum class Sandbox : std::uint8_t {
  automatic,  ///< a sandbox with the features that the machine supports
  off,
  require  ///< a sandbox with all features, or an error if the machine does not support one
};

/// The hosts to which nodes can connect: only other nodes (`none`), or also all hosts of the
/// machine's network (`host`).
enum class Network : std::uint8_t { none, host };

/// Limits of one execution. An execution that exceeds a limit is `invalid`.
struct Limits {
  double step_s = 5;       ///< seconds of real time that a node may take for one activation (a
                           ///< message or timer that it handles)
  double deadline_s = 60;  ///< seconds of real time that a runner may take for one fault set
  std::uint64_t messages = 20'000;  ///< largest number of messages that all nodes together may send
  std::uint64_t line = 1 << 20U;    ///< largest number of bytes of one message
  std::uint64_t output = 64 * (1 << 20U);  ///< largest number of bytes that one node may print
  /// Largest number of bytes of memory that one node may use with all its processes.
  std::uint64_t node_memory = std::uint64_t{2} << 30U;
  /// Largest number of bytes that a node may write to its disk in total.
  std::uint64_t disk = std::uint64_t{1} << 30U;
  std::uint64_t tasks = 2'000;  ///< largest number of processes and threads of one node
};

/// Which fault sets a search tries first (common/solve/recorded/steering.hpp).
enum class Steer : std::uint8_t {
  none,            ///< the smallest fault sets
  value,           ///< faults that prevent a client's value from reaching a node
  happens_before,  ///< faults of messages and nodes that may have influenced an answer
  mixed,           ///< fault sets with one fault of every kind
};

struct Plan {
  std::string name;    ///< file name of the config, without folder and extension
  std::string folder;  ///< folder of the config, to which relative paths in the command refer
  /// Command that starts a node or the runner, at least one word.
  std::vector<std::string> command;
  /// Command that starts a program which acts for one client: it receives the client's requests as
  /// lines of JSON, and asks the nodes by sockets. Empty if the nodes receive the requests.
  std::vector<std::string> client_command;
  std::vector<std::string> files;  ///< further files that the system needs
  /// Nodes that are processes; the nodes of the Fspec also include services.
  std::vector<std::string> nodes;
  /// Clients for which a program acts, in the order of their names. Empty if there is no
  /// client_command.
  std::vector<std::string> clients;
  Kind kind = Kind::nodes;
  bool certain = true;  ///< false if the config declares that the runner is not deterministic
  Net net = Net::lines;
  Time time = Time::virtual_time;
  Start start = Start::fresh;
  Disk disk = Disk::durable;
  Sandbox sandbox = Sandbox::automatic;
  Network network = Network::none;
  std::int64_t latency = 10'000'000;
  std::vector<Operation> operations;  ///< operations of clients, in the order in which they happen
  Goals goals;
  Steer steer = Steer::none;
  Fspec fspec;
  std::int64_t eot = 0;  ///< EOT (end of the execution): no event happens later
  Limits limits;
  /// Number of repetitions of a violation if executions may differ each time. The violation must
  /// recur in each repetition.
  std::uint64_t replays = 3;
  /// Command-line options that replace values of the config, such as `eot=500ms`, without the seed.
  std::vector<std::string> said;
  /// Hash of everything on which an execution depends, except faults and seed.
  std::string fingerprint;

  /// Returns the names of all processes: the nodes, and then the programs that act for clients.
  [[nodiscard]] std::vector<std::string> processes() const {
    std::vector<std::string> out = nodes;
    for (const std::string& client : clients) out.push_back("adapter-" + client);
    return out;
  }
  /// Returns true if executions with the same faults are always equal, as far as ldfi-farm controls
  /// them. Proofs require this.
  [[nodiscard]] bool deterministic() const { return certain && time != Time::plain; }
};

}  // namespace ldfi::systems
