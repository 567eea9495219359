#include "results/json/values.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/decimal.hpp"
#include "common/faults/budgets.hpp"
#include "common/record/overtaking.hpp"

namespace ldfi::results {

namespace {

/// Converts a key to the path of its value in the JSON: `fspec.disk.write` to `/disk/write`.
Json::json_pointer place_of(std::string_view key) {
  std::string out(key.substr(key.find('.')));
  std::ranges::replace(out, '.', '/');
  return Json::json_pointer(out);
}

/// Adds the limits of those kinds of faults that fspec_json() does not add itself.
void add_other_numbers(Json& out, const FspecParameters& fspec) {
  each_axis([&]<class Kind>(Kind*) {
    if (!limits_number_of<Kind>(fspec)) return;
    const std::optional<int> number = Kind::most(fspec);
    const Json::json_pointer place = place_of(Kind::number.key);
    if (!out.contains(place)) out[place] = *number;
  });
}

}  // namespace

Json fspec_json(const FspecParameters& fspec) {
  Json out{{"eot", fspec.eot},
           {"eff", fspec.eff},
           {"crashes", fspec.crashes},
           {"nodes", fspec.nodes},
           {"eff_mode", name_of(fspec.eff_mode)},
           {"crash_model", name_of(fspec.crash_model)}};
  if (fspec.crash_model == CrashModel::stop) out["restarts"] = fspec.restarts;
  if (!fspec.crashable.empty()) out["crashable"] = fspec.crashable;
  const FaultLimits& limits = fspec.limits;
  if (!limits.restartable.empty()) out["restartable"] = limits.restartable;
  if (limits.least_down != 1) out["least_down"] = limits.least_down;
  if (limits.most_down) out["most_down"] = *limits.most_down;
  if (limits.omissions) out["omissions"] = *limits.omissions;
  if (!limits.omissions_from.empty()) out["omissions_from"] = limits.omissions_from;
  if (!limits.omissions_to.empty()) out["omissions_to"] = limits.omissions_to;
  if (!limits.reliable.empty()) out["reliable"] = limits.reliable;
  if (limits.partitions > 0) out["partitions"] = limits.partitions;
  if (!limits.partition_sets.empty()) out["partition_sets"] = limits.partition_sets;
  for (const FaultLimits::Names& set : limits.named_sets) {
    out["named_sets"][set.front()] = FaultLimits::Names(set.begin() + 1, set.end());
  }
  if (limits.one_way) out["one_way"] = true;
  if (limits.most.of<Pause>() > 0) out["pauses"] = limits.most.of<Pause>();
  if (!limits.pausable.empty()) out["pausable"] = limits.pausable;
  if (limits.faults) out["faults"] = *limits.faults;
  const Delays& delays = fspec.delays;
  if (delays.most > 0) out["delays"]["max"] = delays.most;
  if (delays.most > 0 && delays.budget) out["delays"]["budget"] = *delays.budget;
  if (delays.most > 0 && delays.count) out["delays"]["count"] = *delays.count;
  if (!delays.none() && delays.until) out["delays"]["until"] = *delays.until;
  if (delays.duplicates > 0) {
    out["duplicates"] = {{"max", delays.duplicates}, {"within", delays.within}};
  }
  if (delays.self) out["delays"]["self"] = true;
  if (delays.by_relation) out["delays"]["unit"] = "relation";
  if (delays.fifo) out["order"] = "fifo";
  if (!fspec.disk.none()) {
    out["disk"] = {{"write", fspec.disk.write},
                   {"relations", fspec.disk.relations},
                   {"silent", fspec.disk.silent}};
    if (fspec.disk.dead > 0) out["disk"]["dead"] = fspec.disk.dead;
    if (fspec.disk.corrupt > 0) {
      out["disk"]["corrupt"] = fspec.disk.corrupt;
      out["disk"]["detected"] = fspec.disk.detected;
      for (std::size_t i = 0; i < fspec.disk.columns.size(); ++i) {
        out["disk"]["columns"][fspec.disk.damaged[i]] = fspec.disk.columns[i];
      }
    }
    if (fspec.disk.writeback > 0) out["disk"]["writeback"] = fspec.disk.writeback;
    if (!fspec.disk.nodes.empty()) out["disk"]["nodes"] = fspec.disk.nodes;
  }
  add_other_numbers(out, fspec);
  return out;
}

Json falsifier_json(const Falsifier& falsifier, const Names& names) {
  return {{"faults", to_text(falsifier.faults, names)},
          {"size", falsifier.faults.size()},
          {"minimal", falsifier.minimal},
          {"violated", falsifier.violated}};
}

Json specifications_json(const SearchResult& result, const Names& names) {
  Json out = Json::array();
  for (std::size_t i = 0; i < result.specifications.size(); ++i) {
    const auto& [says, verdict, falsifiers] = result.specifications[i];
    Json found = Json::array();
    for (const std::uint32_t f : falsifiers) {
      found.push_back(falsifier_json(falsifier_of(result, i, f), names));
    }
    out.push_back(
        {{"name", says.name},
         {"severity", name_of(says.severity)},
         {"when", says.when()},
         {"explains",
          says.explains ? Json(result.specifications.at(*says.explains).says.name) : Json()},
         {"text", says.text},
         {"verdict", name_of(verdict)},
         {"counterexamples", std::move(found)}});
  }
  return out;
}

Json counts_json(const Cell& cell) {
  const FaultSetCounts& counts = cell.counts.value();
  Json out{{"distinct", cell.distinct_fault_sets},
           {"violating", cell.violating ? Json(decimal(*cell.violating)) : Json()},
           {"vacuous", counts.vacuous},
           {"passing", counts.passing},
           {"failing", counts.failing},
           {"random", nullptr}};
  if (auto overtaking = overtaking_sets(cell)) out["overtaking"] = std::move(*overtaking);
  if (!counts.random_p) return out;
  const auto runs = expected_random_runs(cell);
  out["random"] = {{"p", *counts.random_p}, {"expected_runs", runs ? Json(*runs) : Json()}};
  return out;
}

Json minimisation_json(const Minimisation& minimisation) {
  Json stages = Json::array();
  for (const MinimisationStage& s : minimisation.stages) {
    stages.push_back({{"stage", s.stage},
                      {"externals", s.externals},
                      {"deliveries", s.deliveries},
                      {"executions", s.executions},
                      {"searches", s.searches},
                      {"bound", s.bound ? Json(*s.bound) : Json()},
                      {"claim", s.claim},
                      {"nodes", s.nodes},
                      {"eot", s.eot},
                      {"eff", s.eff},
                      {"delay_max", s.delay_max},
                      {"faults", s.faults}});
  }
  Json schedule = Json::array();
  for (const ScheduledEvent& event : minimisation.schedule) {
    schedule.push_back({{"event", event.kind}, {"at", event.at}, {"text", event.text}});
    if (event.kind != "delivery") continue;
    schedule.back()["from"] = event.from;
    schedule.back()["to"] = event.to;
    schedule.back()["arrives"] = event.arrives;
    schedule.back()["nth"] = event.nth;
  }
  return {{"by", name_of(minimisation.by)},    {"relations", minimisation.relations},
          {"ended", minimisation.ended},       {"stages", std::move(stages)},
          {"violated", minimisation.violated}, {"schedule", std::move(schedule)}};
}

Json weights_json(std::string_view text) {
  Json out = Json::object();
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(item.size() + 1, text.size()));
    const std::size_t sign = std::min(item.find('='), item.size());
    const std::string_view digits = item.substr(std::min(sign + 1, item.size()));
    double number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    out[std::string(item.substr(0, sign))] = number;
  }
  return out;
}

Json known_json(const std::vector<KnownCase>& cases) {
  Json out = Json::array();
  for (const KnownCase& one : cases) {
    out.push_back({{"case", one.name},
                   {"faults", one.faults},
                   {"outcome", name_of(one.outcome)},
                   {"violated", one.violated},
                   {"left_out", one.left_out}});
    if (!one.why.empty()) out.back()["why"] = one.why;
  }
  return out;
}

Json theorems_json(const std::vector<Theorem>& theorems) {
  Json out = Json::array();
  for (const Theorem& one : theorems) {
    out.push_back(
        {{"claim", one.claim},
         {"calm", one.calm ? Json(*one.calm) : Json()},
         {"from", one.from},
         {"crashes", one.crashes},
         {"cells", one.cells},
         {"invariant",
          {{"clauses", one.invariant.size()}, {"facts", one.facts}, {"text", one.invariant}}},
         {"circuit", {{"latches", one.latches}, {"gates", one.gates}}}});
    if (!one.params.empty()) out.back()["params"] = one.params;
  }
  return out;
}

std::string schedule_lines(const Minimisation& minimisation, const MinimisationStage& stage) {
  std::string out = dump({{"e", "world"},
                          {"stage", stage.stage},
                          {"eot", stage.eot},
                          {"nodes", stage.world},
                          {"externals", minimisation.relations}}) +
                    "\n";
  for (const ScheduledEvent& event : stage.schedule) {
    Json line = {{"e", event.kind == "delivery" ? "deliver" : event.kind}, {"at", event.at}};
    line[event.kind == "crash" ? "node" : "fact"] = event.text;
    if (event.kind == "crash" && event.arrives > 0) line["back"] = event.arrives;
    if (event.kind == "crash" && event.nth == 1) line["after"] = true;
    if (event.kind == "delivery") {
      line["from"] = event.from;
      line["to"] = event.to;
      line["nth"] = event.nth;
      line["late"] = event.arrives - event.at - 1;
    }
    out += dump(line) + "\n";
  }
  return out;
}

Json ticks_json(const Trace& trace) {
  const auto messages = [&trace](const std::vector<Message>& list) {
    Json out = Json::array();
    for (const Message& m : list) {
      out.push_back({{"from", trace.name(m.from)}, {"to", trace.name(m.to)}, {"tuple", m.head}});
      if (m.late > 0) out.back()["late"] = m.late;
    }
    return out;
  };
  Json out = Json::array();
  for (const Tick& tick : trace.ticks) {
    Json crashes = Json::array();
    for (const NodeId node : tick.crashes) crashes.push_back(trace.name(node));
    Json one{{"tick", tick.tick},
             {"crashes", crashes},
             {"lost", messages(tick.lost)},
             {"arrived", messages(tick.arrived)}};
    if (trace.fspec.crash_model == CrashModel::stop) {
      one["restarts"] = Json::array();
      for (const NodeId node : tick.restarts) one["restarts"].push_back(trace.name(node));
    }
    out.push_back(std::move(one));
  }
  return out;
}

std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', true, Json::error_handler_t::replace);
}

}  // namespace ldfi::results
