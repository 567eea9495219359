#include "master/journal/progress_record_of.hpp"

#include "common/base/phase.hpp"

namespace ldfi::journal {

Standing progress_record_of(const schedule::Progress& progress, double elapsed_s,
                            std::string cell) {
  Standing out;
  out.elapsed_s = elapsed_s;
  out.phase = Phase::current();
  out.cell = std::move(cell);
  out.busy_workers = static_cast<std::uint32_t>(progress.busy_workers);
  out.workers = static_cast<std::uint32_t>(progress.workers);
  out.frontier = progress.standing.frontier;
  return out;
}

}  // namespace ldfi::journal
