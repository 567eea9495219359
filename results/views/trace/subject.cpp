#include "results/views/trace/subject.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "common/dedalus/eval/check_options.hpp"

namespace ldfi::results {
namespace {

std::string option(const RunRecord& run, std::string_view name, std::string_view fallback) {
  for (const auto& [key, value] : run.options) {
    if (key == name && !value.empty()) return value;
  }
  return std::string(fallback);
}

/// Returns the severities of specifications that affect the verdict of the cell.
FailOn fail_on(const Cell& cell) {
  return cell.specifications.empty() ? FailOn::major : cell.specifications.front().says.fail_on;
}

dedalus::Program check(const RunRecord& run, const Cell& cell) {
  if (run.program.empty()) {
    throw UsageError("the file holds no program: none of its executions can be run again");
  }
  dedalus::Sources sources;
  for (const SourceText& source : run.program) {
    sources.programs.push_back(source.name);
    sources.files.push_back({source.name, source.text});
  }
  dedalus::CheckOptions options{
      .nodes = cell.fspec.nodes,
      .pre = option(run, "pre", "pre"),
      .post = option(run, "post", "post"),
      .names_known = true,
      .fail_on = fail_on(cell)};  // EOT is not set, because only judgements depend on it
  eval::set_faults(options, cell.fspec);
  return dedalus::check_program(dedalus::with_settings(std::move(sources), cell.params), options);
}

Fspec make_fspec(const Cell& cell, const dedalus::Program& program) {
  return with_sources(program.sources, [&] { return Fspec(cell.fspec); });
}

}  // namespace

Subject::Subject(const RunRecord& run, const Cell& cell)
    : program_(check(run, cell)), fspec_(make_fspec(cell, program_)) {
  execute_without_faults();
}

Subject::Subject(dedalus::Program program, Fspec fspec)
    : program_(std::move(program)), fspec_(std::move(fspec)) {
  execute_without_faults();
}

void Subject::execute_without_faults() {
  failure_free_.model = this->run({});
  failure_free_.judgement =
      eval::judge(program_, fspec_, *failure_free_.model, *failure_free_.model);
}

FaultSet Subject::fault_set(const std::string& text, const std::string& name) const {
  return read_fault_set(text, name, fspec_);
}

std::shared_ptr<const eval::Model> Subject::run(const FaultSet& faults) const {
  return with_sources(program_.sources, [&] { return eval::run(program_, fspec_, faults); });
}

Rerun Subject::execute_any(const FaultSet& faults) const {
  if (faults.empty()) return failure_free_;
  Rerun out;
  out.faults = faults;
  out.model = run(faults);
  out.judgement = eval::judge(program_, fspec_, *out.model, *failure_free_.model);
  return out;
}

Rerun Subject::execute(const FaultSet& faults) const {
  Rerun out = execute_any(faults);
  if (!out.judgement.overtaken.empty()) {
    throw UsageError(fmt::format("with fifo channels, {} is not admitted: {}",
                                 to_text(faults, fspec_), out.judgement.overtaken));
  }
  return out;
}

std::string program_name(const RunRecord& run) {
  std::string path;
  for (const SourceText& source : run.program) {
    if (path.empty() || !dedalus::is_specification(source.name)) path = source.name;
  }
  return path.substr(path.find_last_of('/') + 1);
}

FaultSet read_fault_set(const std::string& text, const std::string& name, const Fspec& fspec) {
  SourceSet sources;
  const FileId file = sources.add(name, text);
  return with_sources(sources, [&] { return parse_fault_set(text, fspec, file); });
}

std::string fspec_text(const Cell& cell) {
  const FspecParameters& f = cell.fspec;
  const std::string with =
      cell.params.empty() ? "" : fmt::format(", {}", fmt::join(cell.params, ", "));
  return fmt::format("EOT {}, EFF {} ({}), {} crash{}{} ({}){}", f.eot, f.eff, name_of(f.eff_mode),
                     f.crashes, f.crashes == 1 ? "" : "es", limits_in_words(f),
                     name_of(f.crash_model), with);
}

}  // namespace ldfi::results
