// The part of SystemStrategy for random fault sets. It decides which fault sets are drawn, and uses
// their outcomes in the order of their numbers (docs/how-to/random-faults.md).
#include <fmt/core.h>

#include "common/search/recorded/system_strategy.hpp"

namespace ldfi::search {

bool SystemStrategy::drawing() const {
  return settings_.random && !nothing_to_draw_ && !replayed_ && !choice_.has_counterexample() &&
         reason_.empty() && !all_.outcomes.empty() &&
         all_.outcomes.front().result != systems::Result::fail;
}

Job SystemStrategy::draw_job(Kind kind, const systems::Draw& draw) {
  const bool again = kind == Kind::redraw;
  DriveJob work{.seed = settings_.seed,
                .way = again || afresh_ ? DriveWay::fresh : DriveWay::planned,
                .again = again ? 1U : 0U};
  work.what.draw = draw;
  asked_.emplace(++last_id_, RunRequest{kind, {}, draw.number});
  return {last_id_, std::move(work)};
}

std::optional<Job> SystemStrategy::next_draw() {
  if (!drawing()) return std::nullopt;
  if (!draws_) {
    nothing_to_draw_ = choice_.make_search(searching_)->exhausted();
    if (nothing_to_draw_) return std::nullopt;
    draws_.emplace(plan_.fspec, all_.outcomes.front().course, settings_.weights, settings_.seed);
    choice_.announce_draws();
  }
  if (const auto number = draws_->next_invalid()) {
    return draw_job(Kind::redraw, draws_->draw(*number));
  }
  out_of_runs_ = settings_.max_draws && begun_ >= *settings_.max_draws;
  if (out_of_runs_ || draws_->full()) return std::nullopt;
  ++begun_;
  return draw_job(Kind::draw, draws_->next());
}

void SystemStrategy::answer_draw(const RunRequest& asked, const std::string& text) {
  systems::Recording recording = read(text, fmt::format("draw {}", asked.which));
  if (recording.result == systems::Result::invalid && !recording.undecided &&
      asked.kind == Kind::draw) {
    draws_->note_invalid(asked.which);
    retries_.fail_first(recording.name, recording.why);
  } else {
    if (asked.kind == Kind::redraw) {
      retries_.end_second(recording.name, recording.result != systems::Result::invalid);
    }
    draws_->answer(asked.which, {std::move(recording), text});
  }
}

void SystemStrategy::take_draws() {
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

}  // namespace ldfi::search
