#include "results/app/derived.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "test/unit/results/views/groups/sample_wishes.hpp"

namespace ldfi::results {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

class Derived : public ::testing::Test {
 protected:
  /// Returns a column of the table `name`.
  template <class T>
  [[nodiscard]] std::vector<T> of(const std::string& name, const std::string& column) const {
    for (const PlainTable& table : found_.tables) {
      if (table.name != name) continue;
      const auto at =
          std::ranges::find(table.columns, column, &std::pair<std::string, Field>::first);
      std::vector<T> out;
      for (const auto& row : table.rows) {
        EXPECT_EQ(row.size(), table.columns.size());
        out.push_back(std::get<T>(row.at(static_cast<std::size_t>(at - table.columns.begin()))));
      }
      return out;
    }
    return {};
  }
  [[nodiscard]] std::vector<std::string> texts(const std::string& table,
                                               const std::string& column) const {
    return of<std::string>(table, column);
  }
  [[nodiscard]] std::vector<std::uint64_t> numbers(const std::string& table,
                                                   const std::string& column) const {
    return of<std::uint64_t>(table, column);
  }

  DerivedTables found_ = derived_tables(wishes_run(), {0}, 0);
};

TEST_F(Derived, HasTheGroupsOfGroupsText) {
  EXPECT_EQ(found_.left, 0U);
  EXPECT_THAT(texts("groups", "group"), ElementsAre("g1", "g2", "g3"));
  EXPECT_THAT(numbers("groups", "falsifiers"), ElementsAre(1U, 1U, 2U));
  EXPECT_THAT(texts("groups", "violates"), Each("invariant"));
  EXPECT_THAT(numbers("groups", "stopped"), ElementsAre(1U, 4U, 0U));
  EXPECT_THAT(texts("group_members", "falsifier"), ElementsAre("f1", "f2", "f3", "f4"));
  EXPECT_THAT(texts("group_members", "group"), ElementsAre("g3", "g1", "g3", "g2"));
  EXPECT_EQ(std::ranges::count(texts("group_rules", "list"), "stopped"), 5);
}

TEST_F(Derived, HasTheIdsThatEachRunExercisesOrOffers) {
  const auto ids = texts("failure_ids", "id");
  const auto exercised = numbers("failure_ids", "exercised");
  const auto offered = numbers("failure_ids", "offered");
  ASSERT_FALSE(ids.empty());
  EXPECT_THAT(numbers("covered_cells", "ids"), ElementsAre(ids.size()));
  const auto met = texts("coverage", "id");
  const auto hit = of<bool>("coverage", "exercised");
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::uint64_t exercises = 0;
    std::uint64_t offers = 0;
    for (std::size_t row = 0; row < met.size(); ++row) {
      if (met[row] == ids[i]) ++(hit[row] ? exercises : offers);
    }
    EXPECT_EQ(exercises, exercised[i]) << ids[i];
    EXPECT_EQ(offers, offered[i]) << ids[i];
  }
}

TEST_F(Derived, LeavesWhatThereIsNoTimeFor) {
  const DerivedTables none = derived_tables(wishes_run(), {0}, 1e-9);
  EXPECT_GT(none.left, 4U);
  found_ = none;
  EXPECT_THAT(texts("group_members", "group"), Each(""));
  EXPECT_THAT(texts("groups", "group"), ElementsAre());
}

}  // namespace
}  // namespace ldfi::results
