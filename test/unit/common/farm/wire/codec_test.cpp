#include "common/farm/wire/codec.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

#include "common/farm/wire/record_fields.hpp"
#include "test/support/faults.hpp"

namespace {

std::size_t allocated = 0;  // bytes that were allocated since this was last set to zero

}  // namespace

// If these functions are inlined, GCC warns about different allocators.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

void* operator new(std::size_t size) {
  allocated += size;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace ldfi::wire {
namespace {

constexpr std::size_t header_bytes = 28;
constexpr std::size_t kind_offset = 8;
constexpr std::size_t size_offset = 12;
constexpr std::size_t checksum_offset = 20;

FaultSet some_faults() {
  return test::fault_set({{NodeId(0), NodeId(1), Time(1)}, {NodeId(1), NodeId(2), Time(3)}},
                         {{NodeId(2), Time(2)}});
}

FaultSet some_outages() {
  return FaultSet({Omission{NodeId(0), NodeId(1), Time(1)},
                   Outage{NodeId(0), Time(1), Time(2), Time(4)},
                   Outage{NodeId(0), Time(6), Time(6)}, Outage{NodeId(2), Time(3), Time(4)}});
}

Setup some_setup() {
  Setup setup;
  setup.sources.programs = {"a.ded", ""};
  setup.sources.files = {{"a.ded", "log(a, b)@1;\n"}, {"b.ded", std::string("x\0y", 3)}};
  setup.fspec = {6, 4, 1, {"a", "b", "C"}, EffMode::exclusive, CrashModel::stop, 2, {"C", "b"}};
  setup.fspec.limits = {
      2, {"a"}, {"b"}, {{"a", "b"}}, 1, {{"b"}}, {{"East", "b"}}, true, {"C"}, {"A"}, 2, 5, 4};
  setup.fspec.limits.most.of<Pause>() = 3;
  setup.fspec.disk = {1, {"log", "vote"}, {"a"}, true, 2, 3, {"vote"}, 4, {"log"}, {2}, true};
  setup.invariant.pre = "good";
  setup.invariant.post = "post";
  setup.invariant.fail_on = FailOn::critical;
  setup.budget.max_facts = std::numeric_limits<std::uint64_t>::max();
  setup.grounding.pruning = Pruning::always;
  setup.grounding.pruning_done = true;
  setup.grounding.pruned = {{2, 1}, {0xffffffffU, 3}};
  setup.grounding.bounded = true;
  setup.grounding.plain = true;
  setup.system = {
      "system: {}\n", {"eot=1s"}, "/a/b.yaml", {{"n.py", std::string("\0\xff", 2), true}}, 77};
  return setup;
}

Report some_report() {
  ExecuteReport execute;
  execute.outcome = Outcome::violates;
  execute.lineage = {{1, 2, 0xffffffffU}, {}, {{3}, {}, {4, 5}}};
  execute.violated = {"pre(a,data)", ""};
  execute.error = "no";
  execute.offers = {
      {FaultSet({Omission{NodeId(0), NodeId(1), Time(2)}}), Time(2), true, {"loss:m(a>b)#1"}}};
  return {17, 0xfeedULL, 123456789, execute};
}

SearchJob some_cell() {
  SearchJob job{6, 4, 1, true, {}};
  job.settings.strategy = StrategyName::exhaustive;
  job.settings.expand = Expansion::all;
  job.settings.symmetry = Symmetry::never;
  job.settings.all = true;
  job.settings.seed = 9;
  job.settings.max_runs = 77;
  job.budgets.of<Outage>() = 2;
  job.budgets[Budgets::faults] = 0;
  job.params = {"LEASE=3", "WHO=\"a b\""};
  job.settings.weights.of<Crash>() = 7;
  return job;
}

/// Returns a trace with more nodes than the message has bytes after them, which is valid, because a list of
/// nodes is one block.
Trace some_trace(const FspecParameters& fspec) {
  Trace trace;
  trace.fspec = fspec;
  trace.faults = some_outages();
  trace.violated = {"pre(x)"};
  const ldfi::Message message{NodeId(0), NodeId(1), "log(b)", 3, "log"};
  trace.ticks = {{1, {}, {message}, {message}}};
  for (std::uint32_t n = 0; n < fspec.nodes.size(); ++n) {
    trace.ticks[0].crashes.emplace_back(n);
    trace.ticks[0].restarts.emplace_back(n);
  }
  trace.matter = {{Time(1), message}};
  trace.held = {{{NodeId(1), "log(b)", 1, 1}, {std::nullopt, "pre(x)", 1, 1}}};
  return trace;
}

Cell some_searched_cell() {
  Cell report;
  report.verdict = Verdict::counterexample;
  report.executed = BigInt("123456789012345678901234567890");
  report.failure_free_pre = 3;
  report.executions = {{1, std::nullopt, {}, Outcome::holds, 5},
                       {2, 1, some_faults(), Outcome::violates, 6}};
  report.falsifiers = {{some_faults(), true, {"pre(x)"}}, {some_outages(), false, {}}};
  report.fspec = {
      1, 0,    8, {"a", "b", "c", "d", "e", "f", "g", "h"}, EffMode::inclusive, CrashModel::stop,
      3, {"b"}};
  report.traces = {some_trace(report.fspec)};
  return report;
}

std::vector<Message> one_of_each() {
  const systems::MessageId message{"n0", "n1", "m", 0};
  EnumerateReport enumerate{
      64, 2, {some_faults(), FaultSet()}, {FaultSet()}, {{some_faults(), "why"}}};
  return {some_setup(),
          Job{1, ExecuteJob{some_faults()}},
          Job{2,
              EnumerateJob{
                  test::fault_set({}, {{NodeId(1), Time(2)}}), 12, 1024, 4096, {some_faults()}}},
          Job{3, SampleJob{7, 64, 8192, {some_faults()}}},
          Job{4, some_cell()},
          Job{5, DriveJob{{{systems::Loss{message}}, {{message}}}, 7, DriveWay::slow, 2}},
          Report{21, 0xfeedULL, 6, DriveReport{"{\"ldfi_trace\":1}\n"}},
          some_report(),
          Report{19, 0xfeedULL, 6, SampleReport{64, 5, Outcome::violates, 3, {{FaultSet(), ""}}}},
          Report{20, 0xfeedULL, 6, some_searched_cell()},
          Report{18, 0xfeedULL, 5, enumerate},
          Failure{"worker 3: disk full", 74},
          Stop{},
          WorkerHeartbeat{},
          MasterHeartbeat{600'000, "searching", "to go on: ldfi-farm a.yaml --resume"}};
}

void repair_checksum(Bytes& bytes) {
  std::uint32_t kind = 0;
  std::memcpy(&kind, bytes.data() + kind_offset, sizeof kind);
  constexpr std::uint64_t prime = 0x100000001b3ULL;
  std::uint64_t hash = (0xcbf29ce484222325ULL ^ kind) * prime;
  for (std::size_t i = header_bytes; i < bytes.size(); ++i) {
    hash = (hash ^ static_cast<unsigned char>(bytes[i])) * prime;
  }
  std::memcpy(bytes.data() + checksum_offset, &hash, sizeof hash);
  const std::uint64_t payload = bytes.size() - header_bytes;
  std::memcpy(bytes.data() + size_offset, &payload, sizeof payload);
}

TEST(Codec, EveryMessageSurvivesTheRoundTrip) {
  for (const Message& message : one_of_each()) {
    const Bytes bytes = encode(message);
    const Message back = decode(bytes);
    EXPECT_EQ(back.index(), message.index());
    EXPECT_EQ(encode(back), bytes);  // if the bytes are equal, the contents are equal
  }
}

TEST(Codec, KeepsTheContentOfSetup) {
  const auto back = std::get<wire::Setup>(decode(encode(some_setup())));
  EXPECT_EQ(back.sources.programs, some_setup().sources.programs);
  ASSERT_EQ(back.sources.files.size(), 2U);
  EXPECT_EQ(back.sources.files[1].text, std::string("x\0y", 3));
  EXPECT_EQ(back.fspec, some_setup().fspec);
  EXPECT_EQ(back.invariant.pre, "good");
  EXPECT_EQ(back.invariant.fail_on, FailOn::critical);
  EXPECT_EQ(back.budget.max_facts, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(back.grounding.pruning, Pruning::always);
  EXPECT_EQ(back.grounding.pruned, some_setup().grounding.pruned);
  EXPECT_TRUE(back.grounding.pruning_done);
  EXPECT_TRUE(back.grounding.bounded);
  EXPECT_TRUE(back.grounding.plain);
}

TEST(Fingerprint, IsOfWhatASearchIsAboutOnly) {
  wire::Setup other = some_setup();
  other.grounding.pruning_done = false;
  other.grounding.pruned.clear();
  other.grounding.bounded = false;
  other.budget.max_facts = 7;
  other.system.path = "/elsewhere/b.yaml";
  other.system.files.clear();
  EXPECT_EQ(fingerprint(other), fingerprint(some_setup()));
  other.fspec.eff = 3;
  EXPECT_NE(fingerprint(other), fingerprint(some_setup()));
}

TEST(Codec, KeepsTheContentOfCells) {
  const auto job = std::get<SearchJob>(std::get<Job>(decode(encode(Job{3, some_cell()}))).work);
  EXPECT_EQ(job.eot, 6);
  EXPECT_EQ(job.eff, 4);
  EXPECT_EQ(job.crashes, 1);
  EXPECT_TRUE(job.probe);
  EXPECT_EQ(job.settings.strategy, StrategyName::exhaustive);
  EXPECT_EQ(job.settings.expand, Expansion::all);
  EXPECT_EQ(job.settings.symmetry, Symmetry::never);
  EXPECT_TRUE(job.settings.all);
  EXPECT_EQ(job.settings.seed, 9U);
  EXPECT_EQ(job.settings.max_runs, 77U);
  EXPECT_EQ(job.budgets, some_cell().budgets);
  EXPECT_EQ(job.params, some_cell().params);
  const auto report = std::get<Report>(decode(encode(Report{19, 1, 2, some_searched_cell()})));
  const auto& cell = std::get<Cell>(report.result);
  EXPECT_EQ(cell.verdict, Verdict::counterexample);
  EXPECT_EQ(cell.executed, some_searched_cell().executed);
  EXPECT_EQ(cell.failure_free_pre, 3U);
  ASSERT_EQ(cell.executions.size(), 2U);
  EXPECT_EQ(cell.executions[0].parent, std::nullopt);
  EXPECT_EQ(cell.executions[1].parent, 1U);
  EXPECT_EQ(cell.executions[1].faults, some_faults());
  ASSERT_EQ(cell.falsifiers.size(), 2U);
  EXPECT_TRUE(cell.falsifiers[0].minimal);
  EXPECT_EQ(cell.falsifiers[1].faults, some_outages());
  EXPECT_EQ(cell.fspec, some_searched_cell().fspec);
  EXPECT_EQ(cell.traces, some_searched_cell().traces);
  EXPECT_EQ(cell.traces[0].faults, some_outages());
}

// The number of nodes may exceed the number of bytes that are left, which would be an error for larger
// elements.
TEST(Codec, ReadsAListOfNodesAtTheVeryEnd) {
  Tick tick{3, {}, {}, {}, {}};
  for (std::uint32_t n = 0; n < 40; ++n) tick.restarts.emplace_back(n);
  Bytes bytes;
  {
    OutputArchive out(bytes);
    out(tick);
  }
  InputArchive in(bytes.data(), bytes.size());
  Tick back;
  in(back);
  EXPECT_EQ(back, tick);
}

TEST(Codec, RefusesATraceThatPointsNowhere) {
  Cell cell = some_searched_cell();
  cell.traces[0].ticks[0].crashes.back() = NodeId(8);
  const Bytes bytes = encode(Report{19, 1, 2, cell});
  EXPECT_THROW((void)decode(bytes), DecodeError);
}

TEST(Fingerprint, IsOfTheWorkAndNotOfItsLimits) {
  auto limited = some_setup();
  limited.budget.max_facts = 5;
  limited.budget.time_left_ms = 100;
  limited.budget.memory_limit_bytes = 1;
  EXPECT_EQ(fingerprint(limited), fingerprint(some_setup()));
  const auto of = [](auto change) {
    auto other = some_setup();
    change(other.fspec);
    return fingerprint(other);
  };
  EXPECT_NE(of([](FspecParameters& f) { f.crash_model = CrashModel::silent; }),
            fingerprint(some_setup()));
  EXPECT_NE(of([](FspecParameters& f) { f.restarts = 1; }), fingerprint(some_setup()));
  EXPECT_NE(of([](FspecParameters& f) { f.crashable = {"b"}; }), fingerprint(some_setup()));
}

TEST(Repeatable, IsWhatNoLimitOfTheSetupDecided) {
  Cell cell = some_searched_cell();
  EXPECT_TRUE(repeatable({1, 2, 3, cell}));
  EXPECT_TRUE(repeatable(some_report()));
  cell.verdict = Verdict::inconclusive;
  for (const char* reason : {"time", "memory", "more than 10 facts"}) {
    cell.reason = reason;
    EXPECT_FALSE(repeatable({1, 2, 3, cell})) << reason;
  }
  cell.reason = "runs";
  EXPECT_TRUE(repeatable({1, 2, 3, cell}));
}

TEST(Codec, KeepsTheContentOfReports) {
  const auto back = std::get<Report>(decode(encode(some_report())));
  EXPECT_EQ(back.job, 17U);
  EXPECT_EQ(back.fingerprint, 0xfeedU);
  EXPECT_EQ(back.execute_ns, 123456789U);
  const auto& execute = std::get<ExecuteReport>(back.result);
  EXPECT_EQ(execute.outcome, Outcome::violates);
  ASSERT_EQ(execute.offers.size(), 1U);
  EXPECT_EQ(execute.offers[0].fault, FaultSet({Omission{NodeId(0), NodeId(1), Time(2)}}));
  EXPECT_EQ(execute.offers[0].at, Time(2));
  EXPECT_TRUE(execute.offers[0].sending);
  EXPECT_EQ(execute.offers[0].ids, std::vector<std::string>{"loss:m(a>b)#1"});
  EXPECT_EQ(execute.lineage.fired, (std::vector<std::uint32_t>{1, 2, 0xffffffffU}));
  EXPECT_EQ(execute.lineage.unfounded, (std::vector<std::vector<std::uint32_t>>{{3}, {}, {4, 5}}));
  EXPECT_EQ(execute.violated, (std::vector<std::string>{"pre(a,data)", ""}));
}

TEST(Codec, KeepsFaultSets) {
  for (const FaultSet& faults : {some_faults(), some_outages()}) {
    const auto back = std::get<Job>(decode(encode(Job{1, ExecuteJob{faults, true}})));
    EXPECT_EQ(std::get<ExecuteJob>(back.work).faults, faults);
    EXPECT_TRUE(std::get<ExecuteJob>(back.work).offers);
  }
}

TEST(Codec, RejectsEveryTruncation) {
  for (const Message& message : one_of_each()) {
    const Bytes bytes = encode(message);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_THROW(decode(cut), DecodeError) << size;
      if (size < header_bytes) continue;
      repair_checksum(cut);  // the message is refused even with a right length and checksum
      EXPECT_THROW(decode(cut), DecodeError) << size;
    }
  }
}

TEST(Codec, RejectsTrailingBytes) {
  for (const Message& message : one_of_each()) {
    Bytes bytes = encode(message);
    bytes.push_back(0);
    EXPECT_THROW(decode(bytes), DecodeError);
    repair_checksum(bytes);
    EXPECT_THROW(decode(bytes), DecodeError);
  }
}

TEST(Codec, NoticesEveryFlippedBit) {
  for (const Message& message : one_of_each()) {
    Bytes bytes = encode(message);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (int bit = 0; bit < 8; ++bit) {
        const char flip = static_cast<char>(1 << bit);
        bytes[i] = static_cast<char>(bytes[i] ^ flip);
        EXPECT_THROW(decode(bytes), DecodeError) << i << ' ' << bit;
        bytes[i] = static_cast<char>(bytes[i] ^ flip);
      }
    }
  }
}

// If the checksum is right, the loaders read huge counts, unknown enumerators and impossible fault sets. They
// must return a message or an error, and must not crash.
TEST(Codec, SurvivesAlteredPayloadsWithAValidChecksum) {
  std::size_t rejected = 0;
  for (const Message& message : one_of_each()) {
    const Bytes bytes = encode(message);
    for (std::size_t i = header_bytes; i < bytes.size(); ++i) {
      for (const int value : {0, 1, 2, 0x7f, 0x80, 0xff}) {
        Bytes altered = bytes;
        altered[i] = static_cast<char>(value);
        repair_checksum(altered);
        allocated = 0;
        try {
          EXPECT_EQ(decode(altered).index(), message.index());
        } catch (const DecodeError&) {
          ++rejected;
        }
        // Archives and exceptions allocate some memory. The rest must be a small multiple of the message.
        EXPECT_LT(allocated, 16'384 + 16 * altered.size());
      }
    }
  }
  EXPECT_GT(rejected, 100U);
}

TEST(Codec, RejectsUnknownKinds) {
  Bytes bytes = encode(Stop{});
  const std::uint32_t kind = 99;
  std::memcpy(bytes.data() + kind_offset, &kind, sizeof kind);
  repair_checksum(bytes);
  EXPECT_THROW(decode(bytes), DecodeError);
}

TEST(Codec, NamesTheVersionOfAnotherBuild) {
  Bytes bytes = encode(Stop{});
  bytes[4] = 99;
  try {
    decode(bytes);
    FAIL();
  } catch (const DecodeError& e) {
    EXPECT_NE(std::string(e.what()).find("protocol version 99"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace ldfi::wire
