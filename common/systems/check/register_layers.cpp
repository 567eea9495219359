#include "common/systems/check/register_layers.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace ldfi::check {
namespace {

/// Returns the indices of all calls in the order of their requests.
std::vector<std::uint32_t> by_request(const std::vector<RegisterCall>& calls) {
  std::vector<std::uint32_t> out(calls.size());
  std::iota(out.begin(), out.end(), 0U);
  std::ranges::stable_sort(out, {}, [&calls](std::uint32_t i) { return calls[i].invoked; });
  return out;
}

}  // namespace

RegisterLayers::RegisterLayers(const std::vector<RegisterCall>& calls,
                               const std::vector<std::uint32_t>& answers, std::size_t count)
    : layers_(count), layer_of_(calls.size(), none) {
  for (std::uint32_t k = 0; k < count; ++k) {
    layers_[k].answered = answers[k];
    layer_of_[answers[k]] = k;
  }
  for (std::size_t k = count; k-- > 0;) {
    layers_[k].differs_left = (k + 1 < count ? layers_[k + 1].differs_left : 0) +
                              (calls[answers[k]].kind == RegisterKind::differs ? 1 : 0);
  }
  number_kinds(calls);
  find_ends(calls);
  extend_over_open_cas(calls);
  give_slots(calls);
}

void RegisterLayers::number_kinds(const std::vector<RegisterCall>& calls) {
  std::map<std::tuple<RegisterKind, ValueNumber, ValueNumber, bool>, std::uint32_t> numbers;
  kinds_.reserve(calls.size());
  for (const RegisterCall& call : calls) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    const ValueNumber expected = call.kind == RegisterKind::write ? missing_key : call.expected;
    kinds_.push_back(
        numbers.emplace(std::tuple(call.kind, call.value, expected, call.creates), next)
            .first->second);
  }
  kind_count_ = static_cast<std::uint32_t>(numbers.size());
}

void RegisterLayers::find_ends(const std::vector<RegisterCall>& calls) {
  ValueNumber most = missing_key;
  for (const RegisterCall& call : calls) most = std::max({most, call.value, call.expected});
  end_of_value_.assign(static_cast<std::size_t>(most + 1), 0);
  for (std::uint32_t k = 0; k < size(); ++k) {
    const RegisterCall& call = calls[layers_[k].answered];
    if (call.kind == RegisterKind::differs) end_of_differs_ = k + 1;
    const bool compares = call.kind == RegisterKind::differs || call.kind == RegisterKind::cas;
    const ValueNumber seen = compares ? call.expected : call.value;
    if (seen >= 0 && call.kind != RegisterKind::write)
      end_of_value_[static_cast<std::size_t>(seen)] = k + 1;
  }
}

// Extends the times during which values are useful. A cas (compare-and-set) without an answer needs
// the value that it expects as long as the value that it sets is useful. So a value is useful as
// long as any value that a chain of such calls leads to from it. The loop begins with values that
// stay useful longest, so that it visits each value once.
void RegisterLayers::extend_over_open_cas(const std::vector<RegisterCall>& calls) {
  std::vector<std::vector<ValueNumber>> reached_from(end_of_value_.size());
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const RegisterCall& call = calls[i];
    if (call.kind != RegisterKind::cas || layer_of_[i] != none) continue;
    reached_from[static_cast<std::size_t>(call.value)].push_back(call.expected);
    auto& end = end_of_value_[static_cast<std::size_t>(call.expected)];
    end = std::max(end, end_of_differs_);
  }
  std::vector<std::size_t> order(end_of_value_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>{},
                           [this](std::size_t i) { return end_of_value_[i]; });
  std::vector<bool> done(order.size());
  for (const std::size_t first : order) {
    std::vector<std::size_t> left{first};
    const std::uint32_t end = end_of_value_[first];
    while (!left.empty()) {
      const std::size_t value = left.back();
      left.pop_back();
      if (done[value]) continue;
      done[value] = true;
      end_of_value_[value] = std::max(end, end_of_value_[value]);
      for (const ValueNumber from : reached_from[value])
        left.push_back(static_cast<std::size_t>(from));
    }
  }
}

std::uint32_t RegisterLayers::take_slot(std::uint32_t call, std::uint32_t layer) {
  if (free_slots_.empty()) {
    free_slots_.push_back(slots());
    owners_.emplace_back();
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  owners_[slot].owners.push_back({layer, call});
  return slot;
}

void RegisterLayers::arrive(const RegisterCall& one, std::uint32_t call, std::uint32_t layer) {
  const bool answered = layer_of_[call] != none;
  if (!answered && (!one.changes_state() || !is_useful(one.value, layer))) return;
  if (!answered && one.kind == RegisterKind::write && !is_observed(one.value, layer)) {
    arrivals_.push_back({call, none});
    return;
  }
  const std::uint32_t slot = take_slot(call, layer);
  arrivals_.push_back({call, slot});
  if (answered) {
    layers_[layer_of_[call]].slot = slot;
    return;
  }
  const std::uint32_t observed = end_of_value_[static_cast<std::size_t>(one.value)];
  const bool write = one.kind == RegisterKind::write;
  const std::uint32_t end = write ? observed : std::max(observed, end_of_differs_);
  if (end < size()) ends_at_[end].push_back({slot, write});
}

void RegisterLayers::give_slots(const std::vector<RegisterCall>& calls) {
  ends_at_.resize(size());
  const auto requests = by_request(calls);
  std::size_t next = 0;
  for (std::uint32_t k = 0; k < size(); ++k) {
    if (k > 0) free_slots_.push_back(layers_[k - 1].slot);
    for (const End& end : ends_at_[k]) {
      ends_.push_back(end);
      free_slots_.push_back(end.slot);
    }
    layers_[k].ends = static_cast<std::uint32_t>(ends_.size());
    const std::int64_t time = calls[layers_[k].answered].returned;
    for (; next < requests.size() && calls[requests[next]].invoked <= time; ++next) {
      arrive(calls[requests[next]], requests[next], k);
    }
    layers_[k].arrivals = static_cast<std::uint32_t>(arrivals_.size());
  }
}

std::span<const RegisterLayers::Arrival> RegisterLayers::arrivals(std::uint32_t layer) const {
  const std::size_t begin = layer == 0 ? 0 : layers_[layer - 1].arrivals;
  return std::span(arrivals_).subspan(begin, layers_[layer].arrivals - begin);
}

std::span<const RegisterLayers::End> RegisterLayers::ends(std::uint32_t layer) const {
  const std::size_t begin = layer == 0 ? 0 : layers_[layer - 1].ends;
  return std::span(ends_).subspan(begin, layers_[layer].ends - begin);
}

std::uint32_t RegisterLayers::call_at(std::uint32_t slot, std::uint32_t layer) {
  auto& [owners, i] = owners_[slot];
  while (i + 1 < owners.size() && owners[i + 1].from <= layer) ++i;
  while (owners[i].from > layer) --i;
  return owners[i].call;
}

}  // namespace ldfi::check
