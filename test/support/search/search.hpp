// A search in one process, without a farm, for tests of strategies and of what lies below them.
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

/// Runs a search with up to `parallel` jobs under way, answered in an order drawn from `seed`.
SearchResult drive(search::Strategy& strategy, campaign::Executor& executor,
                   std::size_t parallel = 1, std::uint64_t seed = 1);

/// "certified", or the falsifiers separated by " | "; or "broken", or "error".
std::string outcome_text(const SearchResult& result, const Fspec& fspec);

/// One program with its universe, which may be searched several times.
class Search {
 public:
  Search(const std::string& text, const FspecParameters& fspec);
  ~Search();
  /// All minimal falsifiers (or the first one), as the lineage search finds them.
  std::string lineage(bool all, std::size_t parallel = 1, std::uint64_t seed = 1,
                      Expansion expand = Expansion::live);
  /// The same, as the enumeration of every fault set finds them.
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
