// Fault sets that ldfi-farm never sends are refused, even if their bytes are well-formed.
#include "common/farm/wire/fault_fields.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "test/support/faults.hpp"

namespace ldfi::wire {
namespace {

constexpr NodeId a(0U);
constexpr NodeId b(1U);

/// Returns the fault set in these bytes, or the error message.
std::string read(std::vector<Omission> omissions, std::vector<Crash> crashes = {},
                 std::vector<Outage> outages = {}, std::vector<Partition> partitions = {},
                 std::vector<Pause> pauses = {}, std::vector<FailedWrite> writes = {},
                 std::vector<Corruption> damages = {}, std::vector<DeadDisk> dead = {},
                 std::vector<WriteBack> backs = {}, std::vector<Delay> delays = {},
                 std::vector<Duplicate> duplicates = {}) {
  Bytes bytes;
  {
    OutputArchive out(bytes);
    out(omissions, crashes, outages, delays, duplicates, partitions, pauses, writes, damages, dead,
        backs);
  }
  InputArchive in(bytes.data(), bytes.size());
  try {
    FaultSet faults;
    in(faults);
    EXPECT_EQ(in.left(), 0U);
    FspecParameters fspec{8, 7, 0, {"a", "b"}};
    fspec.disk.relations = {"log", "vote"};
    return to_text(faults, fspec);
  } catch (const DecodeError& e) {
    return e.what();
  }
}

TEST(FaultFields, ReadWhatIsAFaultSet) {
  EXPECT_EQ(read({}), "none");
  EXPECT_EQ(read({{a, b, Time(1)}, {b, a, Time(1)}}, {{a, Time(2)}, {b, Time(1)}}),
            "O(a,b,1) C(a,2) C(b,1)");
}

TEST(FaultFields, ReadWhatIsLateAndRefuseWhatIsNone) {
  const auto late = [](std::vector<Delay> delays, std::vector<Duplicate> duplicates = {},
                       std::vector<Omission> omissions = {}) {
    return read(std::move(omissions), {}, {}, {}, {}, {}, {}, {}, {}, std::move(delays),
                std::move(duplicates));
  };
  EXPECT_EQ(late({{a, b, Time(1), 2}}, {{b, a, Time(3), 1}}), "D(a,b,1,+2) U(b,a,3,+1)");
  EXPECT_NE(late({{a, b, Time(1), 0}}), "D(a,b,1,+0)");
  EXPECT_EQ(late({{a, b, Time(2), 1}, {a, b, Time(1), 1}}), "faults out of order");
  for (const std::string& wrong : {late({{a, b, Time(1), 1}, {a, b, Time(1), 2}}),
                                   late({{a, b, Time(1), 1}}, {{a, b, Time(1), 1}}),
                                   late({{a, b, Time(1), 1}}, {}, {{a, b, Time(1)}})}) {
    // The message gives the reason without the names.
    EXPECT_EQ(wrong.find("(a,b"), std::string::npos) << wrong;
  }
}

TEST(FaultFields, RefuseAnOmissionFromANodeToItself) {
  EXPECT_EQ(read({{a, a, Time(1)}}), "sender and receiver of an omission differ");
}

TEST(FaultFields, RefuseFaultsOutOfOrderAndTwice) {
  EXPECT_EQ(read({{a, b, Time(2)}, {a, b, Time(1)}}), "faults out of order");
  EXPECT_EQ(read({{b, a, Time(1)}, {a, b, Time(1)}}), "faults out of order");
  EXPECT_EQ(read({{a, b, Time(1)}, {a, b, Time(1)}}), "faults out of order");
  EXPECT_EQ(read({}, {{b, Time(1)}, {a, Time(1)}}), "faults out of order");
}

TEST(FaultFields, ReadOutagesAndRefuseWhatIsNone) {
  const Outage restarts{a, Time(1), Time(2), Time(4)};
  const Outage gone{b, Time(3), Time(3)};
  EXPECT_EQ(read({}, {}, {restarts, gone}), "C(a,1+,4) C(b,3)");
  for (const int tick : {0, -1, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
    EXPECT_EQ(read({}, {}, {{a, Time(tick), Time(tick)}}), "a crash has a tick of 1 or more");
  }
  EXPECT_EQ(read({}, {}, {{a, Time(1), Time(3)}}), "a node is down from the tick of its crash on");
  EXPECT_EQ(read({}, {}, {{a, Time(1), Time(2), Time(2)}}), "a node restarts after it crashed");
  EXPECT_EQ(read({}, {}, {restarts, {a, Time(4), Time(4)}}),
            "a node crashes again only after it has run for a tick");
  EXPECT_EQ(read({}, {{a, Time(1)}}, {gone}),
            "all crashes of a set have the crash model of the Fspec");
}

TEST(FaultFields, ReadPartitionsAndRefuseWhatIsNone) {
  const auto cut = [](std::uint64_t side, int from, int until) {
    return Partition{NodeSet{side}, Time(from), Time(until)};
  };
  EXPECT_EQ(read({{a, b, Time(3)}}, {}, {}, {cut(2, 1, 2), cut(2, 4, 4)}),
            "O(a,b,3) P(b,1,2) P(b,4,4)");
  EXPECT_EQ(read({}, {}, {}, {cut(0, 1, 2)}), "a partition cuts off at least one node");
  EXPECT_EQ(read({}, {}, {}, {cut(1, 1, 2)}), "a partition lists the nodes of one side only");
  EXPECT_EQ(read({}, {}, {}, {cut(2, 0, 2)}), "a partition ends at its first tick or later");
  EXPECT_EQ(read({}, {}, {}, {cut(2, 2, 1)}), "a partition ends at its first tick or later");
  EXPECT_EQ(read({}, {}, {}, {cut(2, 1, 2), cut(2, 3, 3)}),
            "there must be a tick without a partition between two partitions");
}

TEST(FaultFields, ReadFailedWritesAndRefuseWhatIsNone) {
  const auto failed = [](NodeId node, int at, int until) {
    return FailedWrite{node, NamedId(1U), Time(at), Time(until)};
  };
  const Outage down{a, Time(2), Time(2), Time(5)};
  EXPECT_EQ(read({}, {}, {down}, {}, {}, {failed(a, 1, 1), failed(b, 2, 4)}),
            "C(a,2,5) W(a,vote,1) W(b,vote,2,4)");
  EXPECT_EQ(read({}, {}, {down}, {}, {}, {failed(a, 3, 4)}), "C(a,2,5)");
  EXPECT_EQ(read({}, {}, {}, {}, {}, {failed(a, 0, 1)}), "a failed write has a tick of 1 or more");
  EXPECT_EQ(read({}, {}, {}, {}, {}, {failed(a, 2, 1)}),
            "failed writes end at their first tick or later");
  EXPECT_EQ(read({}, {}, {}, {}, {}, {failed(a, 1, std::numeric_limits<int>::max())}),
            "failed writes end at their first tick or later");
  EXPECT_EQ(read({}, {}, {}, {}, {}, {failed(a, 1, 2), failed(a, 3, 4)}),
            "writes fail again only after a tick at which they do not");
  EXPECT_EQ(read({}, {}, {down}, {}, {}, {failed(a, 1, 2)}),
            "a node writes nothing while it is down");
}

TEST(FaultFields, ReadPausesAndRefuseWhatIsNone) {
  const auto pause = [](NodeId node, int from, int back) {
    return Pause{node, Time(from), Time(back)};
  };
  const Outage down{a, Time(2), Time(2), Time(5)};
  EXPECT_EQ(read({}, {}, {down}, {}, {pause(a, 6, 7), pause(b, 1, 2), pause(b, 3, 8)}),
            "C(a,2,5) S(a,6,7) S(b,1,2) S(b,3,8)");
  EXPECT_EQ(read({}, {}, {}, {}, {pause(a, 0, 1)}), "a pause has a tick of 1 or more");
  EXPECT_EQ(read({}, {}, {}, {}, {pause(a, 2, 2)}), "a pause ends at its first tick or later");
  EXPECT_EQ(read({}, {}, {}, {}, {pause(a, 1, 2), pause(a, 2, 3)}),
            "a node is paused again only after it has run for a tick");
  EXPECT_EQ(read({}, {}, {down}, {}, {pause(a, 5, 6)}),
            "between a pause and a crash of a node, it runs for a tick");
  EXPECT_EQ(read({}, {}, {}, {}, {pause(a, 1, 3)}, {{a, NamedId(0U), Time(2), Time(3)}}),
            "a node writes nothing while it is paused");
}

TEST(FaultFields, ReadFaultsOfDisksAndRefuseWhatIsNone) {
  const NamedId log(0U);
  EXPECT_EQ(
      read({}, {}, {}, {}, {}, {}, {{a, log, Time(1)}}, {{a, log, Time(3)}}, {{a, log, Time(2)}}),
      "X(a,log,1) E(a,log,3) F(a,log,2)");
  EXPECT_EQ(read({}, {}, {}, {}, {}, {}, {{a, log, Time(0)}}),
            "a corruption has a tick of 1 or more");
  EXPECT_EQ(read({}, {}, {}, {}, {}, {}, {}, {{a, log, Time(0)}}),
            "a disk dies at a tick of 1 or more");
  EXPECT_EQ(read({}, {}, {}, {}, {}, {}, {}, {{a, log, Time(1)}, {a, log, Time(2)}}),
            "a disk dies once");
  EXPECT_EQ(read({}, {}, {}, {}, {}, {}, {}, {}, {{a, log, Time(0)}}),
            "a write-back has a tick of 1 or more");
}

TEST(FaultFields, RefuseTwoCrashesOfANode) {
  EXPECT_EQ(read({}, {{a, Time(1)}, {a, Time(2)}}), "a node crashes at most once");
}

}  // namespace
}  // namespace ldfi::wire
