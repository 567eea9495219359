// One execution of a real system: a discrete-event simulation in which the nodes are processes.
// Private to worker/drive.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
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
#include "worker/drive/network.hpp"
#include "worker/drive/node.hpp"
#include "worker/drive/recorder.hpp"
#include "worker/drive/script.hpp"

namespace ldfi::drive {

/// The seed of a restarted node is the execution's seed plus this number for each earlier start of
/// the node. The number exceeds every seed, so no two starts have the same random numbers.
inline constexpr std::uint64_t next_life = 10'000'000'000;

/// Starts a crashed node again. The arguments are the number of the node, the time, and the number of its
/// earlier starts.
using Revive = std::function<void(std::size_t, std::int64_t, std::uint64_t)>;

class Execution {
 public:
  /// `nodes` are the running nodes of the plan, which have not received anything yet. `recorder`
  /// and `script` belong to the plan. Faults that are drawn are added to `assigned`. `patience_ms`:
  /// after a node has reported that it is done, it must be silent for this time before the next
  /// event. `rest`: the process of a node that crashes is kept for the next execution instead of
  /// being killed.
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
        network_(plan.processes()),
        greeted_(nodes.size(), !plan.client_command.empty()),
        waiting_(nodes.size()),
        activities_(nodes.size()),
        holding_(nodes.size() + systems::service_names().size(), systems::Holding<Pending>()),
        lives_(nodes.size(), 1) {
    LDFI_REQUIRE(nodes.size() == plan.nodes.size() + plan.clients.size(),
                 "there is a process for each node and each client's program of the plan");
    LDFI_REQUIRE(patience_ms >= 0, "the time to wait is 0 or more");
  }

  /// Executes, and returns the lines of the recording. Throws Misbehaved, or Overran if a fault
  /// came too late.
  std::string run();

 private:
  enum class Kind : std::uint8_t { message, operation, speech, restart, request, expiry };
  /// The order of events at one time. `released`: a message that was held back until some
  /// activations of its receiver. Such a message arrives right after the last of these activations
  /// or, if the receiver is paused then, first when the receiver resumes. `waited`: an event that a
  /// pause delayed. `plain`: all other events.
  enum class Turn : std::uint8_t { released, waited, plain };
  struct Pending {
    std::int64_t at = 0;
    std::uint64_t order = 0;  ///< order among the events with the same time and turn
    Kind kind = Kind::message;
    /// An index whose meaning depends on the kind. A message: the index of its `send` event in
    /// events_. An operation or request: the index of the operation in the plan. A speech (output
    /// of a node that was woken in advance): the index in speeches_. An expiry: the ticket of a
    /// held message whose longest wait has ended.
    std::size_t what = 0;
    std::size_t node = 0;
    EnvelopePtr message{};
    Turn turn = Turn::plain;
    std::uint64_t id = 0;  ///< for a request: the id that the client gave to it
    std::size_t call = 0;  ///< for a request: its index in the history
    bool operator<(const Pending& other) const {
      return std::tie(at, turn, order) < std::tie(other.at, other.turn, other.order);
    }
  };
  struct Due {
    std::int64_t at = 0;
    /// The node whose timer is the next event. Nullopt if the next event is the first one in
    /// pending_.
    std::optional<std::size_t> node;
  };

  void initialise();
  /// Sends `init`, the first message of each node, to a node that was just started.
  void introduce(std::size_t node);
  void greet(std::size_t node, const nlohmann::json& reply);
  /// Returns true if the node runs and has not answered `init`.
  [[nodiscard]] bool is_unready(std::size_t node) const {
    return !greeted_[node] && nodes_[node].running();
  }
  /// Throws Misbehaved if a node has not answered `init`. Does not throw if faults explain this,
  /// because the node may need messages for its answer.
  void expect_greetings() const;
  void schedule_operations();
  [[nodiscard]] std::int64_t end() const;
  [[nodiscard]] std::optional<Due> next() const;
  void wake(std::size_t node);
  /// For each node, sends the next thing that it receives, if this is due now. The nodes then
  /// handle it in parallel (send_ahead.cpp). With `timers`, sends timers that are due, otherwise
  /// events of pending_ that are due.
  void send_ahead(bool timers);
  [[nodiscard]] bool may_tell_ahead() const {
    return plan_.time == systems::Time::extended && patience_ms_ == 0;
  }
  void find_timers(std::vector<Node::MessageAhead>& out);
  void find_pending(std::vector<Node::MessageAhead>& out);
  /// Returns true if the node will have its next activation now: it is up, and no pause or crash
  /// comes first.
  [[nodiscard]] bool will_act(std::size_t node);
  /// Waits until all nodes are ready, in an execution that uses the machine's clock (real_time.cpp).
  void begin_real_time();
  /// Lets the execution's clock continue from the last time that it showed.
  void continue_time();
  /// Returns true if a node may still become ready. Until then, time does not pass for clients.
  [[nodiscard]] bool may_become_ready() const;
  /// Returns the real time since the execution began, in nanoseconds.
  [[nodiscard]] std::int64_t passed() const;
  /// Waits until `time` for output of a node. Returns a node that has output, or nullopt if no node has.
  [[nodiscard]] std::optional<std::size_t> listen_until(std::int64_t time) const;
  /// Waits until the next event is due in real time, and returns it.
  std::optional<Due> next_in_real_time();
  void read_unprompted(std::size_t node);
  /// Returns the time up to which the node may advance its clock by itself: the next time at which
  /// something may reach the node, or a client sends a request.
  [[nodiscard]] std::int64_t lease(std::size_t node) const;
  void speak(const Pending& speech);
  /// If the message must wait for activations of its receiver, holds it back and returns true. A
  /// message waits because it is delayed by activations, or follows a held message on a FIFO
  /// channel.
  bool is_held(const Pending& what);
  [[nodiscard]] bool would_be_held(const Pending& what) const;
  /// Returns by how many activations of its receiver this message is delayed, or 0.
  [[nodiscard]] std::uint64_t behind(const Happening& sending) const;
  /// Counts an activation of a node or a service. Messages that were held back until this
  /// activation become due.
  void count(std::size_t node);
  void come(std::vector<Pending> some);
  void deliver(const Pending& message);
  /// Delivers a message to a service.
  void serve(const Pending& message);
  void invoke(const Pending& operation);
  /// Delivers a client's request that waited while the node was paused.
  void request(const Pending& asked);
  void happen(Pending what);
  /// Begins an activation of the node. Returns false if the node is not up, or crashes instead.
  bool activate(std::size_t node);
  /// Returns true if the fault set, or a fault that is drawn now, crashes the node at this moment,
  /// even if Activity::spared is set.
  [[nodiscard]] bool should_crash(std::size_t node, const systems::Moment& moment);
  /// Returns true if the node is paused, or if a pause begins now in place of its next activation
  /// (execution_pauses.cpp).
  bool pauses_or_is_paused(std::size_t node);
  /// Returns true if an earlier pause of the node has not ended.
  [[nodiscard]] bool is_paused(std::size_t node) const {
    return node < nodes_.size() && activities_[node].still_until > clock_;
  }
  /// Returns the length of the pause that begins now, before the node's next activation, or nullopt if none
  /// begins.
  [[nodiscard]] std::optional<std::int64_t> pause_now(std::size_t node);
  /// Returns true if the node crashes now, before its next activation.
  [[nodiscard]] bool crashes_next(std::size_t node);
  /// Called after a node in virtual time has sent messages. Throws Overran if a fault should have
  /// come before these messages.
  void expect_foreseen(std::size_t node);
  /// Returns true if a fault that is known in advance pauses or crashes the node before it is
  /// woken.
  bool is_kept_from_waking(std::size_t node);
  /// Delays the event until its node resumes.
  void delay_until_resumed(Pending what);
  /// Returns the time at which the node's timer fires: the time when it is due or, if later, the
  /// end of the node's pause. Returns nullopt if the node does not run or has no timer.
  [[nodiscard]] std::optional<std::int64_t> wake_time(std::size_t node) const;
  /// Crashes the node and returns true if should_crash() at this moment of its activation, unless
  /// the activation is spared from crashes.
  bool strike(std::size_t node, const systems::Moment& moment);
  /// Returns true if the node crashes now instead of sending the next message of its activation.
  bool crashes_midway(std::size_t node);
  /// Returns true if the node has sent messages while it is still starting: neither its last
  /// activation nor its start is at the current time. Always returns false if nodes cannot crash in
  /// the middle of an activation.
  [[nodiscard]] bool speaks_outside_activation(std::size_t node) const;
  /// Crashes the node. The node restarts at the time `back`, or never if `back` is nullopt.
  void crash(std::size_t node, std::optional<std::int64_t> back);
  void restart(std::size_t node);
  /// Sends a message to a node, and returns its answer.
  Said tell(std::size_t node, const std::string& message);
  /// Delivers a message from another node, and returns what the receiver sends then.
  Said pass(std::size_t node, const Envelope& message);
  /// Sends a message of a node's socket.
  void send_packet(std::size_t from, Packet packet);
  /// Sends what the machine of a node that has ended sends.
  void send_for_machine(const std::vector<Network::Answer>& answers);
  void hear(std::size_t node, Said said);
  /// Sends a node's message to another node, a client, or the sender of `init`. If there is no
  /// receiver with this name, returns an error message for the sender.
  std::optional<std::string> forward(std::size_t node, const EnvelopePtr& message);
  /// Whether no fault hits a message.
  enum class Reliable : std::uint8_t { no, yes };
  void send(std::size_t from, std::size_t to, const EnvelopePtr& message,
            Reliable reliable = Reliable::no);
  /// Tells both nodes that the connection of this message is reset.
  void announce_reset(const Packet& packet);
  void answer(std::size_t node, const EnvelopePtr& message);
  /// Returns the body of a message, which shares its memory.
  [[nodiscard]] static check::Body said_in(const EnvelopePtr& message) {
    return check::Body(std::shared_ptr<const nlohmann::json>(message, &message->body()));
  }
  /// Counts a message that a node sends. Throws Misbehaved if the node sends too many messages.
  void count_message();
  /// Adds to the last event those values of clients that this body contains. Does nothing unless
  /// the search is guided by such values.
  void note_values(const nlohmann::json& body);
  /// Adds an event at the current time.
  Happening& add(systems::EventKind kind, std::string node = {});
  [[nodiscard]] std::optional<std::size_t> node_named(const std::string& name) const;
  /// Returns the process that receives the operation's request: its node, or the program that acts
  /// for its client.
  [[nodiscard]] std::size_t receiver_of(const systems::Operation& operation) const;
  /// Returns the name of a node or a service. The numbers of services follow those of the nodes.
  [[nodiscard]] const std::string& name_of(std::size_t node) const;

  const systems::Plan& plan_;
  std::vector<Node>& nodes_;
  std::vector<systems::Service> services_{systems::service_names().begin(),
                                          systems::service_names().end()};
  systems::Assignment& assigned_;
  const systems::FaultSet& faults_;  ///< the faults in `assigned_`
  const Recorder& recorder_;
  Script& script_;
  int patience_ms_;
  bool rest_;
  const Interrupt& interrupt_;
  const Revive& revive_;
  const Judge& judge_;
  const Foreseen& foreseen_;
  std::optional<Chance> chance_;  ///< draws faults; nullopt if none are drawn
  std::int64_t clock_ = 0;
  /// Real time at which the execution began.
  std::optional<std::chrono::steady_clock::time_point> began_;
  std::uint64_t order_ = 0;
  std::uint64_t messages_ = 0;
  std::set<Pending> pending_;
  std::vector<Happening> events_;
  /// Output of nodes that were woken in advance. Handled at the time at which the node had this
  /// output.
  std::vector<Said> speeches_;
  /// Connections that a fault has broken, by the text of connection_of(). Nothing arrives on them.
  std::set<std::string> broken_;
  Network network_;            ///< connections between sockets of the nodes
  std::vector<bool> greeted_;  ///< by node: true if it has answered `init`
  /// By node: requests of clients that wait until the node is ready.
  std::vector<std::vector<Pending>> waiting_;
  struct Activity {
    std::uint64_t number = 0;          ///< number of the last activation
    std::optional<std::int64_t> at{};  ///< time of the last activation
    std::int64_t started = 0;          ///< time of the last start of the node
    bool spared = false;               ///< true if no crash may happen during this activation
    /// Number of messages sent in this activation. Nullopt between activations.
    std::optional<std::uint64_t> said{};
    std::uint64_t paused = 0;  ///< number of the activation before which the node paused last
    std::int64_t still_until = 0;
    std::uint64_t silent = 0;  ///< number of wake-ups without output since the last activation
  };
  std::vector<Activity> activities_;  ///< by node
  /// For each receiver: messages that have arrived but are held back.
  std::vector<systems::Holding<Pending>> holding_;
  std::vector<std::uint64_t> lives_;  ///< by node: number of its starts
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::uint64_t> numbers_;
  /// For each channel (see channel_of()), the time at which its last message arrives.
  std::map<std::string, std::int64_t> last_arrivals_;
  std::set<std::string> values_;                ///< values that clients send to nodes to store, as
                                                ///< JSON
  std::map<std::string, std::uint64_t> asked_;  ///< by client: the last msg_id that it used
  /// Requests without an answer: their index in the history, by client and msg_id.
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> open_;
  check::History history_;
};

}  // namespace ldfi::drive
