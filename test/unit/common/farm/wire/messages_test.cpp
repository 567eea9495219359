#include "common/farm/wire/messages.hpp"

#include <gtest/gtest.h>

#include "common/farm/wire/codec.hpp"
#include "common/record/job.hpp"

namespace ldfi::wire {
namespace {

TEST(Messages, KeepTheContentOfSystems) {
  wire::Setup setup;
  setup.system = {
      "system: {}\n", {"eot=1s"}, "/a/b.yaml", {{"n.py", std::string("\0\xff", 2), true}}, 77};
  const auto back = std::get<wire::Setup>(decode(encode(setup)));
  EXPECT_EQ(back.system.config, "system: {}\n");
  EXPECT_EQ(back.system.said, std::vector<std::string>{"eot=1s"});
  EXPECT_EQ(back.system.path, "/a/b.yaml");
  ASSERT_EQ(back.system.files.size(), 1U);
  EXPECT_EQ(back.system.files[0].bytes, std::string("\0\xff", 2));
  EXPECT_TRUE(back.system.files[0].program);
  EXPECT_EQ(back.system.fingerprint, 77U);
}

TEST(Messages, KeepTheContentOfExecutionsOfSystems) {
  const systems::MessageId message{"n0", "n1", "m", 0};
  DriveJob random{{}, 7};
  random.what.draw = {9, {{1, 2, 3, 4, 5, 6, 7}}};
  const auto drawn = std::get<DriveJob>(std::get<Job>(decode(encode(Job{6, random}))).work);
  EXPECT_EQ(drawn.what.draw, random.what.draw);
  EXPECT_EQ(drawn.what.deliveries, std::nullopt);
  const systems::FaultSet faults{systems::Loss{message}, systems::Crash{"n0", {3}}};
  const Job asked{5, DriveJob{{faults, {{message}}}, 7, DriveWay::slow, 2}};
  const auto job = std::get<DriveJob>(std::get<Job>(decode(encode(asked))).work);
  EXPECT_EQ(job.what.faults, faults);
  EXPECT_EQ(job.what.deliveries, (std::set<systems::MessageId>{message}));
  EXPECT_EQ(job.seed, 7U);
  EXPECT_EQ(job.way, DriveWay::slow);
  EXPECT_EQ(job.again, 2U);
  const auto report = std::get<Report>(decode(encode(Report{5, 1, 2, DriveReport{"lines"}})));
  EXPECT_EQ(std::get<DriveReport>(report.result).recording, "lines");
}

TEST(Messages, KeepTheWeightsOfRandomSets) {
  FaultWeights weights;
  weights.of<Omission>() = 0;
  weights.of<Crash>() = FaultWeights::one / 5;
  weights.of<WriteBack>() = FaultWeights::most;
  const auto sample = std::get<Job>(decode(encode(Job{3, SampleJob{7, 64, 9, {}, weights}})));
  EXPECT_EQ(std::get<SampleJob>(sample.work).weights, weights);
  SearchJob cell;
  cell.settings.weights = weights;
  const auto back = std::get<Job>(decode(encode(Job{4, cell})));
  EXPECT_EQ(std::get<SearchJob>(back.work).settings.weights, weights);
  weights.of<Pause>() = FaultWeights::most + 1;
  EXPECT_THROW(decode(encode(Job{3, SampleJob{7, 64, 9, {}, weights}})), DecodeError);
}

TEST(Messages, KeepWhatASearchDoesWithout) {
  SearchJob smaller;
  smaller.smaller = true;
  smaller.without = {0, 7};
  const auto back = std::get<Job>(decode(encode(Job{4, smaller})));
  EXPECT_TRUE(std::get<SearchJob>(back.work).smaller);
  EXPECT_EQ(std::get<SearchJob>(back.work).without, smaller.without);
}

TEST(Messages, AnExecutionOfASystemIsOneRunThatNeedNotBeRepeated) {
  EXPECT_EQ(runs_of({1, DriveJob{}}), 1U);
  EXPECT_TRUE(repeatable({1, 2, 3, DriveReport{}}));
}

}  // namespace
}  // namespace ldfi::wire
