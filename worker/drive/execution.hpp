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

/// What the seed grows by with each life of a node, more than any seed is: no two share their chance.
inline constexpr std::uint64_t next_life = 10'000'000'000;

/// Starts a node again that crashed: which, at what time, and how often it was started before.
using Revive = std::function<void(std::size_t, std::int64_t, std::uint64_t)>;

class Execution {
 public:
  /// `nodes` are those of the plan, running, and know nothing. `recorder` and `script` are of the plan.
  /// `assigned` gets the faults that are drawn.
  /// `patience_ms`: before each step, so long is waited for a node that is not done although it says
  /// so. `rest`: nodes that crash rest instead of being killed.
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

  /// The lines of its recording. Throws Misbehaved, and Overran.
  std::string run();

 private:
  enum class Kind : std::uint8_t { message, operation, speech, restart, request, expiry };
  /// Of what is due at one time. `released`: it was held, and comes right after what it waited for, or,
  /// if its node stands still, before all else. `waited`: it was put off, and comes before what reaches its node only now.
  enum class Turn : std::uint8_t { released, waited, plain };
  struct Pending {
    std::int64_t at = 0;
    std::uint64_t order = 0;  ///< of those at one time
    Kind kind = Kind::message;
    /// A place in events_ of its sending, of the plan's operations, or of speeches_; or the ticket of what
    /// its node is not told yet, and has waited long enough.
    std::size_t what = 0;
    std::size_t node = 0;
    EnvelopePtr message{};
    Turn turn = Turn::plain;
    std::uint64_t id = 0;  ///< of a request: that the client gave it
    std::size_t call = 0;  ///< and its place in the history
    bool operator<(const Pending& other) const {
      return std::tie(at, turn, order) < std::tie(other.at, other.turn, other.order);
    }
  };
  struct Due {
    std::int64_t at = 0;
    std::optional<std::size_t> node;  ///< whose timer it is; nothing: what is first in pending_
  };

  void initialise();
  /// Tells a node that was just started who it is.
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
  /// Tells all nodes now what they are told first at this time (tell_ahead.cpp). `timers`: by their
  /// timers, else by what is in pending_.
  void tell_ahead(bool timers);
  [[nodiscard]] bool may_tell_ahead() const {
    return plan_.time == systems::Time::extended && patience_ms_ == 0;
  }
  void find_timers(std::vector<Node::Telling>& out);
  void find_pending(std::vector<Node::Telling>& out);
  /// It is up, and does not crash before what it does next, which is now.
  [[nodiscard]] bool will_act(std::size_t node);
  /// Waits until all nodes are ready that have the machine's clock (real_time.cpp).
  void begin_real_time();
  /// Sets the clock of the execution, which continues from its last time.
  void continue_time();
  /// True if a node may still become ready before time passes for clients.
  [[nodiscard]] bool may_become_ready() const;
  /// So much has passed.
  [[nodiscard]] std::int64_t passed() const;
  /// A node that says something before that.
  [[nodiscard]] std::optional<std::size_t> listen_until(std::int64_t time) const;
  /// Waits for what is next.
  std::optional<Due> next_in_real_time();
  void overhear(std::size_t node);
  /// How far a node may go on by itself: nothing reaches it, and no client asks, before that.
  [[nodiscard]] std::int64_t lease(std::size_t node) const;
  void speak(const Pending& speech);
  /// True if it has come, and its receiver does other things first: it is late so, or behind what is.
  bool is_held(const Pending& what);
  [[nodiscard]] bool would_be_held(const Pending& what) const;
  /// How many activations of its receiver what is sent there comes behind; 0: none.
  [[nodiscard]] std::uint64_t behind(const Happening& sending) const;
  /// A node, or a service, does something: what was to come behind that is next.
  void count(std::size_t node);
  void come(std::vector<Pending> some);
  void deliver(const Pending& message);
  /// The receiver is a service.
  void serve(const Pending& message);
  void invoke(const Pending& operation);
  /// A node that stood still is told what a client asked meanwhile.
  void request(const Pending& asked);
  void happen(Pending what);
  /// True if the node is up, and does not crash now instead.
  bool activate(std::size_t node);
  /// True if the faults ask for that, or it is drawn. No crash is spared then.
  [[nodiscard]] bool should_crash(std::size_t node, const systems::Moment& moment);
  /// True if the node stands still now, or begins to instead of what it would do (execution_pauses.cpp).
  bool stands_still(std::size_t node);
  /// It stands still already.
  [[nodiscard]] bool is_still(std::size_t node) const {
    return node < nodes_.size() && activities_[node].still_until > clock_;
  }
  /// How long the node stands still before what it does next, if it does.
  [[nodiscard]] std::optional<std::int64_t> pause_now(std::size_t node);
  /// It crashes before what it does next, if that is now.
  [[nodiscard]] bool crashes_next(std::size_t node);
  /// A node has said something in virtual time. Throws Overran if a fault was to come before.
  void expect_foreseen(std::size_t node);
  /// True if it stands still or crashes instead of waking up, as was foreseen.
  bool is_kept_from_waking(std::size_t node);
  /// Until its node goes on.
  void put_off(Pending what);
  /// Of a node that runs: when its timer is due, if it does not stand still then.
  [[nodiscard]] std::optional<std::int64_t> wake_of(std::size_t node) const;
  /// True if it crashes at this moment of what it does now, which is not spared.
  bool strike(std::size_t node, const systems::Moment& moment);
  /// True if it crashes instead of saying one message more in what it does.
  bool breaks_off(std::size_t node);
  /// Returns true if the node, which is starting, says something at another time than its last activation, and
  /// nodes may crash in the middle of one.
  [[nodiscard]] bool speaks_apart(std::size_t node) const;
  /// For good, or until then.
  void crash(std::size_t node, std::optional<std::int64_t> back);
  void restart(std::size_t node);
  /// Tells a node, and takes in what it says.
  Said tell(std::size_t node, const std::string& message);
  void hear(std::size_t node, Said said);
  /// To a node, a client, or who starts it; what comes back if there is nobody of that name.
  std::optional<std::string> pass_on(std::size_t node, const EnvelopePtr& message);
  void send(std::size_t from, std::size_t to, const EnvelopePtr& message);
  void answer(std::size_t node, const EnvelopePtr& message);
  /// Throws Misbehaved if there are too many.
  void count_message();
  /// Adds to the last event which values of clients are in a body, if the search is steered by them.
  void note_values(const nlohmann::json& body);
  /// What happens now.
  Happening& add(systems::EventKind kind, std::string node = {});
  [[nodiscard]] std::optional<std::size_t> node_named(const std::string& name) const;
  /// Of a node, or of a service: those stand behind all nodes.
  [[nodiscard]] const std::string& name_of(std::size_t node) const;

  const systems::Plan& plan_;
  std::vector<Node>& nodes_;
  std::vector<systems::Service> services_{systems::service_names().begin(),
                                          systems::service_names().end()};
  systems::Assignment& assigned_;
  const systems::FaultSet& faults_;  ///< of these
  const Recorder& recorder_;
  Script& script_;
  int patience_ms_;
  bool rest_;
  const Interrupt& interrupt_;
  const Revive& revive_;
  const Judge& judge_;
  const Foreseen& foreseen_;
  std::optional<Chance> chance_;  ///< if faults are drawn
  std::int64_t clock_ = 0;
  std::optional<std::chrono::steady_clock::time_point> began_;  ///< in real time
  std::uint64_t order_ = 0;
  std::uint64_t messages_ = 0;
  std::set<Pending> pending_;
  std::vector<Happening> events_;
  std::vector<Said> speeches_;  ///< what nodes said, woken, at times that are still to come
  std::vector<bool> greeted_;   ///< who answered `init`
  std::vector<std::vector<Pending>> waiting_;  ///< by node: what clients ask when it has
  struct Activity {
    std::uint64_t number = 0;             ///< of the last activation
    std::optional<std::int64_t> at{};     ///< when that was
    std::int64_t started = 0;             ///< when the node started last
    bool spared = false;                  ///< no crash may come then
    std::optional<std::uint64_t> said{};  ///< in it; nothing: it is in none since it started
    std::uint64_t paused = 0;             ///< before which it stood still last
    std::int64_t still_until = 0;
    std::uint64_t silent = 0;  ///< how often it woke up since, and said nothing
  };
  std::vector<Activity> activities_;                ///< by node
  std::vector<systems::Holding<Pending>> holding_;  ///< by receiver: what has come, and is held
  std::vector<std::uint64_t> lives_;                ///< by node: how often it was started
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::uint64_t> numbers_;
  /// When the last of what one sent another arrives, if nothing may overtake that.
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> last_arrivals_;
  std::set<std::string> values_;                ///< that clients ask nodes to keep; as JSON
  std::map<std::string, std::uint64_t> asked_;  ///< by client: the last msg_id
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> open_;  ///< calls without an answer
  check::History history_;
};

}  // namespace ldfi::drive
