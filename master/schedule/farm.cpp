#include "master/schedule/farm.hpp"

#include "common/farm/wire/messages.hpp"

namespace ldfi::schedule {

Farm::Farm(wire::Transport& transport, MasterOptions options, LocalWorker local)
    : transport_(transport), master_(transport, std::move(options)), local_(std::move(local)) {}

Farm::~Farm() {
  try {
    master_.stop();
  } catch (...) {
  }
}

SearchResult Farm::run(const wire::Setup& setup, search::Strategy& strategy,
                       std::optional<std::uint64_t> fingerprint) {
  try {
    master_.begin(setup, strategy, fingerprint);
    for (;;) {
      const StepResult result = master_.step();
      if (result == StepResult::finished) return strategy.result();
      const bool worked = local_ && local_();
      if (result == StepResult::idle && !worked) transport_.idle();
    }
  } catch (...) {
    const auto error = std::current_exception();
    try {
      master_.stop();
    } catch (...) {  // ignored, because the error that is already being thrown says more
    }
    std::rethrow_exception(error);
  }
}

void Farm::stop() {
  master_.stop();
}

SearchResult run_farm(wire::Transport& transport, MasterOptions options, const wire::Setup& setup,
                      search::Strategy& strategy, LocalWorker local,
                      std::optional<std::uint64_t> fingerprint) {
  Farm farm(transport, std::move(options), std::move(local));
  auto result = farm.run(setup, strategy, fingerprint);
  farm.stop();
  return result;
}

}  // namespace ldfi::schedule
