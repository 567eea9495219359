// Stands in for searches of programs: lists the minimal falsifiers of each EOT, and answers the
// queries of a sweep as a search would.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "master/sweep/course.hpp"
#include "test/support/faults.hpp"
#include "test/support/random.hpp"

namespace ldfi::sweep {

struct World {
  std::function<std::vector<FaultSet>(int eot)> falsifiers;  ///< minimal falsifiers, none of which
                                                             ///< is a subset of another
  std::function<std::uint64_t(int eot)> promises = [](int) { return 1; };
  Rules rules{};
  std::map<Query, std::string> limits{};  ///< queries that end inconclusive, and why

  [[nodiscard]] Cell answer(const Query& query) const {
    Cell report;
    report.executed = 1;
    report.failure_free_pre = promises(query.point.eot);
    report.verdict = report.failure_free_pre == 0 ? Verdict::vacuous : Verdict::certified;
    if (const auto limit = limits.find(query); limit != limits.end()) {
      report.verdict = Verdict::inconclusive;
      report.reason = limit->second;
      return report;
    }
    for (const FaultSet& f : falsifiers(query.point.eot)) {
      if (f.empty()) report.verdict = Verdict::broken;
      if (query.probe && !f.empty()) continue;
      if (!admits(query.point, rules.mode, f)) continue;
      report.falsifiers.push_back({f, true, {"pre(x)"}});
      if (!f.empty()) report.verdict = Verdict::counterexample;
    }
    std::sort(report.falsifiers.begin(), report.falsifiers.end(),
              [](const auto& a, const auto& b) { return a.faults < b.faults; });
    if (!rules.all && report.falsifiers.size() > 1) report.falsifiers.resize(1);
    return report;
  }

  /// Answers the queries of `course`, at most `parallel` at a time, in an order drawn from `seed`.
  /// Returns the number of queries.
  std::size_t drive(Course& course, std::size_t parallel = 1, std::uint64_t seed = 1) const {
    test::Random random(seed);
    std::vector<Query> running;
    std::size_t asked = 0;
    while (!course.finished()) {
      for (const Query& query : course.wanted(running.size() + parallel)) {
        const bool fresh = std::find(running.begin(), running.end(), query) == running.end();
        if (running.size() < parallel && fresh) {
          running.push_back(query);
          ++asked;
        }
      }
      if (running.empty()) throw std::runtime_error("neither finished nor anything to ask");
      const auto i = static_cast<std::ptrdiff_t>(random.below(running.size()));
      const Query query = running[static_cast<std::size_t>(i)];
      running.erase(running.begin() + i);
      course.answer(query, answer(query));
    }
    return asked;
  }
};

/// Returns the verdict and the falsifiers of a cell as a text that tests compare.
inline std::string brief(const Cell& report) {
  std::string out(name_of(report.verdict));
  for (const auto& f : report.falsifiers) {
    out += " {";
    for (const Omission& o : f.faults.all<Omission>()) {
      out += "O" + std::to_string(o.from.raw()) + std::to_string(o.to.raw()) + "@" +
             std::to_string(o.sent.tick());
    }
    for (const Crash& c : f.faults.all<Crash>()) {
      out += "C" + std::to_string(c.node.raw()) + "@" + std::to_string(c.at.tick());
    }
    out += "}";
  }
  return out + (report.reason.empty() ? "" : " " + report.reason);
}

inline FaultSet faults(std::vector<Omission> omissions, std::vector<Crash> crashes = {}) {
  return test::fault_set(omissions, std::move(crashes));
}

inline Omission lost(int sent, std::uint32_t from = 0, std::uint32_t to = 1) {
  return {NodeId(from), NodeId(to), Time(sent)};
}

inline Crash crash(int at, std::uint32_t node = 0) {
  return {NodeId(node), Time(at)};
}

}  // namespace ldfi::sweep
