#include "master/app/forever_certificate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/phase.hpp"
#include "common/certificate/forever.hpp"
#include "common/forever/fault_wires.hpp"
#include "common/forever/states.hpp"
#include "master/app/certificate_folder.hpp"

namespace ldfi::app {
namespace {

std::string claim_text(const Task& task, const ProgramTexts& texts, const forever::System& system,
                       const forever::Claim& claim, int promised) {
  const Fspec& f = task.fspec;
  std::string out = claim_about(task, texts);
  const auto line = [&out](const char* key, const auto& value) {
    out += fmt::format("{} {}\n", key, value);
  };
  if (forever::has_calm(f)) {
    line("calm", claim.calm);
    if (f.limits().omissions) line("losses", *f.limits().omissions);
    out += outages_text(f, std::nullopt);
  } else {
    line("calm", "none");
  }
  out += disks_text(f, std::nullopt) + late_text(f, std::nullopt);
  if (f.limits().faults) line("faults", *f.limits().faults);
  line("from", claim.from);
  line("promised", promised);
  line("crashes", f.crashes());
  line("crash-model", name_of(f.crash_model()));
  for (const auto& [column, top] : system.tops) {
    const std::string& relation = task.program.relation(column.first).name;
    if (relation.find('[') == std::string::npos)
      line("saturates", fmt::format("{} {} {}", relation, column.second + 1, top));
  }
  line("pre", task.options.pre);
  line("post", task.options.post);
  line("claim", "certified-forever");
  return out;
}

void add_claim(const CertificateFolder& to, const Task& task, const forever::System& system,
               const forever::Claim& claim, int promised) {
  const ProgramTexts texts = program_texts(task);
  for (const auto& [name, text] : texts.files) to.add("program/" + name, text);
  to.add("claim.txt", claim_text(task, texts, system, claim, promised));
}

/// The one step as the checker sees it.
certificate::Transition transition(const CertificateFolder& of, const forever::States& states,
                                   const BudgetCheck& check) {
  return certificate::transition_of(
      of.path(), certificate::read_claim(of.path()),
      [&](const std::string& state) { return states.known(state); }, check);
}

}  // namespace

void refuse_forever_certificate(const Task& task, const forever::System& system,
                                const forever::Claim& claim, const BudgetCheck& check) {
  if (task.options.certificate.empty()) return;
  const auto refuse = [](const std::string& why) {
    throw UsageError(fmt::format("--certificate does not cover {} yet", why));
  };
  if (const char* why = not_covered(task)) refuse(why);
  if (!task.options.specifications.empty()) refuse("specifications");
  require_place(task.options.certificate);
  const CertificateFolder tried(task.options.certificate);
  add_claim(tried, task, system, claim, std::max(claim.calm, claim.from));
  const forever::States states(system, forever::make_circuit(system, claim, check));
  try {
    transition(tried, states, check);
  } catch (const certificate::Rejected& e) {
    refuse(fmt::format("this program: {}", e.what()));
  }
}

void write_forever_certificate(const Task& task, const forever::System& system,
                               const forever::Proof& proof, const Log& log,
                               const BudgetCheck& check) {
  const std::string& folder = task.options.certificate;
  if (folder.empty()) return;
  const Phase phase("writing the certificate");
  const CertificateFolder made(folder);
  add_claim(made, task, system, proof.claim, proof.promised);
  const forever::States states(system, forever::make_circuit(system, proof.claim, check));
  std::vector<std::string> names;
  for (const auto& [name, state] : transition(made, states, check).states) names.push_back(name);
  made.add("invariant.txt", states.invariant(proof.clauses, names));
  made.prove(check);
  made.finish();
  log.note(fmt::format("the certificate is in {}; to check it: ldfi-check {}", folder, folder));
}

}  // namespace ldfi::app
