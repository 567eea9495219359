#include "common/campaign/search_cell.hpp"

#include <type_traits>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/phase.hpp"
#include "common/campaign/campaign.hpp"

namespace ldfi::campaign {
namespace {

class CellSearch {
 public:
  CellSearch(Subject& subject, const SearchSettings& settings, const Host& host,
             const HostLimits& limits)
      : subject_(subject), settings_(settings), host_(host), limits_(limits) {}

  SearchResult search_or_refuse() {
    try {
      return search();
    } catch (const UsageError& e) {  // the exhaustive search has too many fault sets
      SearchResult refused;
      refused.reason = e.what();
      return refused;
    }
  }

 private:
  SearchResult search() {
    const BudgetCheck check = check_of(host_, limits_);
    if (auto answer = suspended([&] { return subject_.prepare(settings_, check); })) {
      return *std::move(answer);
    }
    const auto strategy = suspended([&] { return subject_.strategy(settings_, check); });
    try {
      follow(*strategy, *subject_.executor(check));
    } catch (const BudgetExceeded& e) {
      strategy->give_up(e.what());
    }
    auto result = strategy->result();
    subject_.explain(result);
    return result;
  }

  void follow(search::Strategy& strategy, Executor& executor) {
    executor.set_alive(host_.alive);
    std::uint64_t runs = 0;
    while (!strategy.finished()) {
      if (host_.alive) host_.alive();
      if (const auto budget = exhausted(host_, limits_)) return strategy.give_up(*budget);
      const auto job = suspended([&] { return strategy.next_job(); });
      if (strategy.finished()) return;
      LDFI_ENSURE(job.has_value(), "the strategy neither finishes nor asks for work");
      runs += runs_of(*job);
      if (settings_.max_runs > 0 && runs > settings_.max_runs) return strategy.give_up("runs");
      const Report report = executor.execute(*job);
      suspended([&] {
        const Phase phase("learning");
        strategy.accept(report);
      });
    }
  }

  template <class Action>
  std::invoke_result_t<Action> suspended(Action action) const {
    const HeartbeatSuspension suspension(host_.suspend);
    return action();
  }

  Subject& subject_;
  const SearchSettings& settings_;
  const Host& host_;
  const HostLimits& limits_;
};

}  // namespace

Cell search_cell(Subject& subject, const SearchSettings& settings, const Host& host,
                 const HostLimits& limits, bool probe) {
  // falsifiers may be confirmed until this number of seconds after the deadline
  constexpr double replay_grace_s = 0.25;
  CellSearch one(subject, settings, host, limits);
  HostLimits later = limits;
  later.deadline += replay_grace_s;
  return run(subject,
             {.clock = host.clock,
              .search = [&one] { return one.search_or_refuse(); },
              .searching = check_of(host, limits),
              .replaying = check_of(host, later)},
             probe);
}

}  // namespace ldfi::campaign
