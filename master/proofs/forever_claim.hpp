// Answers one claim about every EOT, for one specification or for the relations pre and post. The
// claim is proved with the least number of calm ticks (last ticks without message loss). Otherwise
// a search of the least EOT at which the claim is false refutes the claim.
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
      /// Names of the specifications that have a certificate. The empty name stands for the claim
      /// about pre and post.
      added{};
  std::string lacking{};  ///< reason why a certificate is missing; empty if none is missing
};

/// The results of searches of single Fspecs, by EOT and EFF. Each result is about all specifications.
using SearchedCells = std::map<std::pair<int, int>, Cell>;

/// The data that all claims of a run share.
struct ForeverRun {
  const Log& log;
  BudgetCheck check;
  std::function<double()> clock;  ///< returns the seconds of a monotonic clock
  double until = 0;               ///< time of `clock` from which on `check` throws BudgetExceeded
  std::set<std::string>* told = nullptr;  ///< warnings that were already reported; not null
  /// Certificates of the run; null if the user requested none.
  ForeverCertificates* certificates = nullptr;
  /// Results that one claim found and other claims use, too; not null.
  SearchedCells* searched = nullptr;
};

/// Answers one claim. `specification` is the index of its specification, or nullopt for the
/// relations pre and post. If `run.check` throws, lets the exception pass.
[[nodiscard]] ForeverAnswer answer_forever(const Task& task,
                                           std::optional<std::size_t> specification,
                                           const ForeverRun& run);

struct EotAndEff {
  int eot = 1;
  int eff = 0;
};
/// Searches one Fspec for all specifications. The search ends when `run.clock` reaches `until`.
[[nodiscard]] Cell search_eot(const Task& task, FspecParameters parameters, EotAndEff at,
                              const ForeverRun& run, double until);

/// Throws UsageError if certificates do not cover the claim.
void refuse_certificate_forever(const Task& task, std::optional<std::size_t> specification,
                                const ForeverRun& run);

}  // namespace ldfi::app
