#include "common/failures/failure_id.hpp"

#include <gtest/gtest.h>

namespace ldfi::failures {
namespace {

FailureId make(FailureKind kind, std::string site, std::vector<std::string> roles,
               std::uint32_t occurrence) {
  FailureId out;
  out.kind = kind;
  out.site = std::move(site);
  out.roles = std::move(roles);
  out.occurrence = occurrence;
  return out;
}

// Files from different years are compared by these texts and hashes, so they must never change.
TEST(FailureId, HasATextAndAHashThatStay) {
  FailureId restart = make(FailureKind::of<Outage>(), "ack", {"b"}, 1);
  restart.context = "write.log(b)#3";
  const FailureId partition = make(FailureKind::of<Partition>(), "ack", {"b", "c"}, 2);
  FailureId last = make(FailureKind::of<Crash>(), "write.log", {"a"}, 7);
  last.after = true;
  const std::vector<std::pair<FailureId, std::pair<std::string, std::uint64_t>>> golden{
      {make(FailureKind::of<Omission>(), "ack", {"b", "a"}, 2),
       {"loss:ack(b>a)#2", 0xe2086a87aa535764U}},
      {make(FailureKind::of<Crash>(), "write.log", {"a"}, 1),
       {"crash.before:write.log(a)#1", 0xe84274347cccdba0U}},
      {last, {"crash.after:write.log(a)#7", 0xa0ebceda27063344U}},
      {restart, {"restart.before:ack(b)#1/write.log(b)#3", 0xc64fd598e560ee4fU}},
      {make(FailureKind::of<FailedWrite>(), "write.log", {"a"}, 1),
       {"failed:write.log(a)#1", 0x260ec267349dca1U}},
      {partition, {"partition:ack(b,c)#2", 0x116ad30f37c91369U}},
  };
  for (const auto& [id, expected] : golden) {
    EXPECT_EQ(to_text(id), expected.first);
    EXPECT_EQ(hash_of(expected.first), expected.second) << expected.first;
  }
}

TEST(FailureId, QuotesNamesThatAreNoWords) {
  EXPECT_EQ(to_text(make(FailureKind::of<Omission>(), "ack", {"a>b", "c"}, 1)),
            R"(loss:ack("a>b">c)#1)");
  EXPECT_NE(to_text(make(FailureKind::of<Omission>(), "ack", {"a>b", "c"}, 1)),
            to_text(make(FailureKind::of<Omission>(), "ack", {"a", "b>c"}, 1)));
}

}  // namespace
}  // namespace ldfi::failures
