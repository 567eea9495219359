#include "test/support/search/search.hpp"

#include <stdexcept>

#include "common/dedalus/ground/ground_program.hpp"
#include "common/search/exhaustive.hpp"
#include "common/search/lineage.hpp"
#include "common/solve/sat/cryptominisat.hpp"
#include "test/support/random.hpp"
#include "test/support/random_program.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {

SearchResult drive(search::Strategy& strategy, campaign::Executor& executor, std::size_t parallel,
                   std::uint64_t seed) {
  Random random(seed);
  std::vector<Job> running;
  while (!strategy.finished()) {
    while (running.size() < parallel) {
      auto job = strategy.next_job();
      if (!job) break;
      running.push_back(std::move(*job));
    }
    if (strategy.finished()) break;
    if (running.empty()) throw std::runtime_error("the search is neither finished nor has work");
    const std::size_t i = random.below(running.size());
    const Job job = running[i];
    running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
    strategy.accept(executor.execute(job));
  }
  return strategy.result();
}

std::string outcome_text(const SearchResult& r, const Fspec& fspec) {
  if (!r.error.empty() && r.falsifiers.empty()) return "error";
  if (r.verdict != Verdict::counterexample) return name_of(r.verdict);
  std::string out;
  for (const auto& c : r.falsifiers) out += (out.empty() ? "" : " | ") + to_text(c.faults, fspec);
  return out;
}

struct Search::Parts {
  Parts(const std::string& text, const FspecParameters& parameters)
      : program(check({text, parameters})),
        fspec(parameters),
        universe(ground::ground_program(program, fspec, {}, nullptr, ground::Extent::everything)),
        executor(execute::make_ground_executor(universe)) {}
  dedalus::Program program;
  Fspec fspec;
  ground::Universe universe;
  std::unique_ptr<campaign::Executor> executor;
};

Search::Search(const std::string& text, const FspecParameters& fspec)
    : parts_(std::make_unique<Parts>(text, fspec)) {}
Search::~Search() = default;

const ground::Universe& Search::universe() const {
  return parts_->universe;
}
const Fspec& Search::fspec() const {
  return parts_->fspec;
}

std::string Search::lineage(bool all, std::size_t parallel, std::uint64_t seed, Expansion expand) {
  const auto strategy =
      search::make_lineage(parts_->universe, sat::make_cryptominisat(seed), {all, seed, expand});
  last_ = drive(*strategy, *parts_->executor, parallel, seed);
  return outcome_text(last_, parts_->fspec);
}

std::string Search::exhaustive(bool all) {
  const auto strategy = search::make_exhaustive(parts_->fspec, {all, 1U << 20, 100});
  last_ = drive(*strategy, *parts_->executor);
  return outcome_text(last_, parts_->fspec);
}

}  // namespace ldfi::test
