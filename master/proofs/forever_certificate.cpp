#include "master/proofs/forever_certificate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/phase.hpp"
#include "common/base/text.hpp"
#include "common/config/options.hpp"
#include "common/prove/certificate/cells.hpp"
#include "common/prove/certificate/forever.hpp"
#include "common/prove/forever/fault_wires.hpp"
#include "common/prove/forever/states.hpp"

namespace ldfi::app {
namespace {

/// Returns true if names of states may contain the name of this node. The characters that this
/// function rejects mark ticks and nodes in names of states.
bool may_be_in_states(const std::string& node) {
  return node.find_first_of("@+[]") == std::string::npos;
}

/// Returns true if the specification's name can be the name of a folder. The empty name stands for a program
/// without specifications, and needs no folder.
bool may_be_folder(const std::string& specification) {
  constexpr std::size_t longest = 200;
  return specification.size() <= longest && specification != "." && specification != ".." &&
         specification != certificate::cells_file;
}

std::string claim_text(const Task& task, const ProgramTexts& texts, const forever::System& system,
                       const forever::Claim& claim, const ClaimPlace& place, int promised) {
  const Fspec& f = task.fspec;
  std::string out = claim_about(task, texts);
  const auto line = [&out](const char* key, const auto& value) {
    out += fmt::format("{} {}\n", key, value);
  };
  if (!place.specification.empty()) line("specification", place.specification);
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
    const std::string relation = system.key(column.first);
    if (!relation.empty())
      line("saturates",
           fmt::format("{} {} {}", relation, system.place(column.first, column.second) + 1, top));
  }
  line("pre", task.options.pre);
  line("post", task.options.post);
  line("claim", "certified-forever");
  return out;
}

void add_claim(const CertificateFolder& to, const ClaimPlace& place, const Task& task,
               const forever::System& system, const forever::Claim& claim, int promised) {
  const ProgramTexts texts = program_texts(task);
  for (const auto& [name, text] : texts.files) to.add(place.file("program/" + name), text);
  to.add(place.file("claim.txt"), claim_text(task, texts, system, claim, place, promised));
}

/// Returns the transition relation as the checker computes it from the claim and the program.
certificate::Transition transition(const CertificateFolder& of, const ClaimPlace& place,
                                   const forever::States& states, const BudgetCheck& check) {
  const std::string folder = of.path() + "/" + place.specification;
  return certificate::transition_of(
      folder, certificate::read_claim(folder),
      [&](const std::string& state) { return states.known(state); }, check);
}

}  // namespace

void refuse_forever_certificate(const Task& task, const forever::System& system,
                                const forever::Claim& claim, const ClaimPlace& place,
                                const BudgetCheck& check) {
  if (task.options.certificate.empty()) return;
  const auto refuse = [](const std::string& why) {
    throw UsageError(fmt::format("--certificate does not cover {} yet", why));
  };
  if (const char* why = not_covered(task)) refuse(why);
  if (!std::ranges::all_of(task.fspec.nodes(), may_be_in_states))
    refuse("nodes with `@`, `+` or brackets in their names");
  if (!may_be_folder(place.specification)) {
    refuse(fmt::format("a specification called `{}`, since its folder would be called so",
                       printable(beginning(place.specification))));
  }
  const CertificateFolder tried(task.options.certificate);
  add_claim(tried, place, task, system, claim, std::max(claim.calm, claim.from));
  const forever::States states(system, forever::make_circuit(system, claim, check));
  try {
    transition(tried, place, states, check);
  } catch (const certificate::Rejected& e) {
    throw UsageError(fmt::format("--certificate does not cover this program yet: {}", e.what()));
  }
}

void add_forever_certificate(const CertificateFolder& to, const ClaimPlace& place, const Task& task,
                             const forever::System& system, const forever::Proof& proof,
                             const BudgetCheck& check) {
  const Phase phase("writing the certificate");
  add_claim(to, place, task, system, proof.claim, proof.promised);
  const forever::States states(system, forever::make_circuit(system, proof.claim, check));
  std::vector<std::string> names;
  for (const auto& [name, state] : transition(to, place, states, check).states)
    names.push_back(name);
  to.add(place.file("invariant.txt"), states.invariant(proof.clauses, names));
  to.prove(check, place.specification);
}

}  // namespace ldfi::app
