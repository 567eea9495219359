// One execution: a discrete-event simulation around processes. Private to worker/drive.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/base/contract.hpp"
#include "common/systems/check/history.hpp"
#include "common/systems/holding.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/services.hpp"
#include "worker/drive/chance.hpp"
#include "worker/drive/foreseen.hpp"
#include "worker/drive/happening.hpp"
#include "worker/drive/judge.hpp"
#include "worker/drive/node.hpp"
#include "worker/drive/recorder.hpp"
#include "worker/drive/script.hpp"

namespace ldfi::drive {

/// Added to the seed for each life of a node. It exceeds every seed, so no two lives have the same random
/// numbers.
inline constexpr std::uint64_t next_life = 10'000'000'000;

/// Starts a crashed node again: which node, at what time, and how often it was started before.
using Revive = std::function<void(std::size_t, std::int64_t, std::uint64_t)>;

class Execution {
 public:
  /// `nodes` are the running nodes of the plan, before they received anything. `recorder` and `script`
  /// belong to the plan. Faults that are drawn are added to `assigned`.
  /// `patience_ms`: milliseconds to wait before each step for output of a node that has said that it is
  /// done.
  /// `rest`: a node that crashes rests instead of being killed.
  Execution(const systems::Plan& plan, std::vector<Node>& nodes, systems::Assignment& assigned,
            const Recorder& recorder, Script& script, int patience_ms, bool rest,
            const Interrupt& interrupt, const Revive& revive, const Judge& judge,
            const Foreseen& foreseen)
      : plan_(plan),
        nodes_(nodes),
        assigned_(assigned),
        faults_(assigned.faults),
        recorder_(recorder),
        script_(script),
        patience_ms_(patience_ms),
        rest_(rest),
        interrupt_(interrupt),
        revive_(revive),
        judge_(judge),
        foreseen_(foreseen),
        chance_(assigned.draw ? std::optional<Chance>(std::in_place, plan.fspec, recorder.seed(),
                                                      *assigned.draw)
                              : std::nullopt),
        greeted_(nodes.size()),
        waiting_(nodes.size()),
        activities_(nodes.size()),
        holding_(nodes.size() + systems::service_names().size(),
                 systems::Holding<Pending>(plan.fspec.fifo)),
        lives_(nodes.size(), 1) {
    LDFI_REQUIRE(nodes.size() == plan.nodes.size(), "a node for each one of the plan");
    LDFI_REQUIRE(patience_ms >= 0, "a time to wait");
  }

  /// Returns the lines of the recording. Throws Misbehaved and Overran.
  std::string run();

 private:
  enum class Kind : std::uint8_t { message, operation, speech, restart, request, expiry };
  /// The order of what is due at one time. `released`: it was held, and comes right after the activation
  /// that it waited for, or before everything else if its node is paused. `waited`: it was put off by a
  /// pause, and comes before what reaches the node only now.
  enum class Turn : std::uint8_t { released, waited, plain };
  struct Pending {
    std::int64_t at = 0;
    std::uint64_t order = 0;  ///< order among those with the same time
    Kind kind = Kind::message;
    /// A place: for a message, that of its sending in events_; for an operation or request, that in the
    /// plan's operations; for a speech, that in speeches_. For an expiry, the ticket of the held message
    /// that has waited long enough.
    std::size_t what = 0;
    std::size_t node = 0;
    EnvelopePtr message{};
    Turn turn = Turn::plain;
    std::uint64_t id = 0;  ///< of a request: the id that the client gave it
    std::size_t call = 0;  ///< of a request: its place in the history
    bool operator<(const Pending& other) const {
      return std::tie(at, turn, order) < std::tie(other.at, other.turn, other.order);
    }
  };
  struct Due {
    std::int64_t at = 0;
    /// The node whose timer is due; nullopt for the first of pending_.
    std::optional<std::size_t> node;
  };

  void initialise();
  /// Sends `init` to a node that was just started.
  void introduce(std::size_t node);
  void greet(std::size_t node, const nlohmann::json& reply);
  /// True if the node runs and has not answered `init`.
  [[nodiscard]] bool is_unready(std::size_t node) const {
    return !greeted_[node] && nodes_[node].running();
  }
  /// Throws Misbehaved if a node has not answered `init`. An execution with faults may end so, because
  /// nodes may need messages for their answer.
  void expect_greetings() const;
  void schedule_operations();
  [[nodiscard]] std::int64_t end() const;
  [[nodiscard]] std::optional<Due> next() const;
  void wake(std::size_t node);
  /// Sends to all nodes together what each receives first at the current time (tell_ahead.cpp).
  /// `timers`: sends the timers that are due, otherwise what is due in pending_.
  void tell_ahead(bool timers);
  [[nodiscard]] bool may_tell_ahead() const {
    return plan_.time == systems::Time::extended && patience_ms_ == 0;
  }
  void find_timers(std::vector<Node::Telling>& out);
  void find_pending(std::vector<Node::Telling>& out);
  /// True if the node is up, and neither pauses nor crashes before its next activation, which is now.
  [[nodiscard]] bool will_act(std::size_t node);
  /// Waits until all nodes that use the machine's clock are ready (real_time.cpp).
  void begin_real_time();
  /// Sets the clock of the execution, which continues from its last time.
  void continue_time();
  /// True if a node may still become ready before time passes for clients.
  [[nodiscard]] bool may_become_ready() const;
  /// Returns the real time since the execution began, in nanoseconds.
  [[nodiscard]] std::int64_t passed() const;
  /// Returns a node that says something before `time`, or nullopt.
  [[nodiscard]] std::optional<std::size_t> listen_until(std::int64_t time) const;
  /// Waits for the next event and returns it.
  std::optional<Due> next_in_real_time();
  void overhear(std::size_t node);
  /// Returns the time until which a node may advance by itself: before it, nothing reaches the node, and
  /// no client sends a request.
  [[nodiscard]] std::int64_t lease(std::size_t node) const;
  void speak(const Pending& speech);
  /// True if the message is held because its receiver does other things first. Either the message is late
  /// by activations, or it follows such a message on a FIFO channel.
  bool is_held(const Pending& what);
  [[nodiscard]] bool would_be_held(const Pending& what) const;
  /// Returns after how many more activations of its receiver the message is delivered; 0 if it is not
  /// late in this way.
  [[nodiscard]] std::uint64_t behind(const Happening& sending) const;
  /// Counts an activation of a node or a service. Messages that were to come after it are next.
  void count(std::size_t node);
  void come(std::vector<Pending> some);
  void deliver(const Pending& message);
  /// Delivers a message to a service.
  void serve(const Pending& message);
  void invoke(const Pending& operation);
  /// Delivers to a node the request that a client sent while the node was paused.
  void request(const Pending& asked);
  void happen(Pending what);
  /// Begins an activation. Returns true if the node is up, and does not crash instead.
  bool activate(std::size_t node);
  /// True if the fault set or a draw crashes the node at this moment. Ignores whether the crash is
  /// spared.
  [[nodiscard]] bool should_crash(std::size_t node, const systems::Moment& moment);
  /// True if the node is paused, or its pause begins now instead of its activation
  /// (execution_pauses.cpp).
  bool stands_still(std::size_t node);
  /// True if the node is already paused.
  [[nodiscard]] bool is_still(std::size_t node) const {
    return node < nodes_.size() && activities_[node].still_until > clock_;
  }
  /// Returns how long the node pauses before its next activation, which is now, or nullopt if it does
  /// not.
  [[nodiscard]] std::optional<std::int64_t> pause_now(std::size_t node);
  /// True if the node crashes before its next activation, which is now.
  [[nodiscard]] bool crashes_next(std::size_t node);
  /// Called when a node has said something in virtual time. Throws Overran if a fault should have come
  /// before.
  void expect_foreseen(std::size_t node);
  /// True if the node pauses or crashes instead of waking up, as was foreseen.
  bool is_kept_from_waking(std::size_t node);
  /// Delays `what` until its node resumes.
  void put_off(Pending what);
  /// Returns when the timer of a running node is due, or when its pause ends if that is later. Returns
  /// nullopt if it has no timer.
  [[nodiscard]] std::optional<std::int64_t> wake_of(std::size_t node) const;
  /// Crashes the node if a fault says so at this moment of its activation, and the crash is not spared.
  /// Returns true if the node crashed.
  bool strike(std::size_t node, const systems::Moment& moment);
  /// True if the node crashes in the middle of its activation, instead of sending one more message.
  bool breaks_off(std::size_t node);
  /// True if nodes may crash in the middle of an activation, and the node, which is starting, speaks at
  /// another time than its last activation.
  [[nodiscard]] bool speaks_apart(std::size_t node) const;
  /// Crashes a node for good, or until `back`.
  void crash(std::size_t node, std::optional<std::int64_t> back);
  void restart(std::size_t node);
  /// Sends a message to a node, and returns its answer.
  Said tell(std::size_t node, const std::string& message);
  void hear(std::size_t node, Said said);
  /// Passes a message on to a node, a client or the initiator. Returns an error message for the sender if
  /// there is no receiver of that name.
  std::optional<std::string> pass_on(std::size_t node, const EnvelopePtr& message);
  void send(std::size_t from, std::size_t to, const EnvelopePtr& message);
  void answer(std::size_t node, const EnvelopePtr& message);
  /// Counts a message that a node sends. Throws Misbehaved if there are too many.
  void count_message();
  /// Adds to the last event which values of clients are in a body, if the search is steered by values.
  void note_values(const nlohmann::json& body);
  /// Adds an event at the current time.
  Happening& add(systems::EventKind kind, std::string node = {});
  [[nodiscard]] std::optional<std::size_t> node_named(const std::string& name) const;
  /// Returns the name of a node, or of a service: services are numbered after all nodes.
  [[nodiscard]] const std::string& name_of(std::size_t node) const;

  const systems::Plan& plan_;
  std::vector<Node>& nodes_;
  std::vector<systems::Service> services_{systems::service_names().begin(),
                                          systems::service_names().end()};
  systems::Assignment& assigned_;
  const systems::FaultSet& faults_;  ///< faults of `assigned_`
  const Recorder& recorder_;
  Script& script_;
  int patience_ms_;
  bool rest_;
  const Interrupt& interrupt_;
  const Revive& revive_;
  const Judge& judge_;
  const Foreseen& foreseen_;
  std::optional<Chance> chance_;  ///< has a value if faults are drawn
  std::int64_t clock_ = 0;
  std::optional<std::chrono::steady_clock::time_point> began_;  ///< start, in real time
  std::uint64_t order_ = 0;
  std::uint64_t messages_ = 0;
  std::set<Pending> pending_;
  std::vector<Happening> events_;
  std::vector<Said> speeches_;  ///< what nodes said when they were woken, at times in the future
  std::vector<bool> greeted_;   ///< by node: it has answered `init`
  /// By node: requests of clients that wait until it is ready.
  std::vector<std::vector<Pending>> waiting_;
  struct Activity {
    std::uint64_t number = 0;          ///< number of the last activation
    std::optional<std::int64_t> at{};  ///< time of the last activation
    std::int64_t started = 0;          ///< time of the last start of the node
    bool spared = false;               ///< no crash may happen in the current activation
    /// Messages sent in the current activation; nullopt outside of activations.
    std::optional<std::uint64_t> said{};
    std::uint64_t paused = 0;  ///< number of the activation before which the node last paused
    std::int64_t still_until = 0;
    std::uint64_t silent = 0;  ///< how often it woke up since the last activation and said nothing
  };
  std::vector<Activity> activities_;  ///< by node
  /// By receiver: messages that have arrived and are held.
  std::vector<systems::Holding<Pending>> holding_;
  std::vector<std::uint64_t> lives_;  ///< by node: number of its starts
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::uint64_t> numbers_;
  /// By sender and receiver: when the last message between them arrives, if channels are FIFO.
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> last_arrivals_;
  std::set<std::string> values_;                ///< values that clients ask nodes to keep, as JSON
  std::map<std::string, std::uint64_t> asked_;  ///< by client: the last msg_id
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> open_;  ///< calls without an answer
  check::History history_;
};

}  // namespace ldfi::drive
