#include "common/failures/failure_points.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::failures {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr auto write = IoEvent::Kind::write;
constexpr auto send = IoEvent::Kind::send;
const NodeId a(0);
const NodeId b(1);
const NodeId c(2);

// a writes its log and sends to b and c, at tick 2 and again at tick 5.
std::vector<IoEvent> events() {
  return {{Time(2), write, "log", a, a}, {Time(2), send, "tell", a, b},
          {Time(2), send, "tell", a, c}, {Time(3), send, "ack", b, a},
          {Time(5), write, "log", a, a}, {Time(5), send, "note", a, b},
          {Time(5), send, "tell", a, b}};
}

FspecParameters parameters(CrashModel model = CrashModel::stop) {
  FspecParameters out;
  out.eot = 8;
  out.eff = 6;
  out.crashes = 1;
  out.nodes = {"a", "b", "c"};
  out.crash_model = model;
  if (model == CrashModel::stop) {
    out.restarts = 1;
    out.limits.partitions = 1;
    out.disk.write = 1;
    out.disk.relations = {"log"};
  }
  return out;
}

class FailurePointsTest : public ::testing::Test {
 protected:
  void use(const FspecParameters& p) { fspec_.emplace(p); }
  [[nodiscard]] FaultSet set(const std::string& text) const {
    return parse_fault_set(text, *fspec_, FileId(0));
  }
  [[nodiscard]] FailurePoints points(const std::string& faults = "none") const {
    return {*fspec_, set(faults), events()};
  }
  [[nodiscard]] std::vector<std::string> texts(const std::vector<FailureId>& ids) const {
    std::vector<std::string> out;
    for (const FailureId& id : ids) out.push_back(to_text(id));
    return out;
  }
  [[nodiscard]] std::vector<std::string> of(const std::string& fault) const {
    return texts(points().ids_of(*set(fault).begin()));
  }
  /// Returns the offers of this kind of fault, such as `C(a,2): crash.before:write.log(a)#1`.
  [[nodiscard]] std::vector<std::string> offers(const std::string& letters,
                                                const std::string& faults = "none") const {
    std::vector<std::string> out;
    for (const Offer& offer : points(faults).offers()) {
      const std::string text = to_text(offer.fault, *fspec_);
      if (letters.find(text[0]) == std::string::npos) continue;
      std::string line = text + ":";
      for (const std::string& id : texts(offer.ids)) line += " " + id;
      out.push_back(line);
    }
    return out;
  }

  std::optional<Fspec> fspec_{parameters()};
};

TEST_F(FailurePointsTest, AnOmissionIsAllThatItsChannelLoses) {
  EXPECT_THAT(of("O(a,b,2)"), ElementsAre("loss:tell(a>b)#1"));
  EXPECT_THAT(of("O(a,b,5)"), ElementsAre("loss:note(a>b)#1", "loss:tell(a>b)#2"));
  EXPECT_THAT(of("O(a,c,5)"), IsEmpty());
}

TEST_F(FailurePointsTest, ACrashIsTheNextEventOfItsNode) {
  for (const char* text : {"C(a,1)", "C(a,1+)", "C(a,2)"}) {
    EXPECT_THAT(of(text), ElementsAre("crash.before:write.log(a)#1")) << text;
  }
  EXPECT_THAT(of("C(a,2+)"), ElementsAre("crash.before:tell(a)#1"));
  for (const char* text : {"C(a,3)", "C(a,3+)", "C(a,4)", "C(a,5)"}) {
    EXPECT_THAT(of(text), ElementsAre("crash.before:write.log(a)#2")) << text;
  }
  EXPECT_THAT(of("C(a,5+)"), ElementsAre("crash.before:note(a)#1"));
}

TEST_F(FailurePointsTest, ACrashBehindTheLastEventIsAfterIt) {
  EXPECT_THAT(of("C(a,6)"), ElementsAre("crash.after:tell(a)#2"));
  EXPECT_THAT(of("C(b,8)"), ElementsAre("crash.after:ack(b)#1"));
  EXPECT_THAT(of("C(c,2)"), IsEmpty());  // c does nothing that a crash could prevent
}

TEST_F(FailurePointsTest, ARestartFindsTheLastWrite) {
  EXPECT_THAT(of("C(a,2,4)"), ElementsAre("restart.before:write.log(a)#1"));
  EXPECT_THAT(of("C(a,2+,4)"), ElementsAre("restart.before:tell(a)#1/write.log(a)#1"));
  EXPECT_THAT(of("C(a,4,7)"), ElementsAre("restart.before:write.log(a)#2/write.log(a)#1"));
  EXPECT_THAT(of("C(a,6,7)"), ElementsAre("restart.after:tell(a)#2/write.log(a)#2"));
}

TEST_F(FailurePointsTest, AWriteThatFailedIsNotFound) {
  auto all = events();
  all[0].lost = true;
  const FailurePoints points(*fspec_, set("W(a,log,2)"), all);
  EXPECT_THAT(texts(points.ids_of(*set("C(a,4,5)").begin())),
              ElementsAre("restart.before:write.log(a)#2"));
  EXPECT_THAT(texts(points.ids_of(*set("W(a,log,5)").begin())),
              ElementsAre("failed:write.log(a)#2"));
}

TEST_F(FailurePointsTest, AFailedWriteOrAPartitionIsTheFirstThatItHits) {
  EXPECT_THAT(of("W(a,log,1,5)"), ElementsAre("failed:write.log(a)#1"));
  EXPECT_THAT(of("W(a,log,3,5)"), ElementsAre("failed:write.log(a)#2"));
  EXPECT_THAT(of("W(a,log,3,4)"), IsEmpty());
  EXPECT_THAT(of("P(b,1,6)"), ElementsAre("partition:tell(b)#1"));
  EXPECT_THAT(of("P(b c,3,4)"), ElementsAre("partition:ack(b,c)#1"));
  EXPECT_THAT(of("P(c,3,6)"), IsEmpty());
  FspecParameters p = parameters();
  p.limits.one_way = true;
  use(p);
  EXPECT_THAT(of("P(a c>b,1,6)"), ElementsAre("partition:tell(b)#1/in"));
  EXPECT_THAT(of("P(b c>a,1,6)"), ElementsAre("partition:ack(b,c)#1/out"));
  EXPECT_THAT(of("P(c>a b,1,6)"), IsEmpty());
}

TEST_F(FailurePointsTest, APauseIsTheNextEventOfItsNode) {
  FspecParameters p = parameters();
  p.limits.most.of<Pause>() = 1;
  use(p);
  EXPECT_THAT(of("S(a,1,2)"), ElementsAre("pause.before:write.log(a)#1"));
  EXPECT_THAT(of("S(a,2,7)"), ElementsAre("pause.before:write.log(a)#1"));
  EXPECT_THAT(of("S(a,3,4)"), ElementsAre("pause.before:write.log(a)#2"));
  EXPECT_THAT(of("S(b,4,5)"), ElementsAre("pause.after:ack(b)#1"));
  EXPECT_THAT(of("S(c,4,5)"), IsEmpty());
  EXPECT_THAT(
      offers("S"),
      ElementsAre("S(a,2,7): pause.before:write.log(a)#1", "S(b,3,7): pause.before:ack(b)#1",
                  "S(a,5,7): pause.before:write.log(a)#2", "S(a,6,7): pause.after:tell(a)#2",
                  "S(b,6,7): pause.after:ack(b)#1"));
  EXPECT_THAT(
      offers("S", "C(a,6)"),
      ElementsAre("S(a,2,5): pause.before:write.log(a)#1", "S(b,3,7): pause.before:ack(b)#1",
                  "S(a,4,5): pause.before:write.log(a)#2", "S(b,6,7): pause.after:ack(b)#1"));
}

TEST_F(FailurePointsTest, AFaultOfADiskIsItsNextWrite) {
  FspecParameters p = parameters();
  p.disk = {0, {"log"}, {}, false, 1, 1, {"log"}, 1, {"log"}, {2}};
  use(p);
  EXPECT_THAT(of("X(a,log,3)"), ElementsAre("corrupt.before:write.log(a)#2"));
  EXPECT_THAT(of("X(a,log,6)"), ElementsAre("corrupt.after:write.log(a)#2"));
  EXPECT_THAT(of("X(b,log,2)"), ElementsAre("corrupt.after:write.log(b)#0"));
  EXPECT_THAT(offers("X"), ElementsAre("X(a,log,1): corrupt.before:write.log(a)#1",
                                       "X(a,log,3): corrupt.before:write.log(a)#2",
                                       "X(a,log,6): corrupt.after:write.log(a)#2",
                                       "X(b,log,1): corrupt.after:write.log(b)#0",
                                       "X(c,log,1): corrupt.after:write.log(c)#0"));
  EXPECT_THAT(of("E(a,log,2)"), ElementsAre("dead.before:write.log(a)#1"));
  EXPECT_THAT(of("E(a,log,3)"), ElementsAre("dead.before:write.log(a)#2"));
  EXPECT_THAT(of("E(a,log,6)"), ElementsAre("dead.after:write.log(a)#2"));
  EXPECT_THAT(of("E(b,log,1)"), IsEmpty());
  EXPECT_THAT(of("F(a,log,1)"), ElementsAre("writeback.before:write.log(a)#1"));
  EXPECT_THAT(offers("E"), ElementsAre("E(a,log,2): dead.before:write.log(a)#1",
                                       "E(a,log,5): dead.before:write.log(a)#2",
                                       "E(a,log,8): dead.after:write.log(a)#2"));
  EXPECT_THAT(offers("F"), ElementsAre("F(a,log,1): writeback.before:write.log(a)#1",
                                       "F(a,log,4): writeback.before:write.log(a)#2",
                                       "F(a,log,6): writeback.after:write.log(a)#2"));
}

TEST_F(FailurePointsTest, ASilentNodeStillWrites) {
  use(parameters(CrashModel::silent));
  EXPECT_THAT(of("C(a,1)"), ElementsAre("crash.before:tell(a)#1"));
  EXPECT_THAT(of("C(a,3)"), ElementsAre("crash.before:note(a)#1"));
  EXPECT_THAT(of("C(a,6)"), IsEmpty());  // a sends nothing more, and has no memory to lose
  use(parameters(CrashModel::halt));
  EXPECT_THAT(of("C(a,1)"), ElementsAre("crash.before:write.log(a)#1"));
  EXPECT_THAT(of("C(a,6)"), ElementsAre("crash.after:tell(a)#2"));
}

TEST_F(FailurePointsTest, OffersOneFaultForEach) {
  EXPECT_THAT(offers("O"), ElementsAre("O(a,b,2): loss:tell(a>b)#1", "O(a,c,2): loss:tell(a>c)#1",
                                       "O(b,a,3): loss:ack(b>a)#1",
                                       "O(a,b,5): loss:note(a>b)#1 loss:tell(a>b)#2"));
  EXPECT_THAT(offers("W"), ElementsAre("W(a,log,2): failed:write.log(a)#1",
                                       "W(a,log,5): failed:write.log(a)#2"));
  EXPECT_THAT(offers("P"),
              ElementsAre("P(b,2,6): partition:tell(b)#1", "P(b c,2,6): partition:tell(b,c)#1",
                          "P(c,2,6): partition:tell(c)#1", "P(b,3,6): partition:ack(b)#1",
                          "P(b c,3,6): partition:ack(b,c)#1", "P(b,5,6): partition:note(b)#1",
                          "P(b c,5,6): partition:note(b,c)#1"));
}

TEST_F(FailurePointsTest, OffersACrashBetweenAnyTwoEvents) {
  FspecParameters p = parameters();
  p.restarts = 0;
  use(p);
  EXPECT_THAT(offers("C"),
              ElementsAre("C(a,2): crash.before:write.log(a)#1", "C(a,2+): crash.before:tell(a)#1",
                          "C(b,3): crash.before:ack(b)#1", "C(a,5): crash.before:write.log(a)#2",
                          "C(a,5+): crash.before:note(a)#1",
                          // Crashes after everything else come last.
                          "C(a,6): crash.after:tell(a)#2", "C(b,4): crash.after:ack(b)#1"));
  p.crashes = 0;
  p.restarts = 1;
  p.eff = 4;
  use(p);
  EXPECT_THAT(offers("C"), ElementsAre("C(a,2,3): restart.before:write.log(a)#1",
                                       "C(a,2+,4): restart.before:tell(a)#1/write.log(a)#1",
                                       "C(b,3,4): restart.before:ack(b)#1",
                                       // a cannot restart later than this.
                                       "C(a,4,5): restart.before:write.log(a)#2/write.log(a)#1",
                                       "C(b,4,5): restart.after:ack(b)#1"));
}

TEST_F(FailurePointsTest, OffersRestartsWhereAndAsSoonAsTheFspecSays) {
  FspecParameters p = parameters();
  p.crashes = 0;
  p.limits.restartable = {"a"};
  p.limits.least_down = 3;
  use(p);
  EXPECT_THAT(offers("C"), ElementsAre("C(a,2,5): restart.before:write.log(a)#1",
                                       "C(a,2+,6): restart.before:tell(a)#1/write.log(a)#1",
                                       // a cannot restart later than this.
                                       "C(a,4,7): restart.before:write.log(a)#2/write.log(a)#1"));
}

TEST_F(FailurePointsTest, OffersOnlyWhatTheFspecStillAllows) {
  EXPECT_THAT(offers("W", "W(a,log,2)"), IsEmpty());  // the Fspec allows only one failed write
  EXPECT_THAT(offers("P", "P(c,1,2)"), IsEmpty());
  FspecParameters p = parameters();
  p.limits.faults = 1;
  use(p);
  EXPECT_THAT(offers("OCPW", "O(a,b,2)"), IsEmpty());
  EXPECT_FALSE(offers("OCPW").empty());
}

// After O(a,b,5), a partition may not last until tick 5.
TEST_F(FailurePointsTest, OffersTheNearestThatIsAllowed) {
  FspecParameters p = parameters();
  p.limits.partition_sets = {{"b"}};
  use(p);
  auto all = events();
  all[5].lost = all[6].lost = true;
  std::vector<std::string> found;
  for (const Offer& offer : FailurePoints(*fspec_, set("O(a,b,5)"), all).offers()) {
    const std::string text = to_text(offer.fault, *fspec_);
    if (text[0] == 'P') found.push_back(text);
  }
  EXPECT_THAT(found, ElementsAre("P(b,2,4)", "P(b,3,4)"));
}

}  // namespace
}  // namespace ldfi::failures
