// Cuts a results file at each place, or changes a byte there. The reader must detect the damage, or
// read the same values as before.
#include "results/hdf5/seal.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "results/hdf5/handles.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "results/hdf5/hdf5_source.hpp"
#include "results/hdf5/layout.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/unit/results/sample_run.hpp"

namespace ldfi::results {
namespace {

/// Returns each place among the first and last 64 bytes, and every 37th place between. Testing all
/// places would take minutes.
std::vector<std::size_t> places(std::size_t size) {
  std::vector<std::size_t> out;
  for (std::size_t at = 0; at < size; at += at < 64 || at + 64 >= size ? 1 : 37) out.push_back(at);
  return out;
}

struct SealTest : testing::Test {
  test::TemporaryFolder folder;
  std::string path = folder.path("x.h5");
  std::string whole;
  std::vector<std::byte> expected;
  SilentErrors silent;

  SealTest() {
    RunRecord run = sample_run();
    run.cells.resize(1);
    Hdf5Sink(path).write(run);
    std::ifstream in(path, std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(in), {});
    expected = file_image(run);
  }
  void write(const std::string& bytes) const {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  }
  /// True if the reader detects damage. Otherwise checks that the values read are the values
  /// written.
  [[nodiscard]] bool found() const {
    try {
      EXPECT_TRUE(file_image(read_run(path)) == expected);
      return false;
    } catch (const DamagedFile&) {
      return true;
    }
  }
};

TEST_F(SealTest, AWholeFileIsRead) {
  EXPECT_FALSE(found());
}

TEST_F(SealTest, CutAnywhere) {
  std::size_t harmless = 0;
  for (const std::size_t cut : places(whole.size())) {
    SCOPED_TRACE(cut);
    write(whole.substr(0, cut));
    if (!found()) ++harmless;
  }
  EXPECT_EQ(harmless, 0U);
}

TEST_F(SealTest, ChangedAnywhere) {
  std::size_t harmless = 0;
  for (const std::size_t at : places(whole.size())) {
    SCOPED_TRACE(at);
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ (1 << (at % 8)));
    write(changed);
    if (!found()) ++harmless;
  }
  EXPECT_EQ(harmless, 0U);
}

TEST_F(SealTest, NothingStandsBehindTheSeal) {
  for (const std::string& more :
       {std::string("x"), std::string(12, '\0'), std::string(4096, '\0')}) {
    write(whole + more);
    EXPECT_TRUE(found()) << more.size();
  }
}

TEST_F(SealTest, OneChangedBitAndOneByteMore) {
  for (std::size_t at = 0; at < whole.size(); at += 499) {
    SCOPED_TRACE(at);
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ (1 << (at % 8)));
    write(changed + "x");
    EXPECT_TRUE(found());
  }
}

}  // namespace
}  // namespace ldfi::results
