#include "common/faults/budgets.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/faults/fspec.hpp"

namespace ldfi {
namespace {

constexpr std::array<Budgets::Entry, Budgets::count> all_entries = [] {
  std::array<Budgets::Entry, Budgets::count> out{};
  for (const Budgets::Entry& entry : {Budgets::late, Budgets::late_ticks, Budgets::faults}) {
    out[entry.index] = entry;
  }
  each_axis([&]<class Kind>(Kind*) { out[Kind::axis] = Budgets::of_kind<Kind>; });
  return out;
}();
static_assert(std::ranges::none_of(all_entries, [](const auto& e) { return e.option.empty(); }),
              "each kind has an axis of its own");

void set(auto& number, int to) {
  if (to != Budgets::any) number = to;
}

int number_or_any(const std::optional<int>& number) {
  return number.value_or(Budgets::any);
}

}  // namespace

const std::array<Budgets::Entry, Budgets::count>& Budgets::entries() {
  return all_entries;
}

Budgets budgets_of(const FspecParameters& fspec) {
  Budgets out;
  each_axis([&]<class Kind>(Kind*) { out.of<Kind>() = number_or_any(Kind::most(fspec)); });
  out[Budgets::late] = fspec.delays.most;
  out[Budgets::late_ticks] = number_or_any(fspec.delays.budget);
  out[Budgets::faults] = number_or_any(fspec.limits.faults);
  return out;
}

void set_budgets(FspecParameters& fspec, const Budgets& budgets) {
  each_axis([&]<class Kind>(Kind*) {
    set(Kind::most(fspec), budgets.of<Kind>());
    if constexpr (requires { Kind::forget(fspec); }) {
      if (Kind::most(fspec) == 0) Kind::forget(fspec);
    }
  });
  set(fspec.delays.most, budgets[Budgets::late]);
  set(fspec.delays.budget, budgets[Budgets::late_ticks]);
  set(fspec.limits.faults, budgets[Budgets::faults]);
}

bool within(const FaultSet& faults, const Budgets& budgets) {
  KindMap<int> used;
  int late = 0;
  int late_ticks = 0;
  for (const Fault& fault : faults) {
    ++used.values[counted_as(fault)];
    if (const auto* delay = std::get_if<Delay>(&fault)) {
      late_ticks += delay->late;
      late = std::max(late, delay->late);
    }
  }
  bool fits = late <= budgets[Budgets::late] && late_ticks <= budgets[Budgets::late_ticks] &&
              faults.size() <= static_cast<std::size_t>(budgets[Budgets::faults]);
  each_axis([&]<class Kind>(Kind*) { fits = fits && used.of<Kind>() <= budgets.of<Kind>(); });
  return fits;
}

std::string to_text(const Budgets& budgets) {
  std::string out;
  for (const Budgets::Entry& entry : Budgets::entries()) {
    if (budgets[entry] != Budgets::any) out += fmt::format(",{}={}", entry.option, budgets[entry]);
  }
  return out;
}

}  // namespace ldfi
