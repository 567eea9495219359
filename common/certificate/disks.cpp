#include "common/certificate/disks.hpp"

namespace ldfi::certificate {

std::string failed_write(const std::string& a, const std::string& relation, int from, int until) {
  return "W(" + a + "," + relation + "," + std::to_string(from) +
         (until == from ? "" : "," + std::to_string(until)) + ")";
}

std::string dead_disk(const std::string& a, const std::string& relation, int at) {
  return "E(" + a + "," + relation + "," + std::to_string(at) + ")";
}

Disks::Disks(Unrolled& out, const Limits& limits, Outages& outages, Pauses& pauses)
    : out_(out), limits_(limits) {
  std::vector<int> failed, died;
  for (const Place& place : limits.disks) {
    const auto& [node, relation] = place;
    std::vector<int> dies;
    for (int at = 1; at <= limits.eot && limits.dead_disks > 0; ++at) {
      dies.push_back(out.circuit.input(dead_disk(node, relation, at)));
      deaths_[place].push_back({dies.back(), at, limits.eot});
      out.disks.push_back(dies.back());
      Unrolled::bound(out.disks.size(), limits.eot);
    }
    out.at_most(dies, 1);
    died.insert(died.end(), dies.begin(), dies.end());
    add_writes(place, outages, pauses);
    for (const One& one : writes_[place]) failed.push_back(one.literal);
  }
  out.at_most(failed, static_cast<std::size_t>(limits.failed_writes));
  out.at_most(died, static_cast<std::size_t>(limits.dead_disks));
}

// While they fail, the node runs, and the disk is not dead. Between two of them is a tick of neither.
void Disks::add_writes(const Place& place, Outages& outages, Pauses& pauses) {
  if (limits_.failed_writes == 0) return;
  const auto& [node, relation] = place;
  std::vector<One>& all = writes_[place];
  for (int from = 1; from <= limits_.last_write; ++from) {
    for (int until = from; until <= limits_.last_write; ++until) {
      const int literal = out_.circuit.input(failed_write(node, relation, from, until));
      all.push_back({literal, from, until});
      out_.disks.push_back(literal);
      Unrolled::bound(out_.disks.size(), limits_.last_write);
    }
  }
  for (int t = 1; t <= limits_.last_write + 1; ++t) {
    std::vector<int> now;
    for (const One& one : all) {
      if (one.from <= t && t <= one.until + 1) now.push_back(one.literal);
    }
    out_.at_most(now, 1);
    const int fails = this->fails(node, relation, t);
    out_.axioms.push_back({-fails, -outages.down(node, t)});
    out_.axioms.push_back({-fails, -pauses.paused(node, t)});
    out_.axioms.push_back({-fails, -dead(node, relation, t)});
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

int Disks::fails(const std::string& node, const std::string& relation, int t) {
  return any(writes_, {node, relation}, t);
}

int Disks::dead(const std::string& node, const std::string& relation, int t) {
  return any(deaths_, {node, relation}, t);
}

}  // namespace ldfi::certificate
