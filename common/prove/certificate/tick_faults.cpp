#include "common/prove/certificate/tick_faults.hpp"

#include <algorithm>

namespace ldfi::certificate {

std::string fault_input(char letter, const std::string& of, const std::string& to,
                        const std::string& relation, int by) {
  std::string out = std::string(1, letter) + " " + of;
  if (!to.empty()) out += "," + to;
  if (!relation.empty()) out += "," + relation;
  if (by > 0) out += ",+" + std::to_string(by);
  return out;
}

void Wires::exclude(const Clause& together) {
  Clause out;
  for (const int x : together) {
    if (x == Circuit::no) return;
    if (x != Circuit::yes) out.push_back(-x);
  }
  axioms.push_back(out);
}

void Wires::at_most(const std::vector<int>& literals, std::size_t most) {
  if (most < literals.size()) axioms.push_back({-circuit.at_least(literals, most + 1)[most + 1]});
}

int Channel::at(const std::vector<int>& by, int k) {
  const auto place = static_cast<std::size_t>(k);
  return k >= 1 && place <= by.size() ? by[place - 1] : Circuit::no;
}

int Channel::arrives(Circuit& circuit, int ticks) const {
  const int first =
      circuit.all({ticks == 0 ? Circuit::yes : at(late, ticks), -at(late, ticks + 1)});
  return circuit.any({first, at(twice, ticks)});
}

TickFaults::TickFaults(Wires& wires, const Limits& limits, const Program& program)
    : wires_(wires), circuit_(wires.circuit), limits_(limits), program_(program) {
  for (const std::string& node : limits.nodes) add_node(node);
  // A crashed node stays crashed, so the literals of the last tick show all crashes.
  std::vector<int> crashed;
  for (const auto& [node, faults] : nodes_)
    if (faults.crashed != Circuit::no) crashed.push_back(faults.crashed);
  if (wires.tick == 0 || wires.tick == limits.eot)
    wires.at_most(crashed, static_cast<std::size_t>(limits.crashes));
  for (const auto& [node, relation] : limits.disks) add_disk(node, relation);
  add_cuts();
}

/// Returns the literal that counts a permanent fault once: the literal that the fault begins now.
/// In a claim about one EOT, it is the literal that the fault is present at the last tick.
int TickFaults::counted(int now, int before) {
  if (wires_.tick == 0) return circuit_.all({now, -before});
  return wires_.tick == limits_.eot ? now : Circuit::no;
}

/// Adds the faults of a node. Between two faults, the node runs for at least one tick. A mute node,
/// which runs but sends nothing, counts as running.
void TickFaults::add_node(const std::string& name) {
  const bool dies = limits_.may_die(name);
  const bool returns = limits_.stop && limits_.may_restart(name);
  const bool pauses = limits_.stop && limits_.may_pause(name);
  // True if an outage with a restart may begin after this tick.
  const bool leaves = returns && wires_.is_up_to(limits_.last_restart - 1);
  if (!dies && !returns && !pauses) return;
  const std::string of = "[" + name + "]";
  const int had_crashed = state(dies, "crashed" + of), was_down = state(returns, "down" + of),
            was_mute = state(returns, "mute" + of), was_paused = state(pauses, "paused" + of);
  const int crashed = input(dies, fault_input('C', name));
  const int away =
      input(returns && wires_.is_up_to(limits_.last_restart), fault_input(outage_letter, name));
  const int mute = input(limits_.stop && (dies || leaves), fault_input(mute_letter, name));
  const int paused = input(pauses && wires_.is_up_to(limits_.last_pause), fault_input('S', name));

  const int away_now = circuit_.all({away, -was_down, -was_mute});
  const int away_next = circuit_.all({mute, -crashed});
  wires_.exclude({had_crashed, -crashed});
  wires_.exclude({was_mute, -away});
  for (const int other : {had_crashed, away, paused}) wires_.exclude({mute, other});
  for (const int other : {away, paused}) wires_.exclude({crashed, other});
  for (const int other : {away, was_down}) wires_.exclude({paused, other});
  for (const int other : {was_down, was_paused})
    wires_.exclude({crashed, -had_crashed, -mute, other});
  wires_.exclude({away_now, was_paused});
  if (!leaves) wires_.exclude({away_next});

  if (dies) wires_.after("crashed" + of, crashed);
  if (returns) wires_.after("down" + of, away);
  if (returns) wires_.after("mute" + of, leaves ? away_next : Circuit::no);
  if (pauses) wires_.after("paused" + of, paused);
  NodeFaults& node = nodes_[program_.known_string(name)];
  node.crashed = crashed;
  node.down = circuit_.any({away, circuit_.all({crashed, -mute})});
  node.paused = paused;
  node.restarts = circuit_.all({was_down, -away});
  node.silent = circuit_.any({crashed, away, mute, paused});
  crashes_.push_back(counted(crashed, had_crashed));
  if (returns) restarts_.push_back(circuit_.any({away_now, away_next}));
  pauses_.push_back(circuit_.all({paused, -was_paused}));
  if (returns) passing_.insert(passing_.end(), {away, away_next});
  passing_.push_back(paused);
}

/// Adds the faults of a disk. Writes fail only while the node runs and the disk is not dead. A dead
/// disk stays dead.
void TickFaults::add_disk(const std::string& node, const std::string& relation) {
  if (std::ranges::find(limits_.nodes, node) == limits_.nodes.end())
    throw Rejected("a disk belongs to something that is not a node: " + node);
  const Value at = program_.known_string(node);
  const NodeFaults now = this->node(at);
  DiskFaults& disk = disks_[{at, relation}];
  const std::string of = "[" + node + "," + relation + "]";
  const bool dies = limits_.dead_disks > 0, fails = limits_.failed_writes > 0;
  const bool may_be_damaged = limits_.corruptions > 0 && limits_.data.contains(relation);

  const int was_dead = state(dies, "dead" + of), failed = state(fails, "failing" + of);
  disk.dead = input(dies, fault_input('E', node, relation));
  wires_.exclude({was_dead, -disk.dead});
  disk.fails =
      input(fails && wires_.is_up_to(limits_.last_write), fault_input('W', node, relation));
  for (const int other : {now.down, now.paused, disk.dead}) wires_.exclude({disk.fails, other});
  disk.failed = circuit_.any({was_dead, failed});
  const int damage = input(may_be_damaged && wires_.is_up_to(limits_.last_corruption),
                           fault_input('X', node, relation));
  disk.damaged = circuit_.all({damage, -disk.dead, -now.down, -now.paused});
  disk.damaged_before = state(may_be_damaged, "damaged" + of);
  disk.written_back = input(limits_.write_backs > 0 && limits_.written_back.contains(relation) &&
                                wires_.is_up_to(limits_.last_write_back),
                            fault_input('F', node, relation));
  if (dies) wires_.after("dead" + of, disk.dead);
  if (fails) wires_.after("failing" + of, disk.fails);
  if (may_be_damaged) wires_.after("damaged" + of, disk.damaged);
  dead_.push_back(counted(disk.dead, was_dead));
  writes_.push_back(circuit_.all({disk.fails, -failed}));
  damages_.push_back(damage);
  backs_.push_back(disk.written_back);
  passing_.push_back(disk.fails);
}

/// Adds the partitions. At most one partition is active at a tick, and at least one tick without a
/// partition is between two of them.
void TickFaults::add_cuts() {
  if (limits_.partitions == 0) return;
  std::vector<int> before, now;
  for (std::size_t i = 0; i < limits_.cuts.size(); ++i) {
    const std::string name = "cut[" + std::to_string(i + 1) + "]";
    before.push_back(wires_.before(name));
    now.push_back(
        input(wires_.is_up_to(limits_.last_partition), fault_input('P', limits_.cuts[i])));
    wires_.after(name, now.back());
    cuts_.emplace_back(cut_of(limits_.cuts[i], limits_.nodes), now.back());
    partitions_.push_back(circuit_.all({now.back(), -before.back()}));
    passing_.push_back(now.back());
  }
  const int some = circuit_.any(before);
  for (std::size_t i = 0; i < now.size(); ++i) wires_.exclude({now[i], some, -before[i]});
  wires_.at_most(now, 1);
}

NodeFaults TickFaults::node(Value node) const {
  const auto it = nodes_.find(node);
  return it == nodes_.end() ? NodeFaults{} : it->second;
}

DiskFaults TickFaults::disk(Value node, const std::string& relation) const {
  const auto it = disks_.find({node, relation});
  return it == disks_.end() ? DiskFaults{} : it->second;
}

Link& TickFaults::link(Value from, Value to) {
  const auto [it, fresh] = links_.try_emplace({from, to});
  Link& out = it->second;
  if (!fresh || from == to) return out;
  const auto name = [this](Value node) {
    return program_.strings[static_cast<std::size_t>(node.number)];
  };
  const std::string a = name(from), b = name(to);
  const bool may_be_lost = calm != Circuit::yes && limits_.losses != 0 &&
                           wires_.is_up_to(limits_.last_loss) && !limits_.reliable.contains({a, b});
  out.lost = input(may_be_lost, fault_input('O', a, b));
  wires_.exclude({out.lost, calm});
  Clause gone{node(from).silent, out.lost};
  for (const auto& [cut, now] : cuts_)
    if (cut.loses(a, b)) gone.push_back(now);
  out.gone = circuit_.any(gone);
  return out;
}

/// Adds the delays of messages at the first call. A message that is sent and not lost may be late
/// by some ticks. It may also arrive a second time after that.
Channel& TickFaults::channel(Value from, Value to, const std::string& relation) {
  Link& link = this->link(from, to);
  const auto [it, fresh] = link.channels.try_emplace(relation);
  Channel& out = it->second;
  const std::string& a = program_.strings[static_cast<std::size_t>(from.number)];
  const std::string& b = program_.strings[static_cast<std::size_t>(to.number)];
  if (!fresh || !wires_.is_up_to(limits_.last_late) || limits_.punctual.contains({a, b}))
    return out;
  const int room = wires_.tick == 0 ? limits_.latest() : limits_.eot - 1 - wires_.tick;
  for (int k = 1; k <= std::min(limits_.late, room); ++k) {
    const int more = wires_.choose(fault_input('D', a, b, relation, k));
    wires_.exclude({more, out.late.empty() ? link.gone : -out.late.back()});
    out.late.push_back(more);
  }
  for (int k = 1; k <= std::min(limits_.most_second_delay(), room); ++k) {
    const int again = wires_.choose(fault_input('U', a, b, relation, k));
    wires_.exclude({again, link.gone});
    wires_.exclude({again, Channel::at(out.late, k)});
    out.twice.push_back(again);
  }
  wires_.at_most(out.twice, 1);
  return out;
}

void TickFaults::limit(const std::string& what, std::optional<int> most, std::vector<int> events,
                       bool is_fault) {
  std::erase(events, Circuit::no);
  if (is_fault) all_.insert(all_.end(), events.begin(), events.end());
  if (!events.empty()) wires_.limit(what, most, events);
}

void TickFaults::count() {
  std::vector<int> losses, late, late_ticks, twice;
  for (const auto& [ends, link] : links_) {
    losses.push_back(link.lost);
    for (const auto& [relation, channel] : link.channels) {
      if (!channel.late.empty()) late.push_back(channel.late.front());
      late_ticks.insert(late_ticks.end(), channel.late.begin(), channel.late.end());
      twice.push_back(circuit_.any(channel.twice));
    }
  }
  limit("omission", limits_.losses, losses);
  limit("crash", std::nullopt, crashes_);
  limit("restart", limits_.restarts, restarts_);
  limit("pause", limits_.pauses, pauses_);
  limit("partition", limits_.partitions, partitions_);
  limit("failed-write", limits_.failed_writes, writes_);
  limit("dead-disk", limits_.dead_disks, dead_);
  limit("corruption", limits_.corruptions, damages_);
  limit("write-back", limits_.write_backs, backs_);
  limit("delay", limits_.late_count, late);
  limit("late-tick", limits_.late_budget, late_ticks, false);
  limit("duplicate", limits_.twice, twice);
  limit("fault", limits_.faults, all_, false);
}

}  // namespace ldfi::certificate
