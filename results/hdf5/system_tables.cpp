#include "results/hdf5/system_tables.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "results/hdf5/checked_values.hpp"
#include "results/hdf5/minimisation_tables.hpp"
#include "results/hdf5/table.hpp"

namespace ldfi::results {
namespace {

void write_executions(hid_t group, const SystemResult& system) {
  Table table({{"faults", Column::text},
               {"struck", Column::text},
               {"result", Column::text},
               {"why", Column::text},
               {"hash", Column::u64},
               {"end_ns", Column::i64},
               {"messages", Column::u64}});
  Table violated({{"execution", Column::u32}, {"text", Column::text}});
  for (std::size_t i = 0; i < system.executions.size(); ++i) {
    const SystemExecution& one = system.executions[i];
    table.text(to_text(one.faults))
        .text(to_text(one.struck))
        .text(std::string(name_of(one.result)));
    table.text(one.why).u64(one.hash);
    table.i64(one.end).u64(one.sends.size());
    for (const std::string& text : one.violated) {
      violated.u32(static_cast<std::uint32_t>(i)).text(text);
    }
  }
  table.write(group, "executions");
  violated.write(group, "violated");
}

/// Writes the tables about all executions: their messages, their nodes, and their recordings.
void write_courses(hid_t group, const SystemResult& system, const BudgetCheck& budget) {
  Table fates({{"execution", Column::u32},
               {"message", Column::u32},
               {"sent_ns", Column::i64},
               {"arrives_ns", Column::i64},
               {"fate", Column::text}});
  Table activations({{"execution", Column::u32}, {"node", Column::u32}, {"count", Column::u64}});
  Table recordings({{"execution", Column::u32}, {"text", Column::text}});
  for (std::size_t i = 0; i < system.executions.size(); ++i) {
    const SystemExecution& one = system.executions[i];
    const auto row = static_cast<std::uint32_t>(i);
    for (const SystemSend& send : one.sends) {
      fates.u32(row)
          .u32(send.message)
          .i64(send.sent)
          .i64(send.arrives)
          .text(std::string(name_of(send.fate)));
    }
    for (std::size_t node = 0; node < one.activations.size(); ++node) {
      activations.u32(row).u32(static_cast<std::uint32_t>(node)).u64(one.activations[node]);
    }
    if (!one.recording.empty()) recordings.u32(row).text(one.recording);
  }
  fates.write(group, "fates", budget);
  activations.write(group, "activations", budget);
  recordings.write(group, "recordings", budget);
}

class SystemReader {
 public:
  SystemReader(Reader& reader, std::string group) : reader_(reader), group_(std::move(group)) {}

  SystemResult read() {
    out_.system = attribute("system");
    out_.kernel = attribute("kernel");
    out_.reason = attribute("reason");
    out_.certificate = attribute("certificate");
    out_.level = attribute("level");
    const std::string verdict = attribute("verdict");
    const auto found = verdict_named(verdict);
    if (!found) damaged("", fmt::format("`{}` is not a verdict", shown_line(verdict)));
    out_.verdict = *found;
    out_.exhausted = count_attribute("exhausted") != 0;
    out_.pairs = count_attribute("pairs");
    out_.double_runs = count_attribute("double_runs");
    const std::uint64_t wall = count_attribute("wall_ns");
    out_.wall_s = static_cast<double>(wall) / 1e9;
    if (reader_.has(path("/said"))) point();
    if (reader_.has(path("/minimisation"))) {
      out_.minimisation = read_minimisation(reader_, path("/minimisation"));
    }
    out_.command = reader_.texts(path("/command"));
    out_.nodes = reader_.texts(path("/nodes"));
    out_.differences = reader_.texts(path("/differences"));
    messages();
    executions();
    falsifiers();
    violated();
    fates();
    activations();
    recordings();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string path(const char* name) const { return group_ + name; }
  std::string attribute(const char* name) { return reader_.text_attribute(group_, name); }
  std::uint64_t count_attribute(const char* name) { return reader_.count_attribute(group_, name); }
  [[noreturn]] void damaged(const char* where, const std::string& problem) {
    reader_.damaged(path(where), problem);
  }
  SystemExecution& execution(const char* where, std::uint64_t row) {
    return out_.executions[checked_row(reader_, path(where), row, out_.executions.size())];
  }

  systems::FaultSet fault_set(const char* where, const std::string& text) {
    systems::FaultSet out;
    if (text == "none") return out;
    for (const std::string& word : systems::split_faults(text)) {
      const std::string problem = systems::add_or_explain(out, word);
      if (!problem.empty()) damaged(where, problem);
    }
    return out;
  }

  void messages() {
    for (const std::string& text : reader_.texts(path("/messages"))) {
      const auto id = systems::read_message(text);
      if (!id) damaged("/messages", fmt::format("`{}` is not a message", shown_line(text)));
      out_.messages.push_back(*id);
    }
  }

  void point() {
    out_.point = {attribute("cell"),
                  reader_.integer_attribute(group_, "eot_ns"),
                  reader_.integer_attribute(group_, "eff_ns"),
                  count_attribute("crashes"),
                  count_attribute("seed"),
                  reader_.texts(path("/said"))};
  }

  void executions() {
    const std::string table = path("/executions");
    const auto faults = reader_.texts(table, "faults");
    const auto struck = reader_.texts(table, "struck");
    const auto result = reader_.texts(table, "result");
    const auto why = reader_.texts(table, "why");
    const auto hashes = reader_.counts(table, "hash");
    const auto ends = reader_.integers(table, "end_ns");
    for (std::size_t i = 0; i < faults.size(); ++i) {
      const auto known = systems::result_named(result[i]);
      if (!known) {
        damaged("/executions.result", fmt::format("`{}` is not a result", shown_line(result[i])));
      }
      SystemExecution one;
      one.faults = fault_set("/executions.faults", faults[i]);
      one.struck = fault_set("/executions.struck", struck[i]);
      one.result = *known;
      one.why = why[i];
      one.hash = hashes[i];
      one.end = ends[i];
      out_.executions.push_back(std::move(one));
    }
  }

  void falsifiers() {
    const std::string table = path("/counterexamples");
    const auto rows = reader_.counts(table, "execution");
    const auto faults = reader_.texts(table, "faults");
    const auto minimal = reader_.counts(table, "minimal");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const SystemExecution& one = execution("/counterexamples.execution", rows[i]);
      if (one.result != systems::Result::fail) {
        damaged("/counterexamples.execution", fmt::format("execution {} did not fail", rows[i]));
      }
      out_.falsifiers.push_back(
          {rows[i], fault_set("/counterexamples.faults", faults[i]), minimal[i] != 0});
    }
  }

  void violated() {
    const auto rows = reader_.counts(path("/violated"), "execution");
    auto texts = reader_.texts(path("/violated"), "text");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      execution("/violated.execution", rows[i]).violated.push_back(std::move(texts[i]));
    }
  }

  void fates() {
    const std::string table = path("/fates");
    const auto rows = reader_.counts(table, "execution");
    const auto messages = reader_.counts(table, "message");
    const auto sent = reader_.integers(table, "sent_ns");
    const auto arrives = reader_.integers(table, "arrives_ns");
    const auto fates = reader_.texts(table, "fate");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::uint32_t message =
          checked_row(reader_, table + ".message", messages[i], out_.messages.size());
      const auto fate = systems::fate_named(fates[i]);
      if (!fate) damaged("/fates.fate", fmt::format("`{}` is not a fate", shown_line(fates[i])));
      execution("/fates.execution", rows[i]).sends.push_back({message, sent[i], arrives[i], *fate});
    }
  }

  void activations() {
    const std::string table = path("/activations");
    const auto rows = reader_.counts(table, "execution");
    const auto nodes = reader_.counts(table, "node");
    const auto counts = reader_.counts(table, "count");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      auto& all = execution("/activations.execution", rows[i]).activations;
      if (nodes[i] != all.size() || all.size() >= out_.nodes.size()) {
        damaged("/activations.node", fmt::format("{} comes after {}", nodes[i], all.size()));
      }
      all.push_back(counts[i]);
    }
  }

  void recordings() {
    const auto rows = reader_.counts(path("/recordings"), "execution");
    auto texts = reader_.texts(path("/recordings"), "text");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      execution("/recordings.execution", rows[i]).recording = std::move(texts[i]);
    }
  }

  Reader& reader_;
  std::string group_;
  SystemResult out_;
};

}  // namespace

void write_system(hid_t parent, const std::string& name, const SystemResult& system,
                  const BudgetCheck& budget) {
  const Handle group = create_group(parent, name);
  if (const auto& point = system.point) {
    set_attribute(group.get(), "cell", point->name);
    set_attribute(group.get(), "eot_ns", point->eot);
    set_attribute(group.get(), "eff_ns", point->eff);
    set_attribute(group.get(), "crashes", point->crashes);
    set_attribute(group.get(), "seed", point->seed);
    write_strings(group.get(), "said", point->said);
  }
  set_attribute(group.get(), "system", system.system);
  set_attribute(group.get(), "kernel", system.kernel);
  set_attribute(group.get(), "verdict", name_of(system.verdict));
  set_attribute(group.get(), "reason", system.reason);
  set_attribute(group.get(), "certificate", system.certificate);
  set_attribute(group.get(), "level", system.level);
  set_attribute(group.get(), "exhausted", std::uint64_t{system.exhausted ? 1U : 0U});
  set_attribute(group.get(), "pairs", system.pairs);
  set_attribute(group.get(), "double_runs", system.double_runs);
  set_attribute(group.get(), "wall_ns", static_cast<std::uint64_t>(system.wall_s * 1e9));
  write_strings(group.get(), "command", system.command);
  write_strings(group.get(), "nodes", system.nodes);
  write_strings(group.get(), "differences", system.differences);
  std::vector<std::string> messages;
  for (const systems::MessageId& id : system.messages) messages.push_back(to_text(id));
  write_strings(group.get(), "messages", messages);
  write_executions(group.get(), system);
  Table falsifiers(
      {{"execution", Column::u32}, {"faults", Column::text}, {"minimal", Column::boolean}});
  for (const SystemFalsifier& one : system.falsifiers) {
    falsifiers.u32(static_cast<std::uint32_t>(one.execution))
        .text(to_text(one.faults))
        .boolean(one.minimal);
  }
  falsifiers.write(group.get(), "counterexamples");
  if (system.minimisation) write_minimisation(group.get(), *system.minimisation);
  write_courses(group.get(), system, budget);
}

SystemResult read_system(Reader& reader, const std::string& group) {
  return SystemReader(reader, group).read();
}

}  // namespace ldfi::results
