#include "common/journal/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "test/support/rounds.hpp"
#include "test/unit/master/journal/fixture.hpp"

namespace ldfi::journal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Whatever is cut off at the end, exactly the records before the cut are recalled.
TEST_F(JournalTest, CutAnywhere) {
  write_some();
  const std::string whole = bytes();
  std::size_t most = 0;
  for (std::size_t cut = 1; cut < whole.size(); cut += test::sanitizers_try_one_in) {
    SCOPED_TRACE(cut);
    write(whole.substr(0, cut));
    try {
      auto [journal, notes] = open_journal(path, some_header(), true);
      const auto got = recalled(*journal);
      ASSERT_EQ(got, first_of_everything(got.size()));
      EXPECT_GE(got.size(), most);
      most = got.size();
      if (notes.empty()) continue;  // a cut between two records leaves no damage
      EXPECT_THAT(notes.at(0), HasSubstr("is damaged (the file ends within a record)"));
      journal->begin(setup_of(3));
      journal->keep(job_of(7, 5), wire::encode(report_of(7, "after")));
      journal.reset();
      auto again = open_journal(path, some_header(), true);
      EXPECT_THAT(again.notes, ElementsAre());
      EXPECT_EQ(recalled(*again.journal), got);
      again.journal->begin(setup_of(3));
      EXPECT_TRUE(again.journal->recall(job_of(7, 5)));
    } catch (const EnvironmentError& e) {
      EXPECT_EQ(most, 0U);
      EXPECT_EQ(bytes(), whole.substr(0, cut));
    }
  }
  EXPECT_EQ(most, 3U);
}

TEST_F(JournalTest, FlippedAnywhere) {
  write_some();
  const std::string whole = bytes();
  std::size_t refused = 0;
  for (std::size_t at = 0; at < whole.size(); at += test::sanitizers_try_one_in) {
    SCOPED_TRACE(at);
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
    write(damaged);
    try {
      auto [journal, notes] = open_journal(path, some_header(), true);
      const auto got = recalled(*journal);
      ASSERT_LT(got.size(), everything.size());
      ASSERT_EQ(got, first_of_everything(got.size()));
      ASSERT_EQ(notes.size(), 1U);
      EXPECT_THAT(notes[0], HasSubstr("the record at byte "));
    } catch (const EnvironmentError& e) {
      ++refused;
      EXPECT_THAT(e.what(), testing::ContainsRegex("is damaged|is not a journal"));
      EXPECT_EQ(bytes(), damaged);
    }
  }
  EXPECT_LT(refused, 300U);  // cuts within the header
}

TEST_F(JournalTest, RecordsThatChangePlacesAreNoticed) {
  write_some();
  const std::string whole = bytes();
  File file(path, File::Mode::read);
  Reader reader(file);
  std::vector<std::uint64_t> ends;
  while (reader.next()) ends.push_back(reader.good_bytes());
  ASSERT_EQ(ends.size(), 5U);
  write(whole.substr(0, ends[0]) + whole.substr(ends[1], ends[2] - ends[1]) +
        whole.substr(ends[0], ends[1] - ends[0]) + whole.substr(ends[2]));
  auto [journal, notes] = open_journal(path, some_header(), true);
  EXPECT_EQ(journal->acknowledged(), 0U);
  EXPECT_EQ(notes.size(), 1U);
}

TEST_F(JournalTest, ALengthThatLiesTakesNoMemory) {
  write_some();
  std::string lie(frame_bytes, '\0');
  lie[3] = '\x7f';  // makes the length almost 2 GiB
  write(bytes() + lie);
  std::filesystem::resize_file(path, std::uintmax_t{1} << 20);
  auto [journal, notes] = open_journal(path, some_header(), true);
  EXPECT_THAT(notes.at(0), HasSubstr("the file ends within a record"));
  EXPECT_EQ(recalled(*journal), everything);
}

TEST_F(JournalTest, ReadsAtMostAPieceOfTheBeginning) {
  write_some();
  const File file(path, File::Mode::read);
  Reader reader(file);
  const auto record = reader.next();
  ASSERT_TRUE(record);
  constexpr std::size_t piece = std::size_t{1} << 16U;
  EXPECT_EQ(reader.beginning(*record, 3).size(), 3U);
  EXPECT_LE(reader.beginning(*record, piece).size(), piece);
  EXPECT_THROW(static_cast<void>(reader.beginning(*record, piece + 1)), InternalError);
}

}  // namespace
}  // namespace ldfi::journal
