#include "results/trace/subject.hpp"

#include <fmt/core.h>

namespace ldfi::results {
namespace {

std::string option(const RunRecord& run, std::string_view name, std::string_view fallback) {
  for (const auto& [key, value] : run.options) {
    if (key == name && !value.empty()) return value;
  }
  return std::string(fallback);
}

dedalus::Program check(const RunRecord& run, const Cell& cell) {
  dedalus::Sources sources;
  for (const SourceText& source : run.program) {
    sources.programs.push_back(source.name);
    sources.files.push_back({source.name, source.text});
  }
  return dedalus::check_program(
      sources,
      {cell.nodes, cell.eot, option(run, "pre", "pre"), option(run, "post", "post"), {}, true});
}

Fspec make_fspec(const Cell& cell, const dedalus::Program& program) {
  FspecParameters p;
  p.eot = cell.eot;
  p.eff = cell.eff;
  p.crashes = cell.crashes;
  p.nodes = cell.nodes;
  p.eff_mode = cell.eff_mode == "exclusive" ? EffMode::exclusive : EffMode::inclusive;
  p.crash_model = cell.crash_model == "halt" ? CrashModel::halt : CrashModel::silent;
  return with_sources(program.sources, [&] { return Fspec(std::move(p)); });
}

}  // namespace

Subject::Subject(const RunRecord& run, const Cell& cell)
    : program_(check(run, cell)), fspec_(make_fspec(cell, program_)) {
  failure_free_.model = this->run({});
  failure_free_.judgement =
      eval::judge(program_, fspec_, *failure_free_.model, *failure_free_.model);
}

FaultSet Subject::fault_set(const std::string& text, const std::string& name) const {
  SourceSet sources;
  const FileId file = sources.add(name, text);
  return with_sources(sources, [&] { return parse_fault_set(text, fspec_, file); });
}

std::shared_ptr<const eval::Model> Subject::run(const FaultSet& faults) const {
  return with_sources(program_.sources, [&] { return eval::run(program_, fspec_, faults); });
}

Execution Subject::execute(const FaultSet& faults) const {
  if (faults.empty()) return failure_free_;
  Execution out;
  out.faults = faults;
  out.model = run(faults);
  out.judgement = eval::judge(program_, fspec_, *out.model, *failure_free_.model);
  return out;
}

std::string fspec_text(const Cell& cell) {
  return fmt::format("EOT {}, EFF {} ({}), {} crash{} ({})", cell.eot, cell.eff, cell.eff_mode,
                     cell.crashes, cell.crashes == 1 ? "" : "es", cell.crash_model);
}

}  // namespace ldfi::results
