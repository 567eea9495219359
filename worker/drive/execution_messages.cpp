// The network of an execution: what happens to messages between their sending and their arrival.
#include <fmt/core.h>

#include <algorithm>

#include "common/systems/faults/fault_text.hpp"
#include "common/systems/joining.hpp"
#include "worker/drive/execution.hpp"

namespace ldfi::drive {

using nlohmann::json;
using systems::EventKind;
using systems::Fate;

void Execution::count_message() {
  if (++messages_ > plan_.limits.messages) {
    throw Misbehaved(fmt::format("the nodes sent more than {} messages (limits.messages)",
                                 plan_.limits.messages));
  }
}

void Execution::send(std::size_t from, std::size_t to, const EnvelopePtr& message,
                     Reliable reliable) {
  const systems::MessageId id{name_of(from), name_of(to), message->type,
                              numbers_[{from, to, message->type}]++};
  count_message();
  const bool pending = assigned_.deliveries && from != to && !assigned_.deliveries->contains(id);
  const std::string connection = systems::connection_of(id);
  const bool sure = reliable == Reliable::yes;
  const bool broken = !sure && broken_.contains(connection);
  const bool possible = !pending && !broken && !sure && plan_.fspec.may_fail(id, clock_);
  if (possible && chance_) chance_->message(id, clock_, assigned_.faults);
  const bool reset = possible && faults_.has<systems::Reset>(id);
  const bool hung = possible && faults_.has<systems::Hang>(id);
  const systems::Cut* const cut = possible ? faults_.cut_of(id, clock_) : nullptr;
  const bool waits = cut != nullptr && !systems::may_be_lost(id.type);
  const bool lost = broken || reset || hung ||
                    (possible && (faults_.has<systems::Loss>(id) || (cut != nullptr && !waits)));
  const auto* const delay = possible ? faults_.find<systems::Delay>(id) : nullptr;
  const bool late = !lost && (delay != nullptr || waits);
  const auto* const again = faults_.find<systems::Duplicate>(id);
  const bool doubled = possible && !lost && again != nullptr;
  const bool by_time = delay != nullptr && !systems::is_behind(delay->late);
  std::int64_t arrives = clock_ + plan_.latency + (late && by_time ? delay->late : 0);
  // TCP sends bytes again until the receiver has them. So they arrive when the partition has ended.
  if (late && waits) arrives = std::max(arrives, cut->until + plan_.latency);
  if (const std::string channel = plan_.fspec.channel_of(id); !channel.empty()) {
    // A lost or pending message does not delay later ones.
    std::int64_t& last = last_arrivals_[channel];
    arrives = std::max(arrives, last);
    last = arrives + (doubled ? again->later : 0);
  }
  Happening& event = add(EventKind::send);
  event.id = id;
  event.fate = pending   ? Fate::pending
               : lost    ? Fate::lost
               : late    ? Fate::late
               : doubled ? Fate::doubled
                         : Fate::ok;
  event.arrives = arrives;
  event.message = message;
  event.starting =
      from < nodes_.size() && nodes_[from].running() && speaks_outside_activation(from);
  if (doubled) event.again = arrives + again->later;
  note_values(message->body());
  if (reset || hung) {
    broken_.insert(connection);
    if (reset) announce_reset(*message->packet);
    return;
  }
  if (lost || pending) return;
  const std::size_t sending = events_.size() - 1;
  pending_.insert({arrives, ++order_, Kind::message, sending, to, message});
  if (doubled) {
    pending_.insert({arrives + again->later, ++order_, Kind::message, sending, to, message});
  }
}

void Execution::announce_reset(const Packet& packet) {
  for (const Network::Answer& one : network_.reset_connection(packet)) {
    send(one.from, one.to, one.message, Reliable::yes);
  }
}

std::uint64_t Execution::behind(const Happening& sending) const {
  if (sending.fate != Fate::late) return 0;
  return systems::delay_in_activations(faults_, sending.id);
}

bool Execution::would_be_held(const Pending& what) const {
  if (what.kind != Kind::message || what.turn == Turn::released) return false;
  if (is_paused(what.node)) return false;  // a held message arrives when its receiver resumes
  const Happening& sending = events_[what.what];
  return behind(sending) > 0 || holding_[what.node].blocks(plan_.fspec.channel_of(sending.id));
}

bool Execution::is_held(const Pending& what) {
  if (!would_be_held(what)) return false;
  const systems::MessageId id = events_[what.what].id;
  const std::uint64_t activations = behind(events_[what.what]);
  add(EventKind::hold).id = id;
  const std::size_t ticket =
      holding_[what.node].hold(what, plan_.fspec.channel_of(id), activations);
  if (activations > 0) {
    pending_.insert(
        {clock_ + plan_.fspec.behind_within, ++order_, Kind::expiry, ticket, what.node});
  }
  return true;
}

void Execution::count(std::size_t node) {
  if (!holding_[node].empty()) come(holding_[node].count());
}

void Execution::come(std::vector<Pending> some) {
  for (Pending& one : some) {
    one.at = clock_;
    one.turn = Turn::released;
    one.order = ++order_;
    pending_.insert(std::move(one));
  }
}

void Execution::note_values(const json& body) {
  if (values_.empty()) return;
  std::set<std::string> found;
  std::vector<const json*> open{&body};
  while (!open.empty()) {
    const json& one = *open.back();
    open.pop_back();
    if (const std::string text = one.dump(-1, ' ', false, json::error_handler_t::replace);
        values_.contains(text)) {
      found.insert(text);
    }
    if (!one.is_structured()) continue;
    for (const json& part : one) open.push_back(&part);
  }
  if (!found.empty()) events_.back().carries = std::move(found);
}

}  // namespace ldfi::drive
