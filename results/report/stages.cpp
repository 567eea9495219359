#include "results/report/stages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "results/report/detail.hpp"

namespace ldfi::results {
namespace {

/// Returns the node at which the tuple of the event holds. Returns nullopt if the tuple does not
/// hold at a node, perhaps only at the observer.
std::optional<NodeId> node_of(const Trace& trace, const ScheduledEvent& event) {
  for (const Held* held : trace.held_at(event.at)) {
    if (held->text == event.text) return held->node;
  }
  return std::nullopt;
}

Json event_json(const ScheduledEvent& event) {
  Json out{{"event", event.kind}, {"at", event.at}, {"text", event.text}};
  if (event.kind == "crash" && event.arrives > 0) out["back"] = event.arrives;
  if (event.kind != "delivery") return out;
  out["from"] = event.from;
  out["to"] = event.to;
  out["arrives"] = event.arrives;
  return out;
}

/// Returns the events of a step: first external events and crashes, then deliveries in the order of
/// their numbers.
std::vector<ScheduledEvent> in_order(const MinimisationStage& stage) {
  std::vector<ScheduledEvent> out;
  std::ranges::copy_if(stage.schedule, std::back_inserter(out),
                       [](const ScheduledEvent& event) { return event.kind != "delivery"; });
  for (ScheduledEvent& event : deliveries_of(stage.schedule)) out.push_back(std::move(event));
  return out;
}

Json stage_json(const RunRecord& run, const Cell& cell, const MinimisationStage& stage,
                const MinimisationStage* before) {
  const StageRun done = run_stage(run, cell, stage, max_held);
  const ScheduleMarks marks = marks_of(done, stage);
  const auto events = in_order(stage);
  Json out{{"nodes", done.trace.fspec.nodes}, {"eot", done.trace.fspec.eot}};
  out["events"] = Json::array();
  for (const ScheduledEvent& event : events) out["events"].push_back(event_json(event));
  out["removed"] = Json::array();
  out["added"] = Json::array();
  if (before != nullptr) {
    const auto others = in_order(*before);
    const auto places = places_in(events, others);
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (!places[i]) out["removed"].push_back(event_json(others[i]));
    }
    const auto back = places_in(others, events);
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (!back[i]) out["added"].push_back(i);
    }
  }
  out["pending"] = done.pending.size();
  out["violated"] = done.trace.violated;
  out["lamport"] =
      lamport(done.trace, fmt::format("stage {}", stage.stage), judged_by(cell), &marks).fragment();
  add_state(done.trace, "This stage has too many tuples for a page.", out);
  return out;
}

NodeId place_of(const std::vector<std::string>& nodes, const std::string& name) {
  return NodeId(static_cast<std::size_t>(std::ranges::find(nodes, name) - nodes.begin()));
}

/// Returns the trace with its nodes renumbered by their positions in `nodes`. `nodes` may have
/// further nodes.
Trace among(Trace trace, const std::vector<std::string>& nodes) {
  const auto now = [&](NodeId node) { return place_of(nodes, trace.name(node)); };
  for (Tick& tick : trace.ticks) {
    for (auto* list : {&tick.crashes, &tick.restarts}) {
      for (NodeId& node : *list) node = now(node);
    }
    for (auto* list : {&tick.arrived, &tick.lost}) {
      for (Message& m : *list) {
        m.from = now(m.from);
        m.to = now(m.to);
      }
    }
  }
  trace.held.reset();
  trace.fspec.nodes = nodes;
  return trace;
}

/// Returns the diagram of a step. `numbers` has an entry for each event. The entry of a delivery is
/// its number in both steps. The entry of another event may be any number. An entry is nullopt if
/// only this step has the event.
Svg lamport_of(StageRun done, const MinimisationStage& stage,
               const std::vector<ScheduledEvent>& events,
               const std::vector<std::optional<std::size_t>>& numbers, const Cell& cell,
               const std::string& title) {
  const std::vector<std::string>& nodes = cell.fspec.nodes;
  ScheduleMarks marks;
  marks.compared = true;
  const std::size_t others = events.size() - done.deliveries.size();
  const auto moved = [&](const SentMessage& sent) {
    SentMessage out = sent;
    out.message.from = place_of(nodes, done.trace.name(sent.message.from));
    out.message.to = place_of(nodes, done.trace.name(sent.message.to));
    return out;
  };
  for (const SentMessage& sent : done.pending) marks.pending.insert(moved(sent));
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].kind == "external") {
      auto node = node_of(done.trace, events[i]);
      if (node) node = place_of(nodes, done.trace.name(*node));
      marks.externals.push_back({events[i].at, node, events[i].text, !numbers[i]});
    } else if (events[i].kind == "delivery" && numbers[i]) {
      marks.numbers[moved(done.deliveries[i - others])] = *numbers[i];
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (std::ranges::find(stage.world, nodes[i]) == stage.world.end())
      marks.absent.insert(NodeId(i));
  }
  Trace trace = among(std::move(done.trace), nodes);
  trace.faults = read_fault_set(stage.faults, "the faults of the stage", Fspec(cell.fspec));
  return lamport(trace, title, judged_by(cell), &marks);
}

}  // namespace

ScheduleMarks marks_of(const StageRun& done, const MinimisationStage& stage) {
  ScheduleMarks out;
  out.pending = done.pending;
  for (std::size_t i = 0; i < done.deliveries.size(); ++i) out.numbers[done.deliveries[i]] = i + 1;
  for (const ScheduledEvent& event : stage.schedule) {
    if (event.kind != "external") continue;
    out.externals.push_back({event.at, node_of(done.trace, event), event.text});
  }
  return out;
}

Svg stage_diagram(const RunRecord& run, const Cell& cell, const MinimisationStage& stage,
                  const std::string& title) {
  const StageRun done = run_stage(run, cell, stage);
  const ScheduleMarks marks = marks_of(done, stage);
  return lamport(done.trace, title, judged_by(cell), &marks);
}

Svg before_and_after(const RunRecord& run, const Cell& cell, const MinimisationStage& before,
                     const MinimisationStage& after, const std::string& title) {
  const auto events_before = in_order(before);
  const auto events_after = in_order(after);
  const auto draw = [&](const MinimisationStage& stage, const std::vector<ScheduledEvent>& events,
                        const std::vector<std::optional<std::size_t>>& numbered) {
    return lamport_of(run_stage(run, cell, stage), stage, events, numbered, cell,
                      fmt::format("{}: stage {}", title, stage.stage));
  };
  const std::size_t others = events_after.size() - deliveries_of(after.schedule).size();
  auto in_after = places_in(events_after, events_before);
  auto kept = std::vector<std::optional<std::size_t>>(events_after.size());
  for (auto& place : in_after) {
    if (!place) continue;
    const std::size_t number = *place < others ? 0 : *place - others + 1;
    kept[*place] = number;
    place = number;
  }
  const Svg left = draw(before, events_before, in_after);
  const Svg right = draw(after, events_after, kept);
  constexpr double gap = 24;
  Svg out(left.width() + gap + right.width(), std::max(left.height(), right.height()), title,
          left.description() + " " + right.description());
  out.place({0, 0}, left);
  out.place({left.width() + gap, 0}, right);
  return out;
}

Json stages_json(const RunRecord& run, const Cell& cell,
                 const std::function<bool(std::size_t bytes)>& enough) {
  Json out = Json::array();
  const MinimisationStage* before = nullptr;
  std::size_t bytes = 0;
  for (const MinimisationStage& stage : cell.minimisation->stages) {
    const auto note = [&](const std::string& why) {
      out.push_back({{"note", fmt::format("This stage is not shown: {}.", why)}});
    };
    try {
      if (run.program.empty()) {
        note("the file holds no program");
      } else if (enough(bytes)) {
        note("the page has no room for it; ldfi-results show --stage prints it");
      } else {
        out.push_back(stage_json(run, cell, stage, before));
        bytes += dump(out.back()).size();
      }
    } catch (const InputError& e) {
      // The program in the file does not follow the schedule, so the file was changed.
      note(e.what());
    }
    before = &stage;
  }
  return out;
}

}  // namespace ldfi::results
