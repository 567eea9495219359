#include "common/journal/answer.hpp"

#include <gtest/gtest.h>

#include "common/base/contract.hpp"
#include "test/support/faults.hpp"

namespace ldfi::journal {
namespace {

Job some_job(std::uint64_t id) {
  return {id, ExecuteJob{test::fault_set({{NodeId(0), NodeId(1), Time(2)}}, {})}};
}

TEST(Answer, ComesBackWithoutTheJobsNumber) {
  ExecuteReport violates;
  violates.outcome = Outcome::violates;
  const Key search{3, 4};
  const Answer back =
      decode_answer(encode_answer(search, some_job(7), wire::encode(Report{7, 1, 2, violates})));
  EXPECT_EQ(back.search, search);
  EXPECT_EQ(work_of(back.job), work_of(some_job(0)));
  EXPECT_EQ(back.job.id, 0U);
  EXPECT_EQ(std::get<ExecuteReport>(back.report.result).outcome, Outcome::violates);
}

TEST(Answer, CutIsRefused) {
  const wire::Bytes whole = encode_answer({1, 2}, some_job(1), wire::encode(Report{}));
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    EXPECT_THROW(decode_answer(std::span(whole).first(cut)), wire::DecodeError) << cut;
  }
}

TEST(Answer, NeedsAnEncodedReport) {
  EXPECT_THROW(encode_answer({1, 2}, some_job(1), {}), InternalError);
}

TEST(Answer, ReadsAKeyFromEnoughBytesOnly) {
  const wire::Bytes bytes(key_bytes, 1);
  EXPECT_EQ(read_key(bytes), (Key{0x0101010101010101, 0x0101010101010101}));
  EXPECT_THROW(read_key(std::span(bytes).first(key_bytes - 1)), InternalError);
}

}  // namespace
}  // namespace ldfi::journal
