// One claim about every EOT, for pre and post or for one specification. It is proved with the least
// number of calm ticks, or refuted by a search of the least EOT at which it is false.
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
      /// Names of the specifications that have a certificate; an empty name for pre and post.
      added{};
  std::string lacking{};  ///< reason why a certificate is missing; empty if none is
};

/// The finished searches of single Fspecs, by EOT and EFF. Each covers all specifications.
using SearchedCells = std::map<std::pair<int, int>, Cell>;

/// The parts that all claims of a run share.
struct ForeverRun {
  const Log& log;
  BudgetCheck check;
  std::function<double()> clock;  ///< returns seconds
  double until = 0;  ///< a reading of that clock, after which `check` throws BudgetExceeded
  std::set<std::string>* told = nullptr;        ///< warnings that were already reported
  ForeverCertificates* certificates = nullptr;  ///< null if none are requested
  SearchedCells* searched = nullptr;  ///< never null: a claim uses the searches of the others
};

/// Answers one claim. `specification`: its index in the program; nullopt if there are no specifications.
/// Throws what `run.check` throws to stop.
[[nodiscard]] ForeverAnswer answer_forever(const Task& task,
                                           std::optional<std::size_t> specification,
                                           const ForeverRun& run);

struct EotAndEff {
  int eot = 1;
  int eff = 0;
};
/// Runs the ordinary search for all specifications. It ends at `until`, a reading of `run.clock`.
[[nodiscard]] Cell search_eot(const Task& task, FspecParameters parameters, EotAndEff at,
                              const ForeverRun& run, double until);

/// Throws UsageError if certificates do not cover the claim.
void refuse_certificate_forever(const Task& task, std::optional<std::size_t> specification,
                                const ForeverRun& run);

}  // namespace ldfi::app
