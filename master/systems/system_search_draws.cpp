// Random fault sets: what is drawn, and in which order it is learned (docs/SYSTEMS.md).
#include <fmt/core.h>

#include "common/config/weights.hpp"
#include "master/systems/system_search.hpp"

namespace ldfi::app {

using systems::Recording;
using systems::Result;

namespace {

/// Where nothing else ends it.
constexpr std::uint64_t most_draws = 10'000;

}  // namespace

bool SystemSearch::drawing() const {
  return options_.strategy == StrategyName::random && !nothing_to_draw_ && !replayed_ &&
         !choice_.has_counterexample() && reason_.empty() && !all_.outcomes.empty() &&
         all_.outcomes.front().result != Result::fail;
}

Job SystemSearch::draw_job(Kind kind, const systems::Draw& draw) {
  const bool again = kind == Kind::redraw;
  DriveJob work{.seed = options_.seed,
                .way = again || afresh_ ? DriveWay::fresh : DriveWay::planned,
                .again = again ? 1U : 0U};
  work.what.draw = draw;
  asked_.emplace(++last_id_, Asked{kind, {}, draw.number});
  return {last_id_, std::move(work)};
}

std::optional<Job> SystemSearch::next_draw() {
  if (!drawing()) return std::nullopt;
  if (!draws_) {
    nothing_to_draw_ = choice_.make_search(searching_)->exhausted();
    if (nothing_to_draw_) return std::nullopt;
    draws_.emplace(plan_.fspec, all_.outcomes.front().course, config::weights_of(options_.weights),
                   options_.seed);
    choice_.begin_draws();
  }
  if (const auto number = draws_->next_invalid()) {
    return draw_job(Kind::redraw, draws_->draw(*number));
  }
  const auto most =
      options_.max_runs || options_.time_limit_s ? options_.max_runs : std::optional(most_draws);
  out_of_runs_ = most && begun_ >= *most;
  if (out_of_runs_ || draws_->full()) return std::nullopt;
  ++begun_;
  return draw_job(Kind::draw, draws_->next());
}

void SystemSearch::answer_draw(const Asked& asked, const std::string& text) {
  Recording recording = read(text, fmt::format("draw {}", asked.which));
  if (recording.result == Result::invalid && !recording.undecided && asked.kind == Kind::draw) {
    draws_->note_invalid(asked.which);
    retries_.fail_first(recording.name, recording.why);
  } else {
    if (asked.kind == Kind::redraw) {
      retries_.end_second(recording.name, recording.result != Result::invalid);
    }
    draws_->answer(asked.which, {std::move(recording), text});
  }
}

void SystemSearch::take_draws() {
  while (draws_ && drawing() && recurrences_.empty()) {
    auto next = draws_->take();
    if (!next) return;
    const std::size_t which = all_.recordings.size();
    next->recording.name = fmt::format("{:05}.jsonl", which);
    const systems::FaultSet faults = next->recording.faults;
    needless_.push_back(false);
    choice_.note_drawn();
    add(std::move(next->recording), faults, next->text);
    confirm(which);
  }
}

}  // namespace ldfi::app
