#include "common/faults/fault_relations.hpp"

#include <algorithm>

#include "common/faults/fspec.hpp"

namespace ldfi {
namespace {

using Kind = FaultFact::Kind;
using Of = FaultRelation;

template <bool (Fspec::*possible)(NodeId, Time) const>
bool of_node(const Fspec& fspec, const FaultFact& fact) {
  return (fspec.*possible)(fact.node, fact.at);
}

template <bool (Fspec::*possible)(NodeId, NamedId, Time) const>
bool of_disk(const Fspec& fspec, const FaultFact& fact) {
  return (fspec.*possible)(fact.node, fact.relation, fact.at);
}

bool of_late_messages(const Fspec& fspec, const FaultFact& fact) {
  return fspec.may_delay(fact.node, fact.to, fact.at, fact.ticks) ||
         fspec.may_duplicate(fact.node, fact.to, fact.at, fact.ticks);
}

bool is_not_silent(const Fspec& fspec) {
  return fspec.crash_model() != CrashModel::silent;
}
bool has_disk_errors(const Fspec& fspec) {
  return !fspec.disk().silent;
}
bool detects_damage(const Fspec& fspec) {
  return fspec.disk().detected;
}

FaultRelationRow node_row(Of relation, Kind fact, std::string_view name, std::string_view shown,
                          bool (*possible)(const Fspec&, const FaultFact&), std::string_view absent,
                          std::string_view anywhere, bool (*seen)(const Fspec&) = nullptr) {
  return {relation, fact, name, shown, false, false, false, possible, seen, absent, anywhere};
}

FaultRelationRow disk_row(Of relation, Kind fact, std::string_view name, std::string_view shown,
                          bool (*possible)(const Fspec&, const FaultFact&), std::string_view absent,
                          bool (*seen)(const Fspec&) = nullptr) {
  return {relation, fact, name, shown, false, true, false, possible, seen, absent, ""};
}

}  // namespace

const std::array<FaultRelationRow, fault_relation_count>& fault_relations() {
  static const std::array<FaultRelationRow, fault_relation_count> rows{
      node_row(Of::restart, Kind::restart, "restart", "restart", of_node<&Fspec::may_restart>,
               "{node} does not restart at {at}", "no node restarts at {at}"),
      node_row(Of::down, Kind::down, "down", "down", of_node<&Fspec::may_be_down_or_crashed>,
               "{node} is not down at {at}", "no node is down at {at}"),
      node_row(Of::paused, Kind::paused, "paused", "paused", of_node<&Fspec::may_pause>,
               "{node} is not paused at {at}", "no node is paused at {at}"),
      node_row(Of::standing, Kind::paused, "paused[standing]", "paused", of_node<&Fspec::may_pause>,
               "{node} is not paused at {at}", "no node is paused at {at}"),
      node_row(Of::quiet, Kind::quiet, "quiet[]", "silent", of_node<&Fspec::may_be_quiet>,
               "nothing keeps {node} from sending at {at}", "every node can send at {at}"),
      node_row(Of::quiet_self, Kind::quiet, "quiet[self]", "silent", of_node<&Fspec::may_be_quiet>,
               "nothing keeps {node} from sending at {at}", "every node can send at {at}",
               is_not_silent),
      disk_row(Of::ioerror, Kind::ioerror, "ioerror", "ioerror", of_disk<&Fspec::may_report>,
               "no write of {of} at {node} fails at {before}", has_disk_errors),
      disk_row(Of::corrupted, Kind::corrupted, "corrupted[disk]", "corrupted",
               of_disk<&Fspec::may_corrupt>, "{of} at {node} is not damaged at {at}"),
      disk_row(Of::corrupt, Kind::corrupt, "corrupt", "corrupt", of_disk<&Fspec::may_detect>,
               "{of} at {node} is not damaged at {before}", detects_damage),
      disk_row(Of::writeback, Kind::writeback, "written_back[system]", "written_back",
               of_disk<&Fspec::may_write_back>, "{tuple} is not written back"),
      FaultRelationRow{Of::late, Kind::late, "late[ticks]", "late", true, true, true,
                       of_late_messages, nullptr,
                       "what {node} sends {to} at {at}{of_relation} is not late", ""}};
  return rows;
}

const FaultRelationRow* fault_relation_named(std::string_view name) {
  const auto& rows = fault_relations();
  const auto* const it = std::ranges::find(rows, name, &FaultRelationRow::name);
  return it == rows.end() ? nullptr : it;
}

void each_possible_fact(const Fspec& fspec, const FaultRelationRow& row, Time at,
                        const std::function<void(const FaultFact&)>& action) {
  if (row.seen != nullptr && !row.seen(fspec)) return;
  std::vector<NamedId> relations{no_relation};
  if (row.relation && row.receiver) relations = fspec.late_units();
  if (row.relation && !row.receiver) {
    relations.clear();
    for (std::size_t r = 0; r < fspec.stored().size(); ++r) relations.emplace_back(r);
  }
  const std::size_t receivers = row.receiver ? fspec.node_count() : 1;
  const int most = row.ticks ? fspec.delays().latest() : 0;
  for (std::size_t node = 0; node < fspec.node_count(); ++node) {
    for (std::size_t to = 0; to < receivers; ++to) {
      for (int ticks = row.ticks ? 1 : 0; ticks <= most; ++ticks) {
        for (const NamedId relation : relations) {
          const FaultFact fact{row.fact, NodeId(node), at, relation, NodeId(to), ticks};
          if (row.possible(fspec, fact)) action(fact);
        }
      }
    }
  }
}

}  // namespace ldfi
