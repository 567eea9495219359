#include "results/hdf5/minimisation_tables.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "results/hdf5/checked_values.hpp"
#include "results/hdf5/table.hpp"

namespace ldfi::results {
namespace {

/// Value of the column `event` in a row that names a node instead of an event.
const char* const node_kind = "node";

void add(Table& table, const ScheduledEvent& e) {
  table.text(e.kind).i64(e.at).text(e.text).text(e.from).text(e.to).i64(e.arrives).i64(e.nth);
}

}  // namespace

void write_minimisation(hid_t cell, const Minimisation& minimisation) {
  const Handle group = create_group(cell, "minimisation");
  set_attribute(group.get(), "by", name_of(minimisation.by));
  set_attribute(group.get(), "ended", minimisation.ended);
  write_strings(group.get(), "relations", minimisation.relations);
  write_strings(group.get(), "violated", minimisation.violated);
  Table stages({{"stage", Column::text},
                {"externals", Column::u64},
                {"deliveries", Column::u64},
                {"executions", Column::u64},
                {"searches", Column::u64},
                {"bound", Column::i64},
                {"claim", Column::text},
                {"nodes", Column::u64},
                {"eot", Column::i64},
                {"eff", Column::i64},
                {"delay_max", Column::i64},
                {"faults", Column::text}});
  for (const MinimisationStage& s : minimisation.stages) {
    stages.text(s.stage).u64(s.externals).u64(s.deliveries).u64(s.executions).u64(s.searches);
    stages.i64(s.bound ? static_cast<std::int64_t>(*s.bound) : -1).text(s.claim).u64(s.nodes);
    stages.i64(s.eot).i64(s.eff).i64(s.delay_max).text(s.faults);
  }
  stages.write(group.get(), "stages");
  const std::vector<ColumnSpec> of_events{{"event", Column::text}, {"at", Column::i64},
                                          {"text", Column::text},  {"from", Column::text},
                                          {"to", Column::text},    {"arrives", Column::i64},
                                          {"nth", Column::i64}};
  Table schedule(of_events);
  for (const ScheduledEvent& e : minimisation.schedule) add(schedule, e);
  schedule.write(group.get(), "schedule");
  auto of_stages = of_events;
  of_stages.insert(of_stages.begin(), {"stage", Column::i64});
  Table schedules(of_stages);
  for (std::size_t i = 0; i < minimisation.stages.size(); ++i) {
    const MinimisationStage& stage = minimisation.stages[i];
    const auto number = static_cast<std::int64_t>(i);
    for (const std::string& node : stage.world) {
      schedules.i64(number).text(std::string(node_kind)).i64(0).text(node);
      schedules.text(std::string()).text(std::string()).i64(0).i64(0);
    }
    for (const ScheduledEvent& e : stage.schedule) add(schedules.i64(number), e);
  }
  schedules.write(group.get(), "schedules");
}

namespace {

int small(Reader& reader, const std::string& where, std::int64_t value) {
  if (value < 0 || value > 1'000'000'000) {
    reader.damaged(where, fmt::format("{} is out of range", value));
  }
  return static_cast<int>(value);
}

std::vector<MinimisationStage> read_stages(Reader& reader, const std::string& table) {
  std::vector<MinimisationStage> out;
  for (std::string& name : reader.texts(table, "stage")) out.emplace_back().stage = std::move(name);
  const auto texts = [&](const char* column, std::string MinimisationStage::*member) {
    auto values = reader.texts(table, column);
    for (std::size_t i = 0; i < out.size(); ++i) out[i].*member = std::move(values[i]);
  };
  const auto counts = [&](const char* column, std::uint64_t MinimisationStage::*member) {
    const auto values = reader.counts(table, column);
    for (std::size_t i = 0; i < out.size(); ++i) out[i].*member = values[i];
  };
  const auto integers = [&](const char* column, int MinimisationStage::*member) {
    const auto values = reader.integers(table, column);
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].*member = small(reader, fmt::format("{}.{}", table, column), values[i]);
    }
  };
  counts("externals", &MinimisationStage::externals);
  counts("deliveries", &MinimisationStage::deliveries);
  counts("executions", &MinimisationStage::executions);
  counts("searches", &MinimisationStage::searches);
  counts("nodes", &MinimisationStage::nodes);
  integers("eot", &MinimisationStage::eot);
  integers("eff", &MinimisationStage::eff);
  integers("delay_max", &MinimisationStage::delay_max);
  texts("claim", &MinimisationStage::claim);
  texts("faults", &MinimisationStage::faults);
  const auto bounds = reader.integers(table, "bound");
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (bounds[i] < -1)
      reader.damaged(table + ".bound", fmt::format("{} is not a bound", bounds[i]));
    if (bounds[i] >= 0) out[i].bound = static_cast<std::uint64_t>(bounds[i]);
  }
  return out;
}

std::vector<ScheduledEvent> read_schedule(Reader& reader, const std::string& table, bool worlds) {
  const auto kinds = reader.texts(table, "event");
  const auto at = reader.integers(table, "at");
  const auto texts = reader.texts(table, "text");
  const auto from = reader.texts(table, "from");
  const auto to = reader.texts(table, "to");
  const auto arrives = reader.integers(table, "arrives");
  const auto nth = reader.integers(table, "nth");
  std::vector<ScheduledEvent> out;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const bool known = kinds[i] == "external" || kinds[i] == "crash" || kinds[i] == "delivery";
    if (!known && !(worlds && kinds[i] == node_kind)) {
      reader.damaged(table + ".event", fmt::format("`{}` is not an event", shown_line(kinds[i])));
    }
    out.push_back({small(reader, table + ".at", at[i]), kinds[i], texts[i], from[i], to[i],
                   small(reader, table + ".arrives", arrives[i]),
                   small(reader, table + ".nth", nth[i])});
  }
  return out;
}

/// Reads the events and the nodes of each step of the minimisation.
void read_schedules(Reader& reader, const std::string& table,
                    std::vector<MinimisationStage>& stages) {
  const auto of = reader.integers(table, "stage");
  auto events = read_schedule(reader, table, true);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (of[i] < 0 || static_cast<std::size_t>(of[i]) >= stages.size()) {
      reader.damaged(table + ".stage", fmt::format("{} is not a stage", of[i]));
    }
    MinimisationStage& stage = stages[static_cast<std::size_t>(of[i])];
    if (events[i].kind == node_kind) {
      stage.world.push_back(std::move(events[i].text));
    } else {
      stage.schedule.push_back(std::move(events[i]));
    }
  }
}

}  // namespace

Minimisation read_minimisation(Reader& reader, const std::string& group) {
  Minimisation out;
  const std::string by = reader.text_attribute(group, "by");
  const auto named = minimise_by_named(by);
  if (!named) reader.damaged(group, fmt::format("`{}` is not a way to minimise", shown_line(by)));
  out.by = *named;
  out.ended = reader.text_attribute(group, "ended");
  out.relations = reader.texts(group + "/relations");
  out.violated = reader.texts(group + "/violated");
  out.stages = read_stages(reader, group + "/stages");
  out.schedule = read_schedule(reader, group + "/schedule", false);
  read_schedules(reader, group + "/schedules", out.stages);
  return out;
}

}  // namespace ldfi::results
