// Searches layer by layer, one layer for each answer in the order of time. A state is at layer k if
// all answers before the k-th one are possible. If the k-th call has not taken effect by then,
// requested calls take effect in any order, the k-th call last. Calls that can wait for a later
// layer wait. Each state is expanded once, the newest state first [WING93; Lowe, Testing for
// linearizability]. These rules keep the number of states small:
//   * A read or a failed cas (compare-and-set) changes no state, so it takes effect as soon as it
//     can.
//   * A write may take effect directly before another write, so that no call observes its value. So
//     a write that was requested before such a moment does not have to take effect later.
//   * Hence a write or a cas without an answer takes effect only if a call can observe its value at
//     once.
//   * Among calls with the same effect, the call with the earliest answer takes effect first.
//   * All values that no later call observes are equivalent. Writes of such values that have no
//     answer are only counted.
//   * A state is worse than another if more calls must and fewer may take effect (RegisterStates).
//   * A state is postponed if too few calls set a value that later calls need (RegisterSupply).
//     Such a state is expanded only if no other state is left and it can still reach the deepest
//     layer, which a conflict names.
#include "common/systems/check/register_search.hpp"

#include <algorithm>
#include <queue>

#include "common/base/errors.hpp"
#include "common/systems/check/register_layers.hpp"
#include "common/systems/check/register_states.hpp"
#include "common/systems/check/register_supply.hpp"

namespace ldfi::check {
namespace {

/// Limits the number of steps that a meter counts as long as this object exists.
class Limited {
 public:
  Limited(Meter& meter, std::uint64_t steps) : meter_(meter) {
    meter_.limit(steps, "too many operations at once");
  }
  ~Limited() { meter_.lift(); }
  Limited(const Limited&) = delete;
  Limited& operator=(const Limited&) = delete;

 private:
  Meter& meter_;
};

class Search {
 public:
  Search(const std::vector<RegisterCall>& calls, const std::vector<std::uint32_t>& answers,
         std::size_t count, Meter& meter, const SearchLimits& limits)
      : calls_(calls),
        layers_(calls, answers, count),
        supply_(calls, layers_),
        states_(layers_.slots()),
        meter_(meter),
        most_(std::min(limits.states, limits.bytes / states_.bytes_per_state())),
        best_(layers_.kinds()) {
    ValueNumber most = missing_key;
    for (const RegisterCall& call : calls) most = std::max({most, call.value, call.expected});
    wanted_.resize(static_cast<std::size_t>(most + 1));
  }

  std::optional<Conflict> run() {
    if (layers_.size() == 0) return std::nullopt;
    next_bits_.must.assign(states_.words(), 0);
    next_bits_.may.assign(states_.words(), 0);
    next_ = {};
    enter();
    settle();
    while (!done_ && take_state()) expand(current_);
    if (done_) return std::nullopt;
    return conflict();
  }

 private:
  /// Which calls need a value to be set now, in the state that is expanded.
  struct Wanted {
    std::uint32_t by_read = 0;  ///< number of the last expansion in which a read needed the value
    std::uint32_t by_cas = 0;
  };
  /// The call with the earliest answer among all calls with the same effect.
  struct Best {
    std::uint32_t expansion = 0;
    std::uint32_t candidate = 0;  ///< index of the call in candidates_
  };

  [[nodiscard]] const RegisterCall& call_at(std::uint32_t slot, std::uint32_t layer) {
    return calls_[layers_.call_at(slot, layer)];
  }

  /// Adds the calls that are requested in the next state's layer to the bits of the state.
  void enter() {
    const std::uint32_t k = next_.layer;
    if (k == layers_.size()) return;
    for (const auto& end : layers_.ends(k)) {
      if (!has_slot(next_bits_.may, end.slot)) continue;
      clear_slot(next_bits_.may, end.slot);
      if (end.write) ++next_.unread;
    }
    forget_value();
    for (const auto& [which, slot] : layers_.arrivals(k)) {
      const RegisterCall& call = calls_[which];
      if (slot == RegisterLayers::none) {
        ++next_.unread;
      } else if (call.changes_state()) {
        if (layers_.layer_of(which) != RegisterLayers::none) set_slot(next_bits_.must, slot);
        set_slot(next_bits_.may, slot);
      } else if (!is_possible(call, next_.value)) {
        set_slot(next_bits_.must, slot);
      }
    }
    next_.unread = std::min(next_.unread, layers_[k].differs_left);
  }

  void forget_value() {
    if (next_.value >= 0 && !layers_.is_observed(next_.value, next_.layer)) {
      next_.value = unobserved_value;
    }
  }

  /// Advances the next state over all layers whose answers leave no choice, and stores the state.
  void settle() {
    while (!next_.before_cas) {
      meter_.step();
      const auto& layer = layers_[next_.layer];
      if (has_slot(next_bits_.must, layer.slot)) break;
      const ValueNumber value = calls_[layer.answered].value;
      if (has_slot(next_bits_.may, layer.slot) && layers_.is_useful(value, next_.layer)) break;
      leave();
      if (done_) return;
    }
    if (!states_.keep(next_, next_bits_)) return;
    if (states_.size() > most_) throw BudgetExceeded("steps", "too many states");
    meter_.step();
    deepest_ = std::max(deepest_, next_.layer);
    const auto id = static_cast<std::uint32_t>(states_.size() - 1);
    const std::uint32_t shortage = supply_.first_shortage(next_, next_bits_);
    if (shortage == RegisterLayers::none) {
      left_.push_back(id);
    } else {
      postponed_.emplace(shortage, id);
    }
  }

  /// Chooses the state that is expanded next. Returns false if no remaining state can change the
  /// conflict.
  bool take_state() {
    if (!left_.empty()) {
      current_ = left_.back();
      left_.pop_back();
      return true;
    }
    if (postponed_.empty() || postponed_.top().first < deepest_) return false;
    current_ = postponed_.top().second;
    postponed_.pop();
    return true;
  }

  /// Moves the next state to the following layer. Requires that the answer of its layer is
  /// possible.
  void leave() {
    clear_slot(next_bits_.may, layers_[next_.layer].slot);
    ++next_.layer;
    done_ = next_.layer == layers_.size();
    enter();
  }

  /// Begins a new state as a copy of the state that is expanded.
  void begin_successor(std::uint32_t id) {
    next_ = states_[id];
    next_.parent = id;
    next_.call = no_call;
    next_.before_cas = false;
    next_bits_ = bits_;
  }

  void expand(std::uint32_t id) {
    const SearchState state = states_[id];
    states_.copy_bits(id, bits_);
    note_wanted(state);
    if (!state.before_cas && !has_slot(bits_.must, layers_[state.layer].slot)) {
      begin_successor(id);  // a write that is answered but has no visible effect
      leave();
      if (done_) return;
      settle();
    }
    if (!state.before_cas && state.unread > 0 && differing_ > 0) {
      begin_successor(id);
      --next_.unread;
      next_.call = unread_write;
      take_effect(unobserved_value, true);
      settle();
    }
    for (const std::uint32_t slot : candidates_) {
      if (done_) return;
      try_call(id, slot);
    }
  }

  /// Records for each value which calls need it at `state`. Records for each kind of call the best
  /// call that may take effect.
  void note_wanted(const SearchState& state) {
    ++expansion_;
    candidates_.clear();
    differing_ = 0;
    for_each_slot(bits_.must, [&](std::uint32_t slot) {
      const RegisterCall& call = call_at(slot, state.layer);
      if (call.kind == RegisterKind::read) wanted(call.value).by_read = expansion_;
      if (call.kind != RegisterKind::differs) return;
      differing_from_ =
          differing_ == 0 || differing_from_ == call.expected ? call.expected : missing_key;
      ++differing_;
    });
    for_each_slot(bits_.may, [&](std::uint32_t slot) {
      const std::uint32_t which = layers_.call_at(slot, state.layer);
      const RegisterCall& call = calls_[which];
      const bool cas = call.kind == RegisterKind::cas;
      if (cas) wanted(call.expected).by_cas = expansion_;
      if (state.before_cas && !cas) return;
      if (cas && state.value != call.expected && !(call.creates && state.value == missing_key)) {
        return;
      }
      Best& best = best_[layers_.kind_of(which)];
      if (best.expansion != expansion_) {
        best = {expansion_, static_cast<std::uint32_t>(candidates_.size())};
        candidates_.push_back(slot);
      } else if (const auto other = layers_.call_at(candidates_[best.candidate], state.layer);
                 layers_.layer_of(which) < layers_.layer_of(other)) {
        candidates_[best.candidate] = slot;
      }
    });
  }

  Wanted& wanted(ValueNumber value) { return wanted_[static_cast<std::size_t>(value)]; }

  /// Tries to let the call with this slot take effect, if a later call needs the value that it
  /// sets.
  void try_call(std::uint32_t id, std::uint32_t slot) {
    const std::uint32_t layer = states_[id].layer;
    const std::uint32_t which = layers_.call_at(slot, layer);
    const RegisterCall& call = calls_[which];
    const bool observed = wanted(call.value).by_read == expansion_ ||
                          (differing_ > 0 && call.value != differing_from_);
    const bool last = slot == layers_[layer].slot;
    const bool owed = call.kind == RegisterKind::cas && has_slot(bits_.must, slot);
    const bool before_cas = !observed && !last && !owed;
    if (before_cas && wanted(call.value).by_cas != expansion_) return;
    begin_successor(id);
    next_.call = which;
    clear_slot(next_bits_.must, slot);
    clear_slot(next_bits_.may, slot);
    take_effect(call.value, call.kind == RegisterKind::write);
    next_.before_cas = before_cas;
    settle();
  }

  /// Sets the register of the next state to `value`. Calls that thereby become possible take
  /// effect.
  void take_effect(ValueNumber value, bool write) {
    next_.value = value;
    for_each_slot(next_bits_.must, [&](std::uint32_t slot) {
      const RegisterCall& call = call_at(slot, next_.layer);
      if (call.kind == RegisterKind::write ? write : is_possible(call, value))
        clear_slot(next_bits_.must, slot);
    });
    forget_value();
  }

  /// Returns the call that set the register's value in a state. Returns LastState::unknown if that
  /// call is not known.
  [[nodiscard]] std::uint32_t last_writer(std::uint32_t id) const {
    while (id != no_call && states_[id].call == no_call) id = states_[id].parent;
    return id == no_call || states_[id].call == unread_write ? LastState::unknown
                                                             : states_[id].call;
  }

  [[nodiscard]] Conflict conflict() const {
    Conflict out;
    out.call = layers_[deepest_].answered;
    out.ordered = deepest_;
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
      const SearchState& state = states_[i];
      if (state.layer != deepest_) continue;
      if (state.parent != no_call && states_[state.parent].layer == deepest_) continue;
      const LastState last{state.value == missing_key, last_writer(i)};
      if (std::ranges::find(out.last, last) == out.last.end()) out.last.push_back(last);
    }
    return out;
  }

  const std::vector<RegisterCall>& calls_;
  RegisterLayers layers_;
  RegisterSupply supply_;
  RegisterStates states_;
  Meter& meter_;
  std::size_t most_;
  std::vector<std::uint32_t> left_;  ///< states that must still be expanded
  /// Pairs of a layer and a state that cannot get past this layer. The pair with the latest layer
  /// is first.
  std::priority_queue<std::pair<std::uint32_t, std::uint32_t>> postponed_;
  std::uint32_t current_ = 0;  ///< state that is expanded now
  std::uint32_t deepest_ = 0;  ///< latest layer that a state has reached
  bool done_ = false;

  SearchState next_;  ///< state that is built from the expanded state
  SearchBits next_bits_;
  SearchBits bits_;  ///< bits of the state that is expanded now
  std::uint32_t expansion_ = 0;
  std::vector<Wanted> wanted_;  ///< indexed by value
  std::vector<Best> best_;      ///< indexed by the number of the calls' equivalence class
  std::vector<std::uint32_t> candidates_;
  std::uint32_t differing_ = 0;  ///< number of failed compare-and-set calls in the state that need
                                 ///< another value
  /// The value that these calls exclude; missing_key if they exclude several values.
  ValueNumber differing_from_ = missing_key;
};

}  // namespace

std::optional<Conflict> conflict_by_search(const std::vector<RegisterCall>& calls,
                                           const std::vector<std::uint32_t>& answers,
                                           std::size_t count, Meter& meter,
                                           const SearchLimits& limits) {
  const Limited limited(meter, limits.steps);
  return Search(calls, answers, count, meter, limits).run();
}

}  // namespace ldfi::check
