#include "common/systems/check/register_supply.hpp"

#include <algorithm>

namespace ldfi::check {
namespace {

/// Returns true if the call changes the register to its value, so that a later compare-and-set can
/// replace this value.
bool is_setter(const RegisterCall& call) {
  return call.changes_state() && (call.kind == RegisterKind::write || call.expected != call.value);
}

}  // namespace

RegisterSupply::RegisterSupply(const std::vector<RegisterCall>& calls, RegisterLayers& layers)
    : calls_(calls), layers_(layers) {
  ValueNumber most = missing_key;
  for (const RegisterCall& call : calls) most = std::max({most, call.value, call.expected});
  arrivals_.resize(static_cast<std::size_t>(most + 1));
  balances_.resize(arrivals_.size());
  for (std::uint32_t k = 0; k < layers.size(); ++k) {
    for (const auto& arrival : layers.arrivals(k)) {
      const RegisterCall& call = calls[arrival.call];
      if (is_setter(call)) arrivals_[static_cast<std::size_t>(call.value)].push_back(k);
    }
  }
}

std::uint32_t RegisterSupply::first_shortage(const SearchState& state, const SearchBits& bits) {
  note_needs(state, bits);
  if (needed_.empty()) return RegisterLayers::none;
  note_setters(state, bits);
  std::uint32_t first = RegisterLayers::none;
  for (const ValueNumber value : needed_) {
    first = std::min(first, shortage_of(value, state.layer));
    balance_of(value).read = RegisterLayers::none;
    balance_of(value).cas.clear();
  }
  needed_.clear();
  return first;
}

void RegisterSupply::note_needs(const SearchState& state, const SearchBits& bits) {
  for_each_slot(bits.must, [&](std::uint32_t slot) {
    const std::uint32_t which = layers_.call_at(slot, state.layer);
    const RegisterCall& call = calls_[which];
    if (call.kind == RegisterKind::read) {
      auto& read = balance_of(call.value).read;
      read = std::min(read, layers_.layer_of(which));
      needed_.push_back(call.value);
    } else if (call.kind == RegisterKind::cas && is_setter(call) &&
               !(call.creates && state.value == missing_key)) {
      balance_of(call.expected).cas.push_back(layers_.layer_of(which));
      needed_.push_back(call.expected);
    }
  });
  for (const ValueNumber value : needed_) balance_of(value).setters = state.value == value ? 1 : 0;
}

void RegisterSupply::note_setters(const SearchState& state, const SearchBits& bits) {
  for_each_slot(bits.may, [&](std::uint32_t slot) {
    const RegisterCall& call = calls_[layers_.call_at(slot, state.layer)];
    if (is_setter(call)) ++balance_of(call.value).setters;
  });
}

/// Returns the first layer at which the calls that need `value` outnumber the calls that have set
/// it.
std::uint32_t RegisterSupply::shortage_of(ValueNumber value, std::uint32_t layer) {
  Balance& balance = balance_of(value);
  const auto& arrivals = arrivals_[static_cast<std::size_t>(value)];
  const auto later = std::ranges::upper_bound(arrivals, layer);
  const auto is_short = [&](std::size_t needs, std::uint32_t at) {
    if (needs <= balance.setters) return false;
    const auto end = std::upper_bound(later, arrivals.end(), at);
    return needs > balance.setters + static_cast<std::size_t>(end - later);
  };
  std::uint32_t first = RegisterLayers::none;
  if (balance.read != RegisterLayers::none && is_short(1, balance.read)) first = balance.read;
  std::ranges::sort(balance.cas);
  for (std::size_t i = 0; i < balance.cas.size(); ++i) {
    if (is_short(i + 1, balance.cas[i])) return std::min(first, balance.cas[i]);
  }
  return first;
}

}  // namespace ldfi::check
