#include "results/hdf5/tables_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "results/hdf5/seal.hpp"
#include "test/unit/results/hdf5/file_reader.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;

TEST(TablesFile, HoldsTablesAndAttributesUnderASeal) {
  const std::vector<PlainTable> tables{
      {"one",
       {{"text", std::string()},
        {"number", std::uint64_t{}},
        {"integer", std::int64_t{}},
        {"truth", false}},
       {{std::string("a,\"b\""), std::uint64_t{7}, std::int64_t{-1}, true},
        {std::string(), std::uint64_t{8}, std::int64_t{2}, false}}},
      {"none", {{"text", std::string()}}, {}}};
  const std::string path = ::testing::TempDir() + "tables_file.h5";
  std::ofstream(path, std::ios::binary) << tables_file("of a test", {{"of", "x.h5"}}, tables);
  EXPECT_TRUE(seal_holds(path));
  const FileReader file(path);
  EXPECT_EQ(file.text_attribute("/", "format"), "of a test");
  EXPECT_EQ(file.text_attribute("/", "of"), "x.h5");
  EXPECT_THAT(file.texts("/one", "text"), ElementsAre("a,\"b\"", ""));
  EXPECT_THAT(file.numbers("/one", "number"), ElementsAre(7, 8));
  EXPECT_THAT(file.numbers("/one", "integer"), ElementsAre(-1, 2));
  EXPECT_THAT(file.texts("/none", "text"), ElementsAre());
}

TEST(TablesFile, IsTheSameForTheSameTables) {
  const std::vector<PlainTable> tables{{"one", {{"text", std::string()}}, {{std::string("a")}}}};
  EXPECT_EQ(tables_file("f", {}, tables), tables_file("f", {}, tables));
}

}  // namespace
}  // namespace ldfi::results
