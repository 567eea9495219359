#include "common/prove/certificate/disks.hpp"

namespace ldfi::certificate {

std::string write_spell(const std::string& node, const std::string& relation) {
  return "W " + node + "," + relation;
}

std::string dead_disk(const std::string& a, const std::string& relation, int at) {
  return "E(" + a + "," + relation + "," + std::to_string(at) + ")";
}

std::string damage(const std::string& a, const std::string& relation, int at) {
  return "X(" + a + "," + relation + "," + std::to_string(at) + ")";
}

std::string write_back(const std::string& a, const std::string& relation, int at) {
  return "F(" + a + "," + relation + "," + std::to_string(at) + ")";
}

Disks::Disks(Unrolled& out, const Limits& limits, Outages& outages, Pauses& pauses)
    : out_(out), limits_(limits), outages_(outages), pauses_(pauses) {
  std::vector<int> died, damaged, backs;
  for (const Place& place : limits.disks) {
    const std::string& relation = place.second;
    std::vector<int> dies;
    if (limits.dead_disks > 0) add_ticks(place, limits.eot, dead_disk, deaths_, dies);
    for (One& one : deaths_[place]) one.until = limits.eot;
    out.at_most(dies, 1);
    died.insert(died.end(), dies.begin(), dies.end());
    add_writes(place);
    if (limits.corruptions > 0 && limits.data.contains(relation))
      add_ticks(place, limits.last_corruption, damage, damages_, damaged);
    if (limits.write_backs > 0 && limits.written_back.contains(relation))
      add_ticks(place, limits.last_write_back, write_back, backs_, backs);
  }
  out.at_most(out.writes, static_cast<std::size_t>(limits.failed_writes));
  out.at_most(died, static_cast<std::size_t>(limits.dead_disks));
  out.at_most(damaged, static_cast<std::size_t>(limits.corruptions));
  out.at_most(backs, static_cast<std::size_t>(limits.write_backs));
}

void Disks::add_ticks(const Place& place, int last,
                      std::string (*name)(const std::string&, const std::string&, int),
                      std::map<Place, std::vector<One>>& to, std::vector<int>& all) {
  for (int at = 1; at <= last; ++at) {
    all.push_back(out_.circuit.input(name(place.first, place.second, at)));
    to[place].push_back({all.back(), at, at});
    out_.disks.push_back(all.back());
    Unrolled::bound(out_.disks.size(), last);
  }
}

// While they fail, the node runs, and the disk is not dead.
void Disks::add_writes(const Place& place) {
  if (limits_.failed_writes == 0) return;
  const auto& [node, relation] = place;
  const Spell& spell = writes_[place] = out_.spell(write_spell(node, relation), limits_.last_write);
  for (int t = 1; t <= limits_.last_write; ++t) {
    out_.writes.push_back(spell.begins(out_.circuit, t));
    for (const int not_now :
         {outages_.down(node, t), pauses_.paused(node, t), dead(node, relation, t)})
      out_.axioms.push_back({-spell.at(t), -not_now});
  }
}

int Disks::any(const std::map<Place, std::vector<One>>& of, const Place& place, int t) {
  Clause some;
  const auto it = of.find(place);
  if (it == of.end()) return Circuit::no;
  for (const One& one : it->second) {
    if (one.from <= t && t <= one.until) some.push_back(one.literal);
  }
  return out_.circuit.any(std::move(some));
}

int Disks::fails(const std::string& node, const std::string& relation, int t) const {
  const auto it = writes_.find({node, relation});
  return it == writes_.end() ? Circuit::no : it->second.at(t);
}

int Disks::dead(const std::string& node, const std::string& relation, int t) {
  return any(deaths_, {node, relation}, t);
}

int Disks::writes(const std::string& node, const std::string& relation, int t) {
  return out_.circuit.all({-dead(node, relation, t), -fails(node, relation, t),
                           -outages_.down(node, t), -pauses_.paused(node, t)});
}

int Disks::damages(const std::string& node, const std::string& relation, int t) {
  return out_.circuit.all({any(damages_, {node, relation}, t), -dead(node, relation, t),
                           -outages_.down(node, t), -pauses_.paused(node, t)});
}

int Disks::writes_back(const std::string& node, const std::string& relation, int t) {
  return any(backs_, {node, relation}, t);
}

}  // namespace ldfi::certificate
