#include "master/journal/cell_codec.hpp"

#include <gtest/gtest.h>

#include "test/unit/results/sample_run.hpp"

namespace ldfi::journal {
namespace {

TEST(CellCodec, BringsEveryCellBack) {
  for (const Cell& cell : results::sample_run().cells) {
    const wire::Bytes once = encode_cell(cell);
    const Cell back = decode_cell(once);
    EXPECT_EQ(encode_cell(back), once);
    EXPECT_EQ(back.verdict, cell.verdict);
    EXPECT_EQ(back.executions.size(), cell.executions.size());
    EXPECT_EQ(back.wall_s, cell.wall_s);
    for (std::size_t cut = 0; cut < once.size(); ++cut) {
      EXPECT_THROW(decode_cell(std::span(once).first(cut)), wire::DecodeError);
    }
  }
}

}  // namespace
}  // namespace ldfi::journal
