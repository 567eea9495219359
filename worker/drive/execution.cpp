#include "worker/drive/execution.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <list>
#include <queue>

#include "common/base/contract.hpp"
#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::drive {
namespace {

using nlohmann::json;
using systems::EventKind;
using systems::Fate;

/// An execution may have this number of activations for each message that it may have. The number
/// is larger than 1, because some activations send no message.
constexpr std::uint64_t activations_a_message = 5;

}  // namespace

std::optional<std::size_t> Execution::node_named(const std::string& name) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].name() == name) return i;
  }
  for (std::size_t i = 0; i < services_.size(); ++i) {
    if (systems::service_names()[i] == name) return nodes_.size() + i;
  }
  return std::nullopt;
}

const std::string& Execution::name_of(std::size_t node) const {
  return node < nodes_.size() ? nodes_[node].name()
                              : systems::service_names()[node - nodes_.size()];
}

Happening& Execution::add(EventKind kind, std::string node) {
  return events_.emplace_back(kind, clock_, std::move(node));
}

/// Reads the node's answer to `init`, which says what the node supports, and checks that the plan
/// needs no more.
void Execution::greet(std::size_t node, const json& reply) {
  const std::string& name = nodes_[node].name();
  if (const std::string type = type_name(reply); type != "init_ok") {
    throw Misbehaved(
        fmt::format("{} did not answer init with init_ok, but with {}", name, shown(type)));
  }
  greeted_[node] = true;
  for (Pending& one : waiting_[node]) {
    one.at = clock_;
    one.order = ++order_;
    pending_.insert(std::move(one));
  }
  waiting_[node].clear();
  if (plan_.time != systems::Time::extended) return;
  if (!reply.contains("ldfi") || !reply["ldfi"].is_object() ||
      reply["ldfi"].value("version", 0) != 1) {
    throw Misbehaved(
        fmt::format("{} does not speak ldfi/1, as system.time extended needs: its init_ok has no "
                    "\"ldfi\": {{\"version\": 1}}",
                    name));
  }
  if (plan_.start == systems::Start::reset && !reply["ldfi"].value("reset", false)) {
    throw Misbehaved(
        fmt::format("{} cannot be reset, as system.start reset needs: the \"ldfi\" of its init_ok "
                    "has no \"reset\": true",
                    name));
  }
}

void Execution::expect_greetings() const {
  if (!assigned_.faults.empty() || assigned_.deliveries) return;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!is_unready(i)) continue;
    const std::string& name = nodes_[i].name();
    const bool speaks = std::ranges::any_of(events_, [&name](const Happening& event) {
      return event.kind == EventKind::send && event.id.from == name;
    });
    throw Misbehaved(fmt::format("{} has not answered init with init_ok{}", name,
                                 speaks ? ", but sent other messages. It may wait for an answer, "
                                          "or need more time (limits.step, fspec.eot)"
                                 : plan_.time == systems::Time::extended
                                     ? ""
                                     : ". If it printed the answer, it has to flush its output"));
  }
}

void Execution::introduce(std::size_t node) {
  hear(node, nodes_[node].take_start());
  if (!plan_.client_command.empty()) return;
  // A node gets other random numbers each time it is started.
  const std::uint64_t life = lives_[node] - 1;
  const std::uint64_t seed = recorder_.seed() + next_life * life;
  hear(node, nodes_[node].tell(script_.introduction(node, seed), clock_));
}

void Execution::initialise() {
  std::vector<Node::MessageAhead> all;
  for (std::size_t i = 0; i < nodes_.size() && may_tell_ahead(); ++i) {
    all.push_back({&nodes_[i], script_.introduction(i, recorder_.seed())});
  }
  Node::send_ahead(all, clock_);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    introduce(i);
    if (nodes_[i].running()) continue;
    throw Misbehaved(with_stderr(fmt::format("{} ended before it answered init", nodes_[i].name()),
                                 nodes_[i].last_complaints()));
  }
}

void Execution::schedule_operations() {
  for (std::size_t i = 0; i < plan_.operations.size(); ++i) {
    const systems::Operation& one = plan_.operations[i];
    pending_.insert({one.at, ++order_, Kind::operation, i, receiver_of(one)});
    if (plan_.steer != systems::Steer::value) continue;
    const json& body = script_.asked(i)->body();
    for (const char* key : {"message", "element"}) {
      if (body.contains(key)) values_.insert(body[key].dump());
    }
  }
}

/// Returns the time at which the execution ends. This is EOT or, if a request that was sent at EOT
/// has no answer yet, one second later.
std::int64_t Execution::end() const {
  constexpr std::int64_t grace = 1'000'000'000;
  const auto is_last = [this](const auto& call) {
    const check::Call& one = history_.calls[call.second];
    return one.invoked >= plan_.eot && !one.in_vain && !history_.ended.contains(one.node);
  };
  return std::ranges::any_of(open_, is_last) ? plan_.eot + grace : plan_.eot;
}

std::optional<Execution::Due> Execution::next() const {
  std::optional<Due> out;
  if (!pending_.empty()) out = Due{pending_.begin()->at, std::nullopt};
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const auto wake = wake_time(i);
    if (wake && (!out || *wake < out->at)) out = Due{*wake, i};
  }
  if (!out) return out;
  out->at = std::max(out->at, clock_);
  return out->at <= plan_.eot || out->at <= end() ? out : std::nullopt;
}

std::string Execution::run() {
  constexpr std::size_t about = 64;
  events_.reserve(about);
  initialise();
  const bool real = plan_.time == systems::Time::plain;
  if (real) begin_real_time();
  schedule_operations();
  std::uint64_t steps = 0;
  while (const auto due = real ? next_in_real_time() : next()) {
    if (++steps > plan_.limits.messages * activations_a_message) {
      throw Misbehaved("the timers of the nodes fire more often than limits.messages allows");
    }
    clock_ = due->at;
    if (may_tell_ahead()) send_ahead(due->node.has_value());
    if (due->node) {
      real ? read_unprompted(*due->node) : wake(*due->node);
      continue;
    }
    happen(std::move(pending_.extract(pending_.begin()).value()));
  }
  LDFI_ENSURE(std::ranges::none_of(nodes_, &Node::was_sent_ahead),
              "the answer of each node that got its message early was read");
  for (Node& node : nodes_) node.expect_unharmed();
  expect_greetings();
  if (real) return recorder_.recording(assigned_, events_, judge_(history_, events_));
  constexpr int at_the_end = 50;  // factor for the longer wait for unexpected output, which happens
                                  // once, at the end
  int patience = at_the_end * patience_ms_;
  for (Node& node : nodes_) {
    node.expect_silence(patience);
    if (node.running()) patience = 0;
  }
  return recorder_.recording(assigned_, events_, judge_(history_, events_));
}

void Execution::happen(Pending what) {
  if (is_held(what)) return;
  // A client sends its request even if the node is paused. No pause begins before output of a node
  // that is not ready.
  const bool acts = what.kind == Kind::message || what.kind == Kind::request ||
                    (what.kind == Kind::speech && greeted_[what.node]);
  if (what.kind == Kind::speech && acts) expect_foreseen(what.node);
  if (acts ? pauses_or_is_paused(what.node) : what.kind == Kind::speech && is_paused(what.node)) {
    return delay_until_resumed(std::move(what));
  }
  switch (what.kind) {
    case Kind::message:
      deliver(what);
      if (what.turn == Turn::released)
        come(holding_[what.node].next_of(plan_.fspec.channel_of(events_[what.what].id)));
      return;
    case Kind::operation:
      return invoke(what);
    case Kind::speech:
      return speak(what);
    case Kind::restart:
      return restart(what.node);
    case Kind::request:
      return request(what);
    case Kind::expiry:
      return come(holding_[what.node].expire(what.what));
  }
}

Said Execution::tell(std::size_t node, const std::string& message) {
  if (interrupt_) interrupt_();
  if (!began_) nodes_[node].expect_silence(patience_ms_);
  return nodes_[node].tell(message, clock_);
}

std::int64_t Execution::lease(std::size_t node) const {
  const auto foreseen = foreseen_.lower_bound({node, 0});
  if (foreseen != foreseen_.end() && foreseen->first.first == node) return clock_;
  std::int64_t out = (clock_ < plan_.eot ? plan_.eot : end()) + 1;
  if (!pending_.empty()) out = std::min(out, pending_.begin()->at);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const auto wake = i != node ? wake_time(i) : std::nullopt;
    if (wake) out = std::min(out, std::max(*wake, clock_) + plan_.latency);
  }
  return out - 1;
}

void Execution::wake(std::size_t node) {
  if (interrupt_) interrupt_();
  Node& one = nodes_[node];
  // In virtual time, a node that polls all the time is never silent, so only extended time expects
  // silence.
  one.expect_silence(plan_.time == systems::Time::extended ? patience_ms_ : 0);
  if (plan_.time == systems::Time::extended) {
    if (pauses_or_is_paused(node) || !activate(node)) return;
    add(EventKind::timer, one.name());
    return hear(node, one.awaken(clock_, clock_));
  }
  if (is_kept_from_waking(node)) return;
  // The wake-ups of a node that polls and sends nothing are not recorded, because there may be very many. A
  // crash before such a wake-up has the same effect as a crash before the node's next activation.
  Said said = one.awaken(clock_, lease(node));
  if (said.messages.empty() && said.packets.empty() && !said.ended) {
    ++activities_[node].silent;
    return;
  }
  pending_.insert({said.at, ++order_, Kind::speech, speeches_.size(), node});
  speeches_.push_back(std::move(said));
}

void Execution::speak(const Pending& speech) {
  // No faults are applied before a node is ready.
  if (!greeted_[speech.node]) return hear(speech.node, std::move(speeches_[speech.what]));
  if (!activate(speech.node)) return;
  add(EventKind::timer, nodes_[speech.node].name());
  hear(speech.node, std::move(speeches_[speech.what]));
}

void Execution::serve(const Pending& message) {
  const systems::MessageId id = events_[message.what].id;
  add(EventKind::recv).id = id;
  count(message.node);
  const json& asked = message.message->body();
  json body = services_[message.node - nodes_.size()].answer(asked);
  // Services also answer a request without an id, as in Maelstrom.
  body["in_reply_to"] = asked.value("msg_id", json());
  send(message.node, *node_named(id.from),
       seal({{"src", name_of(message.node)}, {"dest", id.from}, {"body", std::move(body)}}));
}

void Execution::deliver(const Pending& message) {
  if (message.node >= nodes_.size()) return serve(message);
  if (!activate(message.node)) {
    Fate& fate = events_[message.what].fate;
    if (fate == Fate::ok) fate = Fate::dead;
    if (!message.message->packet) return;
    if (auto answer = network_.answer_of_machine(message.node, *message.message->packet)) {
      send_for_machine({std::move(*answer)});
    }
    return;
  }
  Node& node = nodes_[message.node];
  const auto state = node.state();
  const auto wake = node.wake();
  const systems::MessageId id = events_[message.what].id;
  add(EventKind::recv).id = id;
  Said said = pass(message.node, *message.message);
  const bool same = state && state == node.state() && wake == node.wake();
  if (same && said.messages.empty() && said.packets.empty() && !said.ended)
    events_.back().silent = true;
  hear(message.node, std::move(said));
}

void Execution::invoke(const Pending& operation) {
  if (!greeted_[operation.node] && nodes_[operation.node].running()) {
    // Requests of clients wait until the node is ready.
    return waiting_[operation.node].push_back(operation);
  }
  const systems::Operation& one = plan_.operations[operation.what];
  const bool waits = pauses_or_is_paused(operation.node);
  const bool up = waits || activate(operation.node);
  const EnvelopePtr& asked = script_.asked(operation.what);
  const std::uint64_t id = ++asked_[one.client];
  const std::size_t call = history_.calls.size();
  history_.calls.push_back({one.client, one.node, clock_, said_in(asked)});
  history_.calls.back().in_vain = !up || history_.down.contains(one.node);
  Happening& event = add(EventKind::invoke, nodes_[operation.node].name());
  event.operation = call;
  event.client = one.client;
  event.message = asked;
  event.waits = waits;
  note_values(asked->body());
  if (!up) return;
  open_.emplace(std::pair(one.client, id), call);
  if (waits) {
    Pending later = operation;
    later.kind = Kind::request;
    later.id = id;
    later.call = call;
    return delay_until_resumed(std::move(later));
  }
  hear(operation.node, tell(operation.node, script_.request(operation.what, id)));
}

void Execution::request(const Pending& asked) {
  if (!activate(asked.node)) return;
  Happening& event = add(EventKind::hear, nodes_[asked.node].name());
  event.operation = asked.call;
  event.client = plan_.operations[asked.what].client;
  hear(asked.node, tell(asked.node, script_.request(asked.what, asked.id)));
}

}  // namespace ldfi::drive
