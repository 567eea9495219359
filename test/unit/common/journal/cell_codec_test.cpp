#include "common/journal/cell_codec.hpp"

#include <gtest/gtest.h>

#include "test/unit/results/sample_run.hpp"

namespace ldfi::journal {
namespace {

template <class Row>
std::vector<FaultSet> faults_of(const std::vector<Row>& rows) {
  std::vector<FaultSet> out;
  for (const Row& row : rows) out.push_back(row.faults);
  return out;
}

TEST(CellCodec, BringsEveryCellBack) {
  for (const Cell& cell : results::sample_run_with_restarts().cells) {
    const wire::Bytes once = encode_cell(cell);
    const Cell back = decode_cell(once);
    EXPECT_EQ(encode_cell(back), once);
    EXPECT_EQ(back.verdict, cell.verdict);
    EXPECT_EQ(back.fspec, cell.fspec);
    EXPECT_EQ(back.traces, cell.traces);
    EXPECT_EQ(faults_of(back.executions), faults_of(cell.executions));
    EXPECT_EQ(faults_of(back.falsifiers), faults_of(cell.falsifiers));
    EXPECT_EQ(back.wall_s, cell.wall_s);
    for (std::size_t cut = 0; cut < once.size(); ++cut) {
      EXPECT_THROW(decode_cell(std::span(once).first(cut)), wire::DecodeError);
    }
  }
}

TEST(CellCodec, RefusesAGraphWithAGoalThatThereIsNot) {
  Cell cell;
  cell.graphs = {{"failure_free", {{"log(a)@1", "present", "log", 1, true}}, {}, {0}}};
  EXPECT_EQ(decode_cell(encode_cell(cell)).graphs, cell.graphs);
  cell.graphs[0].roots = {1};
  EXPECT_THROW(decode_cell(encode_cell(cell)), wire::DecodeError);
}

}  // namespace
}  // namespace ldfi::journal
