#include "worker/drive/chance.hpp"

#include <fmt/core.h>

#include "common/systems/fault_text.hpp"

namespace ldfi::drive {

using systems::FaultSet;

std::uint64_t Chance::number(std::string_view what, std::string_view place,
                             std::uint64_t end) const {
  return systems::drawn(seed_, fmt::format("{} {} {}", draw_.number, what, place)) % end;
}

bool Chance::happens(std::string_view what, std::string_view place, std::uint32_t chance) const {
  return chance > 0 && number(what, place, systems::Chances::one) < chance;
}

void Chance::message(const systems::MessageId& id, std::int64_t sent, FaultSet& faults) const {
  cuts(id, sent, faults);  // first: what is sent in a window is lost, or none of it is
  if (faults.cut_of(id, sent) != nullptr) return;
  const std::string place = systems::to_text(id);
  const auto later = [&](auto kind, const char* what, const char* how, std::uint32_t chance,
                         const std::vector<std::int64_t>& values) {
    if (values.empty() || !happens(what, place, chance)) return false;
    const auto [added, fresh] =
        (faults.*kind).emplace(id, values[number(how, place, values.size())]);
    if (admits(faults)) return true;
    if (fresh) (faults.*kind).erase(added);
    return false;
  };
  if (later(&FaultSet::delays, "late", "how late", draw_.chances.delay, fspec_.delays)) return;
  if (later(&FaultSet::duplicates, "again", "how soon", draw_.chances.duplicate, fspec_.again)) {
    return;
  }
  if (!happens("lost", place, draw_.chances.loss)) return;
  const bool fresh = faults.losses.insert(id).second;
  if (fresh && !admits(faults)) faults.losses.erase(id);
}

void Chance::cuts(const systems::MessageId& id, std::int64_t sent, FaultSet& faults) const {
  if (fspec_.partitions == 0 || fspec_.window == 0) return;
  for (const systems::Border& border : fspec_.borders) {
    if (!border.separates(id)) continue;
    const systems::Cut cut = fspec_.cut_at(border, sent);
    if (!happens("cut", systems::to_text(FaultSet{.cuts = {cut}}), draw_.chances.cut)) continue;
    const bool fresh = faults.cuts.insert(cut).second;
    if (fresh && !admits(faults)) faults.cuts.erase(cut);
  }
}

void Chance::pause(const systems::Activation& before, FaultSet& faults) const {
  const std::string place = before.first + ' ' + systems::to_text(systems::Moment{before.second});
  if (faults.pauses.contains(before) || !happens("pause", place, draw_.chances.pause)) return;
  const std::uint64_t which = number("how long still", place, fspec_.standing.size());
  faults.pauses.emplace(before, fspec_.standing[which]);
  if (!admits(faults)) faults.pauses.erase(before);
}

void Chance::moment(const std::string& node, const systems::Moment& when, FaultSet& faults) const {
  const FaultSet::NodeMoment here{node, when};
  if (faults.crashes.contains(node) || faults.restarts.contains(here)) return;
  const std::string place = node + ' ' + systems::to_text(when);
  if (fspec_.may_restart(node) && happens("back", place, draw_.chances.restart)) {
    faults.restarts.emplace(here, fspec_.down[number("how long", place, fspec_.down.size())]);
    if (admits(faults)) return;
    faults.restarts.erase(here);
  }
  if (!fspec_.may_crash(node) || !happens("crash", place, draw_.chances.crash)) return;
  faults.crashes.emplace(node, when);
  if (!admits(faults)) faults.crashes.erase(node);
}

}  // namespace ldfi::drive
