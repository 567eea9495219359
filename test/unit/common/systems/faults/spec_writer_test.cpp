#include "common/systems/faults/spec_writer.hpp"

#include <gtest/gtest.h>

#include "test/unit/common/systems/fspecs.hpp"
#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {
namespace {

/// Returns an Fspec that allows faults of each kind.
Fspec all_kinds() {
  Fspec out = fspec_of({"n0", "n1"}, 50, 1);
  out.omissions = 2;
  out.crashes = 1;
  out.crashable = {"n1"};
  out.crash_times = {3, 4};
  out.midway = true;
  out.restarts = 1;
  out.down = {5};
  out.delays = {behind(1), behind(2), 6};
  out.behind_within = 7;
  out.delayed = 3;
  out.duplicates = 1;
  out.again = {8};
  out.order = ArrivalOrder::fifo;
  out.partitions = 1;
  out.borders = {{{"n0"}, ""}, {{"n0"}, "n1"}};
  out.window = 9;
  out.pauses = 2;
  out.standing = {10, 11};
  out.pausable = {"n0"};
  out.resets = 5;
  out.hangs = 6;
  out.reliable = {"n1"};
  out.faults = 4;
  return out;
}

/// Returns the Fspec that is read from a recording after this Fspec was written into it.
Fspec read_back(const Fspec& fspec) {
  const auto [recording, problems] =
      read(fmt::format(R"({{"ldfi_trace": 1, "system": "s", "spec": {}, "faults": []}})"
                       "\n",
                       spec_json(fspec).dump()) +
           verdict());
  EXPECT_TRUE(recording) << problems.at(0).message;
  return recording ? recording->fspec : Fspec();
}

TEST(WriteSpec, TheKeysStandInTheOrderOfTheFormat) {
  EXPECT_EQ(
      spec_json(all_kinds()).dump(),
      R"({"nodes":["n0","n1"],"from":1,"eff":50,"omissions":2,"crashes":1,"crashable":["n1"],)"
      R"("restarts":{"most":1,"down":[5]},"delays":{"behind":2,"within":7,"values":[6],"count":3},)"
      R"("crash_times":[3,4],"midway":true,"duplicates":{"most":1,"after":[8]},"order":"fifo",)"
      R"("partitions":{"most":1,"cuts":["n0","n0>n1"],"window":9},)"
      R"("pauses":{"most":2,"for":[10,11],"nodes":["n0"]},"resets":{"most":5},"hangs":{"most":6},"faults":4,"reliable":["n1"]})");
}

TEST(WriteSpec, WithoutFaultsItHasNoMaps) {
  Fspec none = fspec_of({"n0"});
  EXPECT_EQ(spec_json(none).dump(),
            R"({"nodes":["n0"],"from":0,"eff":0,"omissions":"all","crashes":0})");
  none.order = ArrivalOrder::fifo;
  none.delayed = 1;
  EXPECT_EQ(spec_json(none).dump(),
            R"({"nodes":["n0"],"from":0,"eff":0,"omissions":"all","crashes":0,"order":"fifo"})");
}

TEST(WriteSpec, TheReaderReadsTheSame) {
  Fspec fspec = all_kinds();
  EXPECT_EQ(read_back(fspec), fspec);
  fspec.omissions.reset();
  fspec.crashable.reset();
  fspec.crash_times.clear();
  fspec.midway = false;
  fspec.order = ArrivalOrder::connection;
  fspec.reliable.clear();
  fspec.delays = {6};
  fspec.behind_within = 0;
  fspec.delayed = fspec.faults = std::nullopt;
  fspec.pausable.reset();
  EXPECT_EQ(read_back(fspec), fspec);
}

}  // namespace
}  // namespace ldfi::systems
