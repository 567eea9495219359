// Writes the layout that results/SCHEMA.md describes. If a name changes here, change
// results/SCHEMA.md too, and increase the version in hdf5_sink.hpp.
#include "results/hdf5/layout.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "common/base/contract.hpp"
#include "common/base/decimal.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "results/hdf5/known_table.hpp"
#include "results/hdf5/limits_table.hpp"
#include "results/hdf5/minimisation_tables.hpp"
#include "results/hdf5/specification_tables.hpp"
#include "results/hdf5/system_tables.hpp"
#include "results/hdf5/table.hpp"
#include "results/hdf5/theorem_tables.hpp"
#include "results/hdf5/trace_tables.hpp"

namespace ldfi::results {
namespace {

/// Returns the name of a group in a list: 0000, 0001 and so on. Sorted names are in the order of
/// their numbers.
std::string numbered(std::size_t index) {
  return fmt::format("{:04}", index);
}

/// Returns the lowest version of the layout that has all contents of the run.
int version_of(const RunRecord& run) {
  if (std::ranges::any_of(run.cells, [](const Cell& c) {
        return c.fspec.delays.by_relation || c.fspec.delays.self;
      })) {
    return schema_version;
  }
  if (!run.theorems.empty()) return theorems_schema_version;
  if (!run.known.empty()) return known_schema_version;
  const bool smaller = run.system && run.system->minimisation;
  if (smaller ||
      std::ranges::any_of(run.cells, [](const Cell& c) { return c.minimisation.has_value(); })) {
    return minimised_schema_version;
  }
  if (!run.sweep.empty() || (run.system && run.system->point)) return system_sweeps_schema_version;
  if (std::ranges::any_of(run.cells, [](const Cell& c) { return c.fspec.delays.fifo; })) {
    return fifo_schema_version;
  }
  if (std::ranges::any_of(run.cells, [](const Cell& c) { return c.counts.has_value(); })) {
    return counts_schema_version;
  }
  if (std::ranges::any_of(run.cells, [](const Cell& c) { return !c.fspec.delays.none(); })) {
    return late_schema_version;
  }
  if (run.system) return systems_schema_version;
  if (std::ranges::any_of(run.cells, [](const Cell& c) { return !c.params.empty(); })) {
    return params_schema_version;
  }
  if (std::ranges::any_of(run.cells, [](const Cell& c) { return has_choices(c.fspec.limits); })) {
    return choices_schema_version;
  }
  if (std::ranges::any_of(run.cells, [](const Cell& c) {
        return c.fspec.disk.corrupt > 0 || c.fspec.limits.one_way;
      })) {
    return damage_schema_version;
  }
  if (std::ranges::any_of(run.cells, [](const Cell& c) {
        return c.fspec.limits.most.of<Pause>() > 0 || c.fspec.disk.dead > 0 ||
               c.fspec.disk.writeback > 0;
      })) {
    return pauses_schema_version;
  }
  if (std::ranges::any_of(run.cells, [](const Cell& c) {
        return !c.fspec.limits.none() || c.fspec.disk.write > 0;
      })) {
    return limits_schema_version;
  }
  if (std::ranges::any_of(run.cells, [](const Cell& c) { return !c.specifications.empty(); })) {
    return specifications_schema_version;
  }
  const bool outages = std::ranges::any_of(run.cells, [](const Cell& cell) {
    return cell.fspec.crash_model == CrashModel::stop || !cell.fspec.crashable.empty();
  });
  return outages ? outages_schema_version : plain_schema_version;
}

void write_header(hid_t file, const RunRecord& run) {
  set_attribute(file, "format", "ldfi-farm results");
  set_attribute(file, "schema_version", std::int64_t{version_of(run)});
  set_attribute(file, "version", run.version);
  set_attribute(file, "started", run.started);
  set_attribute(file, "strategy", run.strategy);
  set_attribute(file, "seed", run.seed);
  set_attribute(file, "ranks", std::int64_t{run.ranks});
  set_attribute(file, "config_name", run.config_name);
  set_attribute(file, "conclusion", run.conclusion);
  set_attribute(file, "decisive",
                run.decisive ? static_cast<std::int64_t>(*run.decisive) : std::int64_t{-1});
  write_strings(file, "command_line", run.command_line);
  write_string(file, "config_text", run.config_text);
  Table options({{"name", Column::text}, {"value", Column::text}});
  for (const auto& [name, value] : run.options) options.text(name).text(value);
  options.write(file, "options");
  Table program({{"name", Column::text}, {"text", Column::text}});
  for (const SourceText& source : run.program) program.text(source.name).text(source.text);
  program.write(file, "program");
}

void write_cell_table(hid_t file, const std::vector<Cell>& cells) {
  Table table({{"eot", Column::i64},
               {"eff", Column::i64},
               {"crashes", Column::i64},
               {"eff_mode", Column::text},
               {"crash_model", Column::text},
               {"verdict", Column::text},
               {"reason", Column::text},
               {"combinations", Column::text},
               {"distinct_fault_sets", Column::text},
               {"executed", Column::text},
               {"violating", Column::text},
               {"wasted", Column::u64},
               {"universe_facts", Column::u64},
               {"universe_instances", Column::u64},
               {"failure_free_pre", Column::u64},
               {"failure_free_post", Column::u64},
               {"wall_s", Column::f64},
               {"solve_s", Column::f64},
               {"execute_s", Column::f64}});
  for (const Cell& c : cells) {
    table.i64(c.fspec.eot).i64(c.fspec.eff).i64(c.fspec.crashes);
    table.text(name_of(c.fspec.eff_mode)).text(name_of(c.fspec.crash_model));
    table.text(name_of(c.verdict)).text(c.reason).text(c.combinations).text(c.distinct_fault_sets);
    table.text(c.executed.str())
        .text(c.violating ? decimal(*c.violating) : "")
        .u64(c.wasted)
        .u64(c.universe_facts);
    table.u64(c.universe_instances).u64(c.failure_free_pre).u64(c.failure_free_post);
    table.f64(c.wall_s).f64(c.solve_s).f64(c.execute_s);
  }
  table.write(file, "cells");
}

/// Writes the table of restarts, one row per cell.
void write_outages(hid_t file, const std::vector<Cell>& cells) {
  Table table({{"restarts", Column::i64}});
  for (const Cell& cell : cells) table.i64(cell.fspec.restarts);
  table.write(file, "outages");
}

void write_executions(hid_t group, const Cell& cell) {
  Table table({{"id", Column::u64},
               {"parent", Column::i64},
               {"faults", Column::text},
               {"outcome", Column::text},
               {"execute_ns", Column::u64}});
  for (const Execution& r : cell.executions) {
    table.u64(r.id).i64(r.parent_or_none());
    table.text(to_text(r.faults, cell.fspec)).text(name_of(r.outcome)).u64(r.execute_ns);
  }
  table.write(group, "executions");
}

void write_falsifiers(hid_t group, const Cell& cell) {
  const auto& rows = cell.falsifiers;
  Table falsifiers({{"faults", Column::text}, {"size", Column::u64}, {"minimal", Column::boolean}});
  Table violated({{"falsifier", Column::u32}, {"tuple", Column::text}});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    falsifiers.text(to_text(rows[i].faults, cell.fspec)).u64(rows[i].faults.size());
    falsifiers.boolean(rows[i].minimal);
    for (const std::string& tuple : rows[i].violated) {
      violated.u32(static_cast<std::uint32_t>(i)).text(tuple);
    }
  }
  falsifiers.write(group, "falsifiers");
  violated.write(group, "violated");
}

void write_counts(hid_t group, const FaultSetCounts& counts) {
  Table table({{"vacuous", Column::text},
               {"passing", Column::text},
               {"failing", Column::text},
               {"random_p", Column::f64},
               {"states", Column::u64}});
  table.text(counts.vacuous).text(counts.passing).text(counts.failing);
  table.f64(counts.random_p.value_or(-1)).u64(counts.states);
  table.write(group, "counts");
}

void write_repeats(hid_t group, const std::vector<Repeat>& rows) {
  Table table({{"seed", Column::u64},
               {"verdict", Column::text},
               {"executed", Column::text},
               {"wall_s", Column::f64}});
  for (const Repeat& r : rows)
    table.u64(r.seed).text(name_of(r.verdict)).text(r.executed.str()).f64(r.wall_s);
  table.write(group, "repeats");
}

/// Writes the firings of rules. Rules have a separate table, because many firings share a rule.
void write_firings(hid_t group, const GraphTable& graph, const BudgetCheck& budget) {
  Table rules({{"rule", Column::text}, {"where", Column::text}});
  Table firings({{"rule", Column::u32}, {"head", Column::u32}});
  Table premises({{"firing", Column::u32}, {"goal", Column::u32}});
  std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> seen;
  for (std::size_t i = 0; i < graph.firings.size(); ++i) {
    const GraphTable::Firing& f = graph.firings[i];
    LDFI_REQUIRE(f.head < graph.goals.size(), "a firing's head is a goal of its graph");
    const auto [rule, added] =
        seen.try_emplace({f.rule, f.where}, static_cast<std::uint32_t>(seen.size()));
    if (added) rules.text(f.rule).text(f.where);
    firings.u32(rule->second).u32(f.head);
    for (const std::uint32_t goal : f.premises) {
      LDFI_REQUIRE(goal < graph.goals.size(), "a firing's premise is a goal of its graph");
      premises.u32(static_cast<std::uint32_t>(i)).u32(goal);
    }
  }
  rules.write(group, "rules", budget);
  firings.write(group, "firings", budget);
  premises.write(group, "premises", budget);
}

void write_graph(hid_t parent, const std::string& name, const GraphTable& graph,
                 const BudgetCheck& budget) {
  const Handle group = create_group(parent, name);
  set_attribute(group.get(), "run", graph.run);
  Table goals({{"text", Column::text},
               {"kind", Column::text},
               {"relation", Column::text},
               {"time", Column::i64},
               {"given", Column::boolean}});
  for (const GraphTable::Goal& g : graph.goals) {
    goals.text(g.text).text(g.kind).text(g.relation).i64(g.time).boolean(g.given);
  }
  goals.write(group.get(), "goals", budget);
  write_firings(group.get(), graph, budget);
  write_indices(group.get(), "roots", graph.roots);
}

void write_cell(hid_t parent, const std::string& name, const Cell& cell, int version,
                const BudgetCheck& budget) {
  const Handle group = create_group(parent, name);
  write_strings(group.get(), "nodes", cell.fspec.nodes);
  if (version > plain_schema_version) {
    write_strings(group.get(), "crashable", cell.fspec.crashable);
  }
  if (version > specifications_schema_version) write_limits(group.get(), cell.fspec);
  if (version > choices_schema_version) write_strings(group.get(), "params", cell.params);
  write_executions(group.get(), cell);
  write_falsifiers(group.get(), cell);
  if (version > outages_schema_version) write_specifications(group.get(), cell);
  if (cell.counts) write_counts(group.get(), *cell.counts);
  if (cell.minimisation) write_minimisation(group.get(), *cell.minimisation);
  write_repeats(group.get(), cell.repeats);
  const Handle graphs = create_group(group.get(), "graphs");
  for (std::size_t i = 0; i < cell.graphs.size(); ++i) {
    write_graph(graphs.get(), numbered(i), cell.graphs[i], budget);
  }
  write_traces(group.get(), cell, budget);
}

void write_run(hid_t file, const RunRecord& run, const BudgetCheck& budget) {
  write_header(file, run);
  write_cell_table(file, run.cells);
  const int version = version_of(run);
  if (version > plain_schema_version) write_outages(file, run.cells);
  const Handle details = create_group(file, "details");
  for (std::size_t i = 0; i < run.cells.size(); ++i) {
    write_cell(details.get(), numbered(i), run.cells[i], version, budget);
  }
  if (!run.known.empty()) write_known(file, run.known);
  if (!run.theorems.empty()) write_theorems(file, run.theorems);
  if (run.system) write_system(file, "system", *run.system, budget);
  if (run.sweep.empty()) return;
  const Handle systems = create_group(file, "systems");
  for (std::size_t i = 0; i < run.sweep.size(); ++i) {
    write_system(systems.get(), numbered(i), run.sweep[i], budget);
  }
}

}  // namespace

std::vector<std::byte> image_of(const std::function<void(hid_t)>& write) {
  // When the file grows, it grows by this number of bytes. HDF5 clears them, so the number is about
  // the size of a small file.
  constexpr std::size_t increment = std::size_t{1} << 16U;
  const SilentErrors silent;
  const Handle access = checked(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "H5Pcreate", "file");
  check(H5Pset_fapl_core(access.get(), increment, false), "H5Pset_fapl_core", "file");
  const Handle file =
      checked(H5Fcreate("ldfi-farm-results", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose,
              "H5Fcreate", "in memory");
  write(file.get());
  check(H5Fflush(file.get(), H5F_SCOPE_GLOBAL), "H5Fflush", "in memory");
  const ssize_t size = H5Fget_file_image(file.get(), nullptr, 0);
  check(size < 0 ? -1 : 0, "H5Fget_file_image", "in memory");
  std::vector<std::byte> image(static_cast<std::size_t>(size));
  const ssize_t got = H5Fget_file_image(file.get(), image.data(), image.size());
  check(got == size ? 0 : -1, "H5Fget_file_image", "in memory");
  return image;
}

std::vector<std::byte> file_image(const RunRecord& run, const BudgetCheck& budget) {
  return image_of([&](hid_t file) { write_run(file, run, budget); });
}

}  // namespace ldfi::results
