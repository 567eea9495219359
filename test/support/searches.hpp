// Runs the searches of a minimisation in this process. Up to three searches run at a time, and the
// one that was begun last is answered first.
#pragma once

#include <functional>
#include <vector>

#include "common/campaign/host.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/minimise/smaller_world.hpp"
#include "common/search/strategy.hpp"
#include "worker/dedalus/cell_search.hpp"

namespace ldfi::test {

/// Returns a function that runs a strategy to its end. The strategy's jobs must be searches of the
/// program. `program` must outlive the returned function.
inline std::function<void(search::Strategy&)> searches_of(const dedalus::Program& program,
                                                          const FspecParameters& fspec,
                                                          const campaign::Host& host,
                                                          double deadline) {
  wire::Setup setup;
  setup.fspec = fspec;
  return [&program, setup, host, deadline](search::Strategy& strategy) {
    while (!strategy.finished()) {
      std::vector<Job> under_way;
      while (under_way.size() < 3) {
        auto job = strategy.next_job();
        if (!job) break;
        under_way.push_back(*std::move(job));
      }
      for (; !under_way.empty() && !strategy.finished(); under_way.pop_back()) {
        const auto& work = std::get<SearchJob>(under_way.back().work);
        const dedalus::Program smaller = minimise::without_facts(program, work.without);
        Cell cell = execute::search_cell(smaller, setup, work, host, deadline);
        strategy.accept({under_way.back().id, 0, 0, std::move(cell)});
      }
    }
  };
}

}  // namespace ldfi::test
