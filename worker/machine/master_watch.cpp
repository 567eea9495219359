#include "worker/machine/master_watch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace ldfi::execute {
namespace {

/// The worker with the next rank throws its error this number of seconds later. So the first error
/// can end the job before all workers report errors.
constexpr double stagger_s = 0.05;

double seconds(const wire::MasterHeartbeat& beat) {
  return static_cast<double>(beat.silence_ms) / 1000;
}

}  // namespace

void MasterWatch::heard(const wire::MasterHeartbeat& beat) {
  beat_ = beat;
  heard();
}

void MasterWatch::look() {
  const double now = look_at_clock();
  if (now - heard_at_ >= patience_s() + stagger_s * (rank_ - 1)) throw MasterSilent(error_text());
}

double MasterWatch::patience_s() const {
  return beat_.silence_ms == 0 ? std::numeric_limits<double>::infinity() : seconds(beat_);
}

double MasterWatch::alive_interval_s() const {
  return std::min(1.0, patience_s() / 5);
}

std::string MasterWatch::error_text() const {
  std::string text = fmt::format(
      "rank 0 has been silent for {:g} s (its last phase: {}): it hangs, or its machine is gone",
      seconds(beat_), beat_.doing);
  if (!beat_.resume_hint.empty()) text += "\nldfi-farm: " + beat_.resume_hint;
  return text;
}

double MasterWatch::look_at_clock() {
  return awake_.look(clock_(), wire::AwakeClock::longest_look(patience_s()));
}

}  // namespace ldfi::execute
