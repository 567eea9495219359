// Finds the writes of an execution. For each tick, computes which tuples would be on disks at the
// next tick if no generated rule kept or damaged tuples there. These are the tuples that rules
// write. They are then compared with the tuples that hold.
#include "common/dedalus/trace/io_events.hpp"

#include <algorithm>

namespace ldfi::trace {
namespace {

using dedalus::Carrier;
using dedalus::Program;
using dedalus::Rule;

Program only_writing(Program program, int eot) {
  const auto damages = [&](const dedalus::Literal& literal) {
    return literal.relation == program.built_in(FaultRelation::corrupted);
  };
  for (Rule& rule : program.rules) {
    if (rule.carrier == Carrier::keep || rule.carrier == Carrier::stand ||
        std::ranges::any_of(rule.positive, damages))
      rule.earliest = Time(eot).next();  // later than EOT, so the rule never fires
    std::erase_if(rule.negative, damages);
  }
  return program;
}

/// Returns the relations that are stored on disks. If no rule keeps a tuple of such a relation, the
/// tuple disappears at the next tick, which counts as a write.
std::vector<RelationId> stored_in(const Program& program) {
  std::vector<RelationId> out;
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    const dedalus::Relation& one = program.relations[r];
    if (one.stable && !one.event && one.columns[0] == dedalus::ColumnType::string)
      out.emplace_back(r);
  }
  return out;
}

}  // namespace

IoEvents::IoEvents(const Program& program, const Fspec& fspec, const eval::EvalLimits& limits)
    : program_(program),
      fspec_(fspec),
      only_writing_(only_writing(program, fspec.eot())),
      stored_(stored_in(program)),
      step_(only_writing_, fspec, limits) {}

std::optional<NodeId> IoEvents::node_of(const dedalus::Value* tuple) const {
  return fspec_.find(program_.symbols.text(tuple[0]));
}

/// Returns true if the node executes rules at this tick. Under CrashModel::silent, a crashed node
/// does.
bool IoEvents::runs(const FaultSet& faults, NodeId node, Time at) const {
  return fspec_.crash_model() == CrashModel::silent || faults.state_of(node, at) == NodeState::up;
}

std::vector<failures::IoEvent> IoEvents::of(const FaultSet& faults, const eval::Model& model) {
  std::vector<Event> out;
  for (Time at(1); at.tick() < fspec_.eot(); at = at.next()) {
    std::set<Event> sent;
    Disks next;
    step_.from(at, faults, model, [&](const eval::Stepper::Row& row, const eval::Ends& ends) {
      if (row.table >= program_.relations.size()) return;
      // Events belong to specifications and are not written to disks.
      if (program_.relations[row.table].event) return;
      if (program_.relations[row.table].orders) return;
      const RelationId relation(row.table);
      if (ends.from == ends.to && ends.from != eval::Ends::none && fspec_.delays().self) {
        const NodeId node(ends.from);
        sent.insert({at, Event::Kind::send, program_.relation(relation).name, node, node, false});
        return;
      }
      if (ends.from == ends.to) {
        if (!std::ranges::binary_search(stored_, relation)) return;
        const std::size_t arity = program_.relation(relation).arity();
        if (const auto node = node_of(row.tuple))
          next[{relation, *node}].insert({row.tuple, row.tuple + arity});
        return;
      }
      const Channel channel{NodeId(ends.from), NodeId(ends.to), at, ChannelKind::message,
                            ends.relation};
      if (is_silent(faults, channel)) return;
      sent.insert({at, Event::Kind::send, program_.relation(relation).name, channel.from,
                   channel.to, faults.loses(channel) && !faults.delays(channel)});
    });
    add_writes(at, faults, model, std::move(next), out);
    out.insert(out.end(), sent.begin(), sent.end());
  }
  std::ranges::sort(out);
  return out;
}

void IoEvents::add_writes(Time at, const FaultSet& faults, const eval::Model& model, Disks next,
                          std::vector<Event>& out) const {
  Disks now;
  for (const RelationId relation : stored_) {
    for (eval::Tuple& tuple : model.tuples(relation, at)) {
      const auto node = node_of(tuple.data());
      if (!node) continue;
      next.try_emplace({relation, *node});
      now[{relation, *node}].insert(std::move(tuple));
    }
  }
  for (const auto& [disk, tuples] : next) {
    const auto& [relation, node] = disk;
    if (!runs(faults, node, at) || now[disk] == tuples) continue;
    const std::string& name = program_.stored_name(program_.relation(relation));
    const NamedId stored = fspec_.find_stored(name).value_or(no_relation);
    const bool failed = fspec_.crash_model() == CrashModel::stop &&
                        faults.loses({node, node, at, ChannelKind::write, stored});
    out.push_back({at, Event::Kind::write, name, node, node, failed});
  }
}

}  // namespace ldfi::trace
