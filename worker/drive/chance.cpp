#include "worker/drive/chance.hpp"

#include <fmt/core.h>

#include "common/base/contract.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::drive {

using systems::FaultSet;

std::uint64_t Chance::number(std::string_view what, std::string_view place,
                             std::uint64_t end) const {
  return systems::drawn(seed_, fmt::format("{} {} {}", draw_.number, what, place)) % end;
}

bool Chance::happens(std::string_view what, std::string_view place, std::uint32_t chance) const {
  return chance > 0 && number(what, place, systems::certain) < chance;
}

bool Chance::add(const systems::Fault& fault, FaultSet& faults) const {
  const bool fresh = faults.add(fault);
  if (admits(faults)) return true;
  if (fresh) faults.remove(fault);
  return false;
}

void Chance::message(const systems::MessageId& id, std::int64_t sent, FaultSet& faults) const {
  LDFI_REQUIRE(fspec_.may_fail(id, sent), "the Fspec admits a fault of this message");
  cuts(id, sent, faults);  // drawn first, because a partition loses all messages between two groups
                           // of nodes
  if (faults.cut_of(id, sent) != nullptr) return;
  const std::string place = systems::to_text(id);
  const auto draw = [&]<class Kind>(Kind*) {
    if (!systems::admits_some<Kind>(fspec_) || !systems::may_hit<Kind>(id)) return false;
    if (!happens(Kind::draw.whether, place, draw_.chances.of<Kind>())) return false;
    if constexpr (systems::has_lengths<Kind>) {
      if (faults.has<Kind>(id)) return admits(faults);
      const std::vector<std::int64_t>& values = Kind::lengths(fspec_);
      return add(Kind{id, values[number(Kind::draw.length, place, values.size())]}, faults);
    } else {
      return add(Kind{id}, faults);
    }
  };
  // A message has only one fate: it is lost only if it is neither delayed nor duplicated.
  bool is_hit = false;
  systems::each_kind_of<Place::message>([&]<class Kind>(Kind* kind) {
    if constexpr (systems::has_lengths<Kind>) is_hit = is_hit || draw(kind);
  });
  systems::each_kind_of<Place::message>([&]<class Kind>(Kind* kind) {
    if constexpr (!systems::has_lengths<Kind>) is_hit = is_hit || draw(kind);
  });
}

void Chance::cuts(const systems::MessageId& id, std::int64_t sent, FaultSet& faults) const {
  if (fspec_.partitions == 0 || fspec_.window == 0) return;
  for (const systems::Border& border : fspec_.borders) {
    if (!border.separates(id)) continue;
    const systems::Cut cut = fspec_.cut_at(border, sent);
    const std::string place = systems::to_text(systems::Fault(cut));
    if (happens("cut", place, draw_.chances.of<systems::Cut>())) add(cut, faults);
  }
}

void Chance::pause(const systems::Activation& before, FaultSet& faults) const {
  const std::string place = before.first + ' ' + systems::to_text(systems::Moment{before.second});
  if (faults.has<systems::Pause>(before)) return;
  if (!happens("pause", place, draw_.chances.of<systems::Pause>())) return;
  LDFI_REQUIRE(!fspec_.standing.empty(), "the Fspec has a length for pauses");
  const std::uint64_t which = number("how long still", place, fspec_.standing.size());
  add(systems::Pause{before, fspec_.standing[which]}, faults);
}

void Chance::moment(const std::string& node, const systems::Moment& when, FaultSet& faults) const {
  const systems::NodeMoment here{node, when};
  if (faults.has<systems::Crash>(node) || faults.has<systems::Restart>(here)) return;
  const std::string place = node + ' ' + systems::to_text(when);
  const auto& chances = draw_.chances;
  if (fspec_.may_restart(node) && happens("back", place, chances.of<systems::Restart>())) {
    const std::uint64_t which = number("how long", place, fspec_.down.size());
    if (add(systems::Restart{here, fspec_.down[which]}, faults)) return;
  }
  if (!fspec_.may_crash(node) || !happens("crash", place, chances.of<systems::Crash>())) return;
  add(systems::Crash{node, when}, faults);
}

}  // namespace ldfi::drive
