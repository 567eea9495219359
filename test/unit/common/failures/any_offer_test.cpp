#include "common/failures/any_offer.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>

#include "common/failures/failure_points.hpp"
#include "common/faults/enumeration.hpp"

namespace ldfi::failures {
namespace {

std::vector<IoEvent> writes_and_messages() {
  constexpr auto writes = IoEvent::Kind::write;
  constexpr auto sends = IoEvent::Kind::send;
  const NodeId x(0);
  const NodeId y(1);
  const NodeId z(2);
  return {{Time(2), writes, "log", x, x}, {Time(2), sends, "tell", x, y},
          {Time(2), sends, "tell", x, z}, {Time(3), sends, "ack", y, x},
          {Time(4), sends, "ack", y, y},  {Time(5), writes, "log", x, x},
          {Time(5), sends, "note", x, y}, {Time(5), sends, "tell", x, y}};
}

/// Returns an Fspec that allows some kinds of faults. Each bit of `allowed` stands for one kind.
Fspec fspec_that_allows(CrashModel model, unsigned allowed) {
  const auto allows = [&](unsigned bit) { return (allowed >> bit & 1U) != 0; };
  FspecParameters out;
  out.eot = 8;
  out.eff = allows(0) ? 6 : allows(1) ? 3 : 0;
  out.nodes = {"a", "b", "c"};
  out.crash_model = model;
  out.crashes = allows(2) ? 1 : 0;
  out.crashable = {"a"};
  if (allows(3)) out.limits.omissions_to = {"c"};
  if (model == CrashModel::stop) {
    out.restarts = allows(4) ? 1 : 0;
    out.limits.partitions = allows(5) ? 1 : 0;
    out.limits.most.of<Pause>() = allows(6) ? 1 : 0;
    out.disk.write = allows(7) ? 1 : 0;
    out.disk.relations = {"log"};
  }
  return Fspec(out);
}

TEST(AnyOffer, IsThereIffThereAreOffers) {
  const std::vector<IoEvent> all = writes_and_messages();
  std::size_t some = 0;
  std::size_t none = 0;
  for (const CrashModel model : {CrashModel::silent, CrashModel::halt, CrashModel::stop}) {
    for (unsigned allowed = 0; allowed < (model == CrashModel::stop ? 256U : 16U); ++allowed) {
      const Fspec here = fspec_that_allows(model, allowed);
      if (std::popcount(allowed) <= 2) {  // counting more kinds takes long
        ASSERT_EQ(admits_any_fault(here), here.distinct_fault_sets() > 1) << allowed;
      }
      for (auto middle = all.begin(); middle <= all.end(); ++middle) {
        for (const auto& events :
             {std::vector<IoEvent>(all.begin(), middle), std::vector<IoEvent>(middle, all.end())}) {
          const bool offers = !FailurePoints(here, {}, events).offers().empty();
          ASSERT_EQ(offers_any_fault(here, events), offers);
          ++(offers ? some : none);
        }
      }
    }
  }
  EXPECT_GT(some, 1000U);
  EXPECT_GT(none, 500U);
}

}  // namespace
}  // namespace ldfi::failures
