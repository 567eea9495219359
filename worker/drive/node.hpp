// One node of a real system: a process that is told one thing at a time, and says what it does with
// it (docs/reference/node-protocol.md). It says itself when it is done, and when it wants to be woken; or it knows
// nothing of us, and a clock of ours and the states of its threads say both.
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

/// A node, or the harness around it, does what nothing follows from. what() says who and how.
class Misbehaved : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a node did with what it was told.
struct Said {
  std::vector<EnvelopePtr> messages;  ///< with `src` and `dest`
  bool ended = false;                 ///< the process is no more
  std::int64_t at = 0;                ///< when it was done with it
};

/// Called now and then while a node computes; ends everything by throwing.
using Interrupt = std::function<void()>;

class Node {
 public:
  /// No time is later.
  static constexpr std::int64_t last_time = std::int64_t{1} << 53;

  /// `nursery` must outlive it.
  Node(std::string name, Nursery& nursery, systems::Time time, const systems::Limits& limits,
       Interrupt interrupt);
  ~Node() { kill(); }
  Node(Node&&) = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  /// `clock`: of one in virtual time; the program's environment has to name it.
  void start(const Program& program, std::unique_ptr<Clock> clock);
  /// Waits until it has nothing to do before it is told anything; false if it ended. Throws
  /// Misbehaved.
  bool settle_in();
  /// The same, and throws Misbehaved if it ended or does not have our clock.
  void await_readiness();
  /// Ends the process, if there is one.
  void kill();
  /// As if it were killed, until it is told to reset: that is far cheaper than a new process.
  void rest() { resting_ = true; }
  [[nodiscard]] bool running() const { return child_.has_value() && !resting_; }
  /// Running, or at rest.
  [[nodiscard]] bool has_process() const { return child_.has_value(); }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Tells it `message`, a JSON object, at virtual time `at`, and waits until it is done. Throws
  /// Misbehaved.
  Said tell(std::string_view message, std::int64_t at);
  struct Telling {
    Node* node = nullptr;
    std::string_view message;  ///< that very text is what it is told next
  };
  /// Tells several nodes at once, each of which is told the same next by tell(), awaken() or reset(),
  /// which then only wait for what it says: they run one after the other without us in between. Not in
  /// virtual time. Throws Misbehaved if one of them has said more after it was done.
  static void tell_ahead(std::span<const Telling> all, std::int64_t at);
  /// True if it was told something ahead that it is not told yet.
  [[nodiscard]] bool is_told() const { return ahead_ != nullptr; }
  [[nodiscard]] const std::string& tick() const { return tick_; }
  [[nodiscard]] const std::string& order_to_reset() const { return reset_; }
  /// Time is `at`, and what it waited for has come. If it says nothing, it may go on until `lease`.
  Said awaken(std::int64_t at, std::int64_t lease);
  /// Takes what it says without having been told anything, until it has nothing to do.
  Said overhear() { return settle(); }
  /// What it says comes out here; -1 if it is not running.
  [[nodiscard]] int mouth() const { return running() ? child_->out.get() : -1; }
  /// Tells it to forget everything. False if it is no more.
  bool reset();
  /// `yes`: an earlier try of this execution was invalid. Then a SIGKILL that ends the node counts as its own deed.
  void note_tried_before(bool yes) { tried_before_ = yes; }
  /// Throws Misbehaved if a SIGKILL that ldfi-farm has not sent ended the node, unless an earlier try was invalid.
  void expect_not_killed();
  /// Looks at a node that nobody waits for, if it is time to. Throws Misbehaved if a signal has stopped
  /// it.
  void expect_not_stopped();
  /// Called at the end of an execution. Waits while a signal has stopped the node. Throws Misbehaved if the node
  /// stays stopped, or if somebody else has killed it.
  void expect_unharmed();
  /// Throws Misbehaved if it says anything though it was done, within so many milliseconds. Not if it
  /// was told something ahead.
  void expect_silence(int ms);

  /// When it wants to be woken, and a text of its state, as it last said.
  [[nodiscard]] std::optional<std::int64_t> wake() const { return wake_; }
  [[nodiscard]] const std::optional<std::string>& state() const { return state_; }
  /// The first and last lines that it wrote to stderr since it last waited, of a node that ended, too.
  /// Each line is fit to be printed.
  [[nodiscard]] std::string last_complaints();

 private:
  /// The node has waited, and is about to be told something.
  void begin_step();
  void begin_telling(std::string_view message, std::int64_t at);
  bool write_all(std::string_view bytes);
  /// Reads until it says that it is done, or ended. `at_once`: it may have done so already.
  Said listen(bool at_once);
  /// Reads until it has nothing to do, or ended.
  Said settle();
  /// Reads what it has written; false at its end.
  bool read_output();
  /// Reads and takes what there is; false at its end.
  bool take_output(Said& said);
  [[nodiscard]] std::optional<std::vector<Task>> tasks(bool surely) const;
  [[nodiscard]] bool has_output() const;
  /// True if the node is done with it.
  bool take(std::string_view line, Said& said);
  /// The same, of a line that is not known.
  bool read(std::string_view line, Said& said);
  void hear(EnvelopePtr message, Said& said);
  [[nodiscard]] Done done(const nlohmann::json& body);
  void note(const Done& done);
  void read_complaints();
  /// Where they come from; -1 once that is closed.
  [[nodiscard]] int complaints_fd() const;
  /// Waits for output, and for room to write if `writing`. Throws Misbehaved.
  void wait(bool writing);
  /// Requires that the node has ended. Throws Misbehaved if somebody else has ended it, or the kernel at the limit
  /// of memory.
  void expect_own_end();
  /// Throws Misbehaved if it takes too long, or uses too much of the machine.
  void expect_moderation(bool writing);
  /// True if it has said something that is not read yet, or has made room for more if `writing`.
  [[nodiscard]] bool moves(bool writing) const;
  /// Its lines that are whole, until it is done with what it was told: then true.
  bool take_lines(Said& said);
  [[noreturn]] void misbehaved(const std::string& how);

  std::string name_;
  std::string tick_;   ///< what tells it that its time has come
  std::string reset_;  ///< and to forget everything
  Nursery& nursery_;
  systems::Time time_;
  systems::Limits limits_;
  Allowance allowance_;
  Interrupt interrupt_;
  std::optional<Child> child_;
  bool resting_ = false;
  bool tried_before_ = false;
  std::unique_ptr<Clock> clock_;
  std::int64_t latest_ = 0;      ///< what its clock may say
  std::size_t threads_ = 0;      ///< when it last had nothing to do
  std::string input_;            ///< what it said, and is not a whole line yet
  std::string line_;             ///< that it is told
  const char* ahead_ = nullptr;  ///< the message that it was told ahead; null: none
  bool listens_ = true;          ///< it took what it was told last
  KnownLines known_;
  Complaints complaints_;
  std::uint64_t output_ = 0;  ///< bytes in this execution
  std::uint64_t told_ = 0;    ///< lines since it started
  std::optional<std::int64_t> wake_;
  std::optional<std::string> state_;
};

}  // namespace ldfi::drive
