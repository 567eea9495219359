// Runs a search in this process, without the other processes of ldfi-farm, for tests of search
// strategies and of the code that they use.
//
//   Search s("pre(\"x\")@1; …", {.eot = 3, .eff = 1, .crashes = 0, .nodes = {"a", "b"}});
//   EXPECT_EQ(s.lineage(true), "O(a,b,1)");
#pragma once

#include <memory>
#include <string>

#include "common/campaign/executor.hpp"
#include "common/dedalus/ground/universe.hpp"
#include "common/search/lineage.hpp"

namespace ldfi::test {

/// Runs a search to its end. Up to `parallel` jobs wait for their answers at a time. `seed`
/// determines the order of the answers.
SearchResult drive(search::Strategy& strategy, campaign::Executor& executor,
                   std::size_t parallel = 1, std::uint64_t seed = 1);

/// Returns "certified", or the counterexamples separated by " | ", or "broken", or "error".
std::string outcome_text(const SearchResult& result, const Fspec& fspec);

/// A program with all its possible facts (universe), which may be searched several times.
class Search {
 public:
  Search(const std::string& text, const FspecParameters& fspec);
  ~Search();
  /// Returns all minimal counterexamples, or only the first one, as the lineage search finds them.
  std::string lineage(bool all, std::size_t parallel = 1, std::uint64_t seed = 1,
                      Expansion expand = Expansion::live);
  /// Returns all minimal counterexamples, or only the first one, as the enumeration of every fault
  /// set finds them.
  std::string exhaustive(bool all);
  [[nodiscard]] const SearchResult& last() const { return last_; }
  [[nodiscard]] const ground::Universe& universe() const;
  [[nodiscard]] const Fspec& fspec() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  SearchResult last_;
};

}  // namespace ldfi::test
