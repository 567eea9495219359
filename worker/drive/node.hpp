// One node of a real system: a process that receives one thing at a time, and says what it does with it
// (docs/reference/node-protocol.md). In extended time the node itself reports when it is done, and when
// it wants to be woken. Other nodes do not know ldfi-farm: the states of their threads show when they are
// done, and in virtual time a clock of ldfi-farm shows when they wake up.
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
#include <vector>

#include "common/systems/plan.hpp"
#include "worker/drive/allowance.hpp"
#include "worker/drive/clock.hpp"
#include "worker/drive/complaints.hpp"
#include "worker/drive/envelope.hpp"
#include "worker/drive/known_lines.hpp"
#include "worker/drive/nursery.hpp"
#include "worker/drive/tasks.hpp"

namespace ldfi::drive {

/// A node, or the harness around it, broke a rule, so the execution shows nothing. what() names the node
/// and the rule.
class Misbehaved : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The reaction of a node to what it received.
struct Said {
  std::vector<EnvelopePtr> messages;  ///< with `src` and `dest`
  bool ended = false;                 ///< the process has ended
  std::int64_t at = 0;                ///< when the node was done
};

/// Called from time to time while a node computes; it may throw to end everything.
using Interrupt = std::function<void()>;

class Node {
 public:
  /// The latest possible time, in nanoseconds.
  static constexpr std::int64_t last_time = std::int64_t{1} << 53;

  /// `nursery` must outlive it.
  Node(std::string name, Nursery& nursery, systems::Time time, const systems::Limits& limits,
       Interrupt interrupt);
  ~Node() { kill(); }
  Node(Node&&) = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  /// `clock`: the clock of a node in virtual time, else null. The program's environment must name the
  /// clock.
  void start(const Program& program, std::unique_ptr<Clock> clock);
  /// Waits until the node has nothing to do, before it receives anything. Returns false if it ended.
  /// Throws Misbehaved.
  bool settle_in();
  /// The same, but throws Misbehaved if the node ended or does not use its virtual clock.
  void await_readiness();
  /// Ends the process if it runs.
  void kill();
  /// Treats the node as if it were killed, until it receives a reset: that is far cheaper than a new
  /// process.
  void rest() { resting_ = true; }
  [[nodiscard]] bool running() const { return child_.has_value() && !resting_; }
  /// True if the node runs or rests.
  [[nodiscard]] bool has_process() const { return child_.has_value(); }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Sends `message`, a JSON object, to the node at time `at`, and waits until the node is done. Throws
  /// Misbehaved.
  Said tell(std::string_view message, std::int64_t at);
  struct Telling {
    Node* node = nullptr;
    std::string_view message;  ///< the very text that the node receives next
  };
  /// Sends each node what it receives next by tell(), awaken() or reset(), which then only wait for its
  /// answer. So the nodes run without ldfi-farm in between. Not allowed in virtual time. Throws
  /// Misbehaved if one of them has said more after it was done.
  static void tell_ahead(std::span<const Telling> all, std::int64_t at);
  /// True if the node was sent something ahead that tell() has not sent yet.
  [[nodiscard]] bool is_told() const { return ahead_ != nullptr; }
  [[nodiscard]] const std::string& tick() const { return tick_; }
  [[nodiscard]] const std::string& order_to_reset() const { return reset_; }
  /// Sets the time to `at`, at which the node wants to be woken. If it says nothing, it may advance until
  /// `lease`.
  Said awaken(std::int64_t at, std::int64_t lease);
  /// Reads what the node says without having received anything, until it has nothing to do.
  Said overhear() { return settle(); }
  /// Returns the descriptor of the node's output; -1 if it is not running.
  [[nodiscard]] int mouth() const { return running() ? child_->out.get() : -1; }
  /// Tells the node to forget everything. Returns false if its process has ended.
  bool reset();
  /// `yes`: an earlier try of this execution was invalid. Then a SIGKILL that ends the node counts as the
  /// node's own act.
  void note_tried_before(bool yes) { tried_before_ = yes; }
  /// Throws Misbehaved if a SIGKILL that ldfi-farm has not sent ended the node, unless an earlier try was
  /// invalid.
  void expect_not_killed();
  /// Checks a node that nobody waits for, if a check is due. Throws Misbehaved if a signal has stopped it
  /// for too long.
  void expect_not_stopped();
  /// Called at the end of an execution. Waits while a signal has stopped the node. Throws Misbehaved if
  /// the node stays stopped, or if somebody else has killed it.
  void expect_unharmed();
  /// Throws Misbehaved if the node says anything within so many milliseconds, although it was done. Does
  /// nothing if it was sent something ahead.
  void expect_silence(int ms);

  /// These two return when the node wants to be woken, and a text of its state, as it last reported.
  [[nodiscard]] std::optional<std::int64_t> wake() const { return wake_; }
  [[nodiscard]] const std::optional<std::string>& state() const { return state_; }
  /// Returns the first and last lines that the node wrote to stderr since it last waited, even if it has
  /// ended. Each line is printable.
  [[nodiscard]] std::string last_complaints();

 private:
  /// Called when the node has waited, and is about to receive something.
  void begin_step();
  void begin_telling(std::string_view message, std::int64_t at);
  bool write_all(std::string_view bytes);
  /// Reads until the node reports that it is done, or ended. `at_once`: it may have done so already.
  Said listen(bool at_once);
  /// Reads until the node has nothing to do, or ended.
  Said settle();
  /// Reads what the node has written. Returns false at the end of its output.
  bool read_output();
  /// The same, and takes the complete lines.
  bool take_output(Said& said);
  [[nodiscard]] std::optional<std::vector<Task>> tasks(bool surely) const;
  [[nodiscard]] bool has_output() const;
  /// Takes one line. Returns true if it reports that the node is done.
  bool take(std::string_view line, Said& said);
  /// The same for a line that is not known.
  bool read(std::string_view line, Said& said);
  void hear(EnvelopePtr message, Said& said);
  [[nodiscard]] Done done(const nlohmann::json& body);
  void note(const Done& done);
  void read_complaints();
  /// Returns the descriptor of the node's stderr; -1 once that is closed.
  [[nodiscard]] int complaints_fd() const;
  /// Waits for output, and for room to write if `writing`. Throws Misbehaved.
  void wait(bool writing);
  /// Requires that the node has ended. Throws Misbehaved if somebody else has ended it, or the kernel at
  /// the limit of memory.
  void expect_own_end();
  /// Throws Misbehaved if the step takes too long, or the node uses too much of the machine.
  void expect_moderation(bool writing);
  /// True if the node has output that is not read yet, or, if `writing`, has made room for more input.
  [[nodiscard]] bool moves(bool writing) const;
  /// Takes complete lines until the node is done with what it received. Returns true if it is done.
  bool take_lines(Said& said);
  [[noreturn]] void misbehaved(const std::string& how);

  std::string name_;
  std::string tick_;   ///< message which says that the node's time has come
  std::string reset_;  ///< message which says that the node must forget everything
  Nursery& nursery_;
  systems::Time time_;
  systems::Limits limits_;
  Allowance allowance_;
  Interrupt interrupt_;
  std::optional<Child> child_;
  bool resting_ = false;
  bool tried_before_ = false;
  std::unique_ptr<Clock> clock_;
  std::int64_t latest_ = 0;      ///< latest time that its clock may show
  std::size_t threads_ = 0;      ///< number of its threads when it last had nothing to do
  std::string input_;            ///< output that is not a complete line yet
  std::string line_;             ///< the line that the node receives
  const char* ahead_ = nullptr;  ///< the message that it was sent ahead; null if none
  bool listens_ = true;          ///< it has read what it was last sent
  KnownLines known_;
  Complaints complaints_;
  std::uint64_t output_ = 0;  ///< bytes of output in this execution
  std::uint64_t told_ = 0;    ///< lines received since it started
  std::optional<std::int64_t> wake_;
  std::optional<std::string> state_;
};

}  // namespace ldfi::drive
