#include "test/oracle/recorded_schedule.hpp"

#include <map>
#include <set>
#include <tuple>

namespace ldfi::test {

RecordedSchedule read_schedule(const Minimisation& m, const dedalus::Program& program,
                               const std::vector<std::uint32_t>& externals, const Fspec& fspec) {
  RecordedSchedule out;
  // The ticks of arrival, by channel and tick of sending. Also by relation, if messages of
  // different relations may be late independently.
  std::map<std::tuple<std::uint32_t, std::uint32_t, int>, std::map<NamedId, std::set<int>>>
      arrivals;
  for (const ScheduledEvent& event : m.schedule) {
    if (event.kind == "external") {
      for (std::uint32_t i = 0; i < externals.size(); ++i) {
        const auto& fact = program.facts[externals[i]];
        const bool same = fact.at.tick() == event.at &&
                          program.tuple_text(fact.relation, fact.tuple.data()) == event.text;
        if (same) out.externals |= 1U << i;
      }
    } else if (event.kind == "crash") {
      const NodeId node = *fspec.find(event.text);
      const Time back = event.arrives == 0 ? Outage::never : Time(event.arrives);
      if (fspec.crash_model() == CrashModel::stop) {
        out.faults.emplace_back(Outage{node, Time(event.at), Time(event.at + event.nth), back});
      } else {
        out.faults.emplace_back(Crash{node, Time(event.at)});
      }
    } else {
      const std::string relation = event.text.substr(0, event.text.find('('));
      const NamedId apart = fspec.delays().by_relation ? *fspec.find_named(relation) : no_relation;
      arrivals[{fspec.find(event.from)->raw(), fspec.find(event.to)->raw(), event.at}][apart]
          .insert(event.arrives - event.at - 1);
    }
  }
  const auto nodes = static_cast<std::uint32_t>(fspec.node_count());
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = 0; b < nodes; ++b) {
      for (int t = 1; t < fspec.eot(); ++t) {
        const auto& arrive = arrivals[{a, b, t}];
        if (arrive.empty() && a != b) {
          out.faults.emplace_back(Omission{NodeId(a), NodeId(b), Time(t)});
        }
        for (const auto& [apart, late] : arrive) {
          if (*late.begin() > 0) {
            out.faults.emplace_back(Delay{NodeId(a), NodeId(b), Time(t), *late.begin(), apart});
          }
          if (late.size() > 1) {
            out.faults.emplace_back(
                Duplicate{NodeId(a), NodeId(b), Time(t), *late.rbegin(), apart});
          }
        }
      }
    }
  }
  return out;
}

}  // namespace ldfi::test
