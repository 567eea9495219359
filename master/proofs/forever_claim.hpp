// One claim about every EOT: of pre and post, or of one specification. It is proved with the least number of calm
// ticks, or refuted by a search of the least EOT at which it is false.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "common/base/meter.hpp"
#include "master/face/log.hpp"
#include "master/proofs/certificate_folder.hpp"
#include "master/proofs/forever_answer.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

struct ForeverCertificates {
  explicit ForeverCertificates(const std::string& name) : folder(name) {}
  CertificateFolder folder;
  std::set<std::string>
      added{};            ///< the specifications that have one; of pre and post: an empty name
  std::string lacking{};  ///< why there is one less; empty: there is not
};

/// The finished searches of single Fspecs, by EOT and EFF. Each is of all specifications.
using SearchedCells = std::map<std::pair<int, int>, Cell>;

/// What all claims of a run have in common.
struct ForeverRun {
  const Log& log;
  BudgetCheck check;
  std::function<double()> clock;          ///< in seconds
  double until = 0;                       ///< by that clock; `check` throws BudgetExceeded then
  std::set<std::string>* told = nullptr;  ///< warnings so far
  ForeverCertificates* certificates = nullptr;  ///< null: none are asked for
  SearchedCells* searched = nullptr;  ///< never null: a claim uses the searches of the others
};

/// `specification`: by its index in the program; nothing if there is none. Throws what `run.check` throws to stop.
[[nodiscard]] ForeverAnswer answer_forever(const Task& task,
                                           std::optional<std::size_t> specification,
                                           const ForeverRun& run);

struct EotAndEff {
  int eot = 1;
  int eff = 0;
};
/// The ordinary search, of all specifications. It ends at `until`, which is a time of `run.clock`.
[[nodiscard]] Cell search_eot(const Task& task, FspecParameters parameters, EotAndEff at,
                              const ForeverRun& run, double until);

/// Throws UsageError where no certificate covers the claim.
void refuse_certificate_forever(const Task& task, std::optional<std::size_t> specification,
                                const ForeverRun& run);

}  // namespace ldfi::app
