#include "master/proofs/certificate.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/phase.hpp"
#include "common/config/options.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "master/proofs/cell_certificates.hpp"
#include "master/proofs/certificate_folder.hpp"
#include "master/task/grid.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::app {
namespace {

/// Quotes a text as a constant of Dedalus.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const bool special = static_cast<unsigned char>(c) < ' ' || c == '"' || c == '\\';
    out += special ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return out + "\"";
}

/// Returns the facts that can hold, which the checker needs if numbers grow in the program, because the
/// checker cannot find the limits of these numbers itself. Otherwise returns an empty text.
std::string universe_of(const Task& task, const BudgetCheck& check) {
  if (task.options.prune == Pruning::never) return "";
  const auto pruner =
      reach::make_reachability(task.program, task.fspec, sat::make_solver(task.options.solver, 1),
                               task.options.prune, check);
  const ground::Universe universe =
      ground::ground_program(task.program, task.fspec, execute::ground_limits(task.budget(), check),
                             pruner.get(), ground::Extent::everything);
  std::string out;
  if (universe.pruned().empty()) return out;
  for (std::uint32_t r = 0; r < task.program.relations.size(); ++r) {
    const RelationId relation(r);
    const dedalus::Relation& about = task.program.relation(relation);
    if (task.program.built_in(relation) || about.name.find('[') != std::string::npos) continue;
    for (int t = 1; t <= task.fspec.eot(); ++t) {
      for (const FactId fact : universe.user_facts(relation, Time(t))) {
        std::string columns;
        for (std::size_t i = 0; i < about.columns.size(); ++i) {
          const dedalus::Value value = universe.tuple(fact)[i];
          const bool text = about.columns[i] == dedalus::ColumnType::string;
          columns += (i == 0 ? "" : ",") +
                     (text ? quoted(task.program.symbols.text(value)) : std::to_string(value));
        }
        out += fmt::format("{}({})@{};\n", about.name, columns, t);
      }
    }
  }
  return out;
}

/// Returns the limits on faults as lines of a claim. Leaves out the limit on omissions or on
/// crashes if there is none.
std::string limits_text(const Fspec& f) {
  std::string out;
  const auto line = [&out](const char* key, const auto& value) {
    out += fmt::format("{} {}\n", key, value);
  };
  const auto limit = [&line](const char* key, const std::optional<int>& most) {
    if (most) line(key, *most);
  };
  limit("losses", f.limits().omissions);
  limit("faults", f.limits().faults);
  out += outages_text(f, f.last_omission());
  out += disks_text(f, f.last_omission());
  out += late_text(f, f.last_late());
  return out;
}

/// Returns the lines with the search's result for one specification, or for the invariant of a program
/// without specifications.
std::string said_text(const Fspec& fspec, Verdict verdict, const std::vector<Falsifier>& falsifiers,
                      bool complete, bool least) {
  std::string out;
  const auto line = [&out](const char* key, const auto& value) {
    out += fmt::format("{} {}\n", key, value);
  };
  if (falsifiers.empty()) {
    line("claim", verdict == Verdict::vacuous        ? "vacuous"
                  : verdict == Verdict::inconclusive ? "nothing"
                                                     : "certified");
    return out;
  }
  for (const Falsifier& one : falsifiers) line("violates", to_text(one.faults, fspec));
  const bool minimal = std::ranges::all_of(falsifiers, &Falsifier::minimal);
  if (minimal) line("claim", "minimal");
  if (minimal && least) line("claim", "least");
  if (complete && !falsifiers[0].faults.empty()) line("claim", "all");
  return out;
}

std::string claim_text(const Task& task, const Cell& cell, const ProgramTexts& texts) {
  const Fspec& f = task.fspec;
  std::string out = claim_about(task, texts);
  const auto line = [&out](const char* key, const auto& value) {
    out += fmt::format("{} {}\n", key, value);
  };
  line("eot", f.eot());
  line("last-loss", f.limits().omissions == 0 ? 0 : f.last_omission());
  line("crashes", f.crashes());
  line("crash-model", name_of(f.crash_model()));
  out += limits_text(f);
  line("pre", task.options.pre);
  line("post", task.options.post);
  for (const FaultSet& known : task.known) line("known", to_text(known, f));
  const bool complete = task.options.stop == config::StopRule::all && !cell.unfinished;
  // If an unfinished cell of a sweep has counterexamples from a smaller cell, then the unfinished
  // cell may have smaller counterexamples.
  const bool least =
      task.options.strategy == StrategyName::lineage && !(task.options.sweep && cell.unfinished);
  for (std::size_t s = 0; s < cell.specifications.size(); ++s) {
    const SpecificationResult& one = cell.specifications[s];
    line("specification", one.says.name);
    std::vector<Falsifier> falsifiers;
    for (const std::uint32_t i : one.falsifiers) falsifiers.push_back(falsifier_of(cell, s, i));
    const bool promises = one.says.name == invariant_name
                              ? cell.failure_free_pre > 0
                              : one.says.first(f.eot()) <= Time(f.eot());
    const bool out_of_reach = one.verdict == Verdict::vacuous && promises;
    out += said_text(f, out_of_reach ? Verdict::inconclusive : one.verdict, falsifiers, complete,
                     least);
  }
  if (cell.specifications.empty())
    out += said_text(f, cell.verdict, cell.falsifiers, complete, least);
  return out;
}

}  // namespace

void refuse_certificate(const Task& task) {
  const std::string& folder = task.options.certificate;
  if (folder.empty()) return;
  const char* const why = not_covered(task);
  if (why != nullptr) throw UsageError(fmt::format("--certificate does not cover {} yet", why));
  if (task.options.sweep && task.options.grid()) {
    const std::size_t cells = grid_of(task).points.size();
    if (cells > most_certified_cells) {
      throw UsageError(fmt::format("--certificate covers sweeps of up to {} cells; this one has {}",
                                   most_certified_cells, cells));
    }
  }
  require_place(folder);
}

void add_certificate(const CertificateFolder& to, const std::string& place, const Task& task,
                     const Cell& cell, const BudgetCheck& check) {
  const std::string at = place.empty() ? "" : place + "/";
  const ProgramTexts texts = program_texts(task);
  for (const auto& [name, text] : texts.files) to.add(at + "program/" + name, text);
  const std::string universe = universe_of(task, check);
  if (!universe.empty()) to.add(at + "universe.ded", universe);
  to.add(at + "claim.txt",
         claim_text(task, cell, texts) + (universe.empty() ? "" : "universe universe.ded\n"));
  to.prove(check, place);
}

void write_certificate(const Task& task, const Cell& cell, const Log& log,
                       const BudgetCheck& check) {
  const std::string& folder = task.options.certificate;
  if (folder.empty()) return;
  if (cell.verdict == Verdict::inconclusive) {
    log.error("no certificate: the verdict is inconclusive; its reason says what is missing");
    return;
  }
  if (is_out_of_reach(cell)) {
    log.error(fmt::format("no certificate: {}", no_fault_possible));
    return;
  }
  const Phase phase("writing the certificate");
  const CertificateFolder made(folder);
  add_certificate(made, "", task, cell, check);
  made.finish();
  log.note(fmt::format("the certificate is in {}; to check it: ldfi-check {}", folder, folder));
}

}  // namespace ldfi::app
