// One node of a real system: a process that receives one message at a time, and whose output is
// read until it has finished with the message (docs/reference/node-protocol.md). In extended time,
// the node itself reports when it is done and when it wants to be woken. In other times, the node
// is an ordinary program: it is done if all its threads sleep. In virtual time, its clock shows
// when it wants to be woken.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/systems/plan.hpp"
#include "worker/drive/allowance.hpp"
#include "worker/drive/clock.hpp"
#include "worker/drive/complaints.hpp"
#include "worker/drive/envelope.hpp"
#include "worker/drive/kernel_link.hpp"
#include "worker/drive/known_lines.hpp"
#include "worker/drive/nursery.hpp"
#include "worker/drive/tasks.hpp"

namespace ldfi::drive {

/// Thrown if a node, or the harness around it, broke a rule, so that the execution is invalid. what() names
/// the node and the rule.
class Misbehaved : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The output of a node after it received something.
struct Said {
  std::vector<EnvelopePtr> messages;  ///< messages that the node sends, with `src` and `dest`
  /// By message: number of bytes that the node has written to stdout, since its start, up to the end of
  /// the message. Packets have the same number in their head, so the order is known.
  std::vector<std::uint64_t> ends{};
  std::vector<Packet> packets{};  ///< messages of the node's sockets, in order
  bool ended = false;             ///< true if the process has ended
  std::int64_t at = 0;            ///< time at which the node was done
};

/// Called from time to time while a node computes. It may throw to end the execution.
using Interrupt = std::function<void()>;

class Node {
 public:
  /// The latest time that a node can have, in nanoseconds.
  static constexpr std::int64_t last_time = std::int64_t{1} << 53;

  /// The kind of text that a node writes to stdout.
  enum class Output : std::uint8_t {
    messages,  ///< lines of JSON
    log        ///< any text; it is shown together with stderr when something is wrong
  };

  /// `nursery` must outlive the node.
  Node(std::string name, Nursery& nursery, systems::Time time, Output output,
       const systems::Limits& limits, Interrupt interrupt);
  ~Node() { kill(); }
  Node(Node&&) = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  /// Starts the process. A node in virtual time has either a clock, which an environment variable
  /// of the program must name, or a link to the library kernel, which the program's command must
  /// name. Other nodes have neither.
  void start(const Program& program, std::unique_ptr<Clock> clock,
             std::unique_ptr<KernelLink> link);
  /// Waits until the node has finished its start, before it receives anything. Returns false if the
  /// node ended. Throws Misbehaved.
  bool settle_in();
  /// Does the same as settle_in(), but also throws Misbehaved if the node ended or does not use its
  /// virtual clock.
  void await_readiness();
  /// Returns what the node's sockets sent while it started.
  Said take_start() { return std::exchange(start_, {}); }
  /// Ends the process, if it runs.
  void kill();
  /// Makes the node count as killed, although its process continues, until reset() is called. A
  /// reset is far cheaper than a new process.
  void rest() { resting_ = true; }
  [[nodiscard]] bool running() const { return child_.has_value() && !resting_; }
  /// Returns true if the node has a process, which runs or rests.
  [[nodiscard]] bool has_process() const { return child_.has_value(); }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Sends `message`, a JSON object, to the node at time `at`, waits until the node is done, and returns its
  /// output. Throws Misbehaved.
  Said tell(std::string_view message, std::int64_t at);
  /// Does the same with a message for a socket of the node, which must run in the library kernel.
  Said deliver(const Packet& packet, std::int64_t at);
  struct MessageAhead {
    Node* node = nullptr;
    std::string_view message;  ///< the text that the node receives next
  };
  /// Sends each node the message that the next call of tell(), awaken() or reset() would send. This
  /// call then only waits for the answer, so the nodes run in parallel. Not allowed in virtual
  /// time. Throws Misbehaved if a node wrote more output after it was done.
  static void send_ahead(std::span<const MessageAhead> all, std::int64_t at);
  /// Returns true if a message was sent ahead to the node, and no call has waited for the answer
  /// yet.
  [[nodiscard]] bool was_sent_ahead() const { return ahead_ != nullptr; }
  [[nodiscard]] const std::string& tick() const { return tick_; }
  [[nodiscard]] const std::string& order_to_reset() const { return reset_; }
  /// Wakes the node at the time `at`, and returns its output. While the node has no output, it may
  /// advance its time by itself up to `lease`.
  Said awaken(std::int64_t at, std::int64_t lease);
  /// Waits until a node that has received nothing is idle, and returns its output.
  Said read_unprompted() { return settle(); }
  /// Returns the descriptor of the node's output, or -1 if the node is not running.
  [[nodiscard]] int output_descriptor() const { return running() ? child_->out.get() : -1; }
  /// Makes the node forget its state, by a message. Returns false if its process has ended.
  bool reset();
  /// Sets whether an earlier try of this execution was invalid. If so, a SIGKILL that ends the node
  /// counts as an act of the node itself, because a kill from outside would hardly happen twice.
  void note_tried_before(bool yes) { tried_before_ = yes; }
  /// Throws Misbehaved if a SIGKILL that ldfi-farm did not send has ended the node. Does not throw
  /// if an earlier try of this execution was invalid.
  void expect_not_killed();
  /// Called while the farm does not wait for the node. If a check of the node is due, throws
  /// Misbehaved if a signal has stopped the node for too long.
  void expect_not_stopped();
  /// Called at the end of an execution. If a signal has stopped the node, waits until it continues.
  /// Throws Misbehaved if the node stays stopped, or if another process has killed it.
  void expect_unharmed();
  /// Throws Misbehaved if the node has output within this number of milliseconds, although it reported that
  /// it was done. Does nothing if a message was sent ahead to the node.
  void expect_silence(int ms);

  /// Return the values of the node's last report: the time at which it wants to be woken, and the
  /// text of its state.
  [[nodiscard]] std::optional<std::int64_t> wake() const { return wake_; }
  [[nodiscard]] const std::optional<std::string>& state() const { return state_; }
  /// Returns the first and the last lines that the node wrote to stderr since it last waited for
  /// input. The node may have ended. All lines are printable.
  [[nodiscard]] std::string last_complaints();

 private:
  /// Called when the node has waited and is about to receive something.
  void begin_step();
  void begin_telling(std::string_view message, std::int64_t at);
  bool write_all(std::string_view bytes);
  /// Reads output until the node reports that it is done, or ends. `at_once`: tries to read before
  /// waiting, because the report may be there already.
  Said listen(bool at_once);
  /// Reads output until the node is idle, or ends.
  Said settle();
  /// Does the same as settle() for a node that runs in the library kernel.
  Said settle_linked();
  void expect_no_deviation() const;
  /// Takes the messages that the node's sockets have sent.
  void take_packets(Said& said);
  /// Reads until the library kernel reports that the node is done. Returns false if the node ended.
  bool await_done(Said& said);
  /// Lets the library kernel run until `lease`, after sending the next part of a line that did not
  /// fit into the node's input.
  void run_until(std::int64_t lease);
  /// Writes as much of `line_` as the node's input has room for.
  void write_some();
  /// Reads what the node has written. Returns false at the end of its output.
  bool read_output();
  /// Reads what the node has written, and handles the complete lines. Returns false at the end of
  /// the output.
  bool take_output(Said& said);
  [[nodiscard]] std::optional<std::vector<Task>> tasks(bool surely) const;
  [[nodiscard]] bool has_output() const;
  /// Handles one line of output. Returns true if the line reports that the node is done.
  bool take(std::string_view line, Said& said);
  /// Handles a line that was not seen before. Returns true if the line reports that the node is done.
  bool read(std::string_view line, Said& said);
  void hear(EnvelopePtr message, Said& said);
  [[nodiscard]] Done done(const nlohmann::json& body);
  void note(const Done& done);
  void read_complaints();
  /// Returns the descriptor of the node's stderr, or -1 if it is closed.
  [[nodiscard]] int complaints_fd() const;
  /// Waits for output or, with `writing`, also for room to write. Throws Misbehaved.
  void wait(bool writing);
  /// Called when the node has ended. Throws Misbehaved if another process has ended the node, or if
  /// the kernel has ended it because of its limit on memory.
  void expect_own_end();
  /// Throws Misbehaved if the step takes too long, or the node uses too much memory or too many
  /// processes.
  void expect_moderation(bool writing);
  /// Returns true if the node has unread output or, with `writing`, room for more input.
  [[nodiscard]] bool moves(bool writing) const;
  /// Handles complete lines of output until one of them reports that the node is done. Returns
  /// false if none does.
  bool take_lines(Said& said);
  [[noreturn]] void misbehaved(const std::string& how);

  std::string name_;
  /// line that wakes the node at the time that it has chosen
  std::string tick_;
  std::string reset_;  ///< line which says that the node must forget its state
  Nursery& nursery_;
  systems::Time time_;
  Output output_kind_;
  Said start_;  ///< what the node sent while it started
  systems::Limits limits_;
  Allowance allowance_;
  Interrupt interrupt_;
  std::optional<Child> child_;
  bool resting_ = false;
  bool tried_before_ = false;
  std::unique_ptr<Clock> clock_;
  std::unique_ptr<KernelLink> link_;  ///< link to the library kernel; null if the node has none
  std::int64_t activated_ = 0;        ///< time of the last activation, for the library kernel
  std::size_t unsent_ = 0;   ///< bytes at the end of `line_` that did not fit into the node's input
                             ///< yet
  std::int64_t latest_ = 0;  ///< latest time that the node's clock may show
  std::size_t threads_ = 0;  ///< number of threads when the node last had nothing to do
  std::uint64_t printed_ =
      0;  ///< number of bytes that the node has written to stdout since its start
  std::uint64_t line_end_ = 0;   ///< value of `printed_` at the end of the line that is handled now
  std::string input_;            ///< output that is not a complete line yet
  std::string line_;             ///< line that is being sent to the node
  const char* ahead_ = nullptr;  ///< start of the text that was sent ahead, or null if none was
  bool listens_ = true;          ///< true if the node has read what was last sent to it
  KnownLines known_;
  Complaints complaints_;
  std::uint64_t output_ = 0;  ///< bytes of output in this execution
  std::uint64_t told_ = 0;    ///< number of lines that the node has received since its start
  std::optional<std::int64_t> wake_;
  std::optional<std::string> state_;
};

}  // namespace ldfi::drive
