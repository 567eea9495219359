// A run of a real system with a counterexample, for tests of files and views.
#pragma once

#include <fmt/core.h>

#include <string>

#include "common/record/run.hpp"

namespace ldfi::results {

inline constexpr std::int64_t ms = 1'000'000;

inline std::string system_header(const std::string& faults) {
  return fmt::format(
      R"({{"ldfi_trace":1,"system":"gossip 00ff","seed":"1","spec":{{"nodes":["n0","n1","n2","lin-kv"],"eff":300000000,"crashes":1,"restarts":{{"most":1,"down":[100000000]}},"delays":{{"values":[40000000]}}}},"faults":[{}]}})"
      "\n",
      faults);
}

inline std::string asked(std::int64_t at, int op, const std::string& client,
                         const std::string& node, const std::string& body) {
  return fmt::format(R"({{"e":"invoke","t":{},"op":{},"client":"{}","node":"{}","body":{}}})"
                     "\n",
                     at * ms, op, client, node, body);
}

inline std::string heard(std::int64_t at, int op, const std::string& client,
                         const std::string& body) {
  return fmt::format(R"({{"e":"return","t":{},"op":{},"client":"{}","body":{}}})"
                     "\n",
                     at * ms, op, client, body);
}

inline std::string sends(std::int64_t at, const std::string& id, const std::string& fate,
                         std::int64_t arrives, const std::string& fp = "aa") {
  return fmt::format(
      R"({{"e":"send","t":{},"id":[{}],"fate":"{}","arrive":{},"fp":"{}","body":{{"type":"m","message":100}}}})"
      "\n",
      at * ms, id, fate, arrives * ms, fp);
}

inline std::string gets(std::int64_t at, const std::string& id) {
  return fmt::format(R"({{"e":"recv","t":{},"id":[{}]}})"
                     "\n",
                     at * ms, id);
}

inline const char* const to_n1 = R"("n0","n1","gossip",0)";
inline const char* const to_n2 = R"("n0","n2","gossip",0)";
inline const char* const ack_n1 = R"("n1","n0","ack",0)";
inline const char* const again_n2 = R"("n0","n2","again",0)";

/// The recording of an execution without faults: no message is lost, and n1 has the value.
inline std::string good_recording() {
  return system_header("") +
         asked(50, 0, "c1", "n0", R"({"type":"broadcast","message":100,"msg_id":7})") +
         sends(50, to_n1, "ok", 60) + sends(50, to_n2, "ok", 60) +
         heard(50, 0, "c1", R"({"type":"broadcast_ok","in_reply_to":7})") + gets(60, to_n1) +
         sends(60, ack_n1, "ok", 70) + gets(60, to_n2) + gets(70, ack_n1) +
         asked(500, 1, "c2", "n1", R"({"type":"read"})") +
         heard(500, 1, "c2", R"({"type":"read_ok","messages":[100]})") +
         "{\"e\":\"verdict\",\"result\":\"pass\"}\n";
}

/// The message to n1 is lost, the message to n2 is late and overtaken, and n1 crashes and restarts.
inline std::string bad_recording() {
  return system_header(R"x("O(n0,n1,gossip#0)","D(n0,n2,gossip#0,+40ms)","C(n1,#1,+100ms)")x") +
         asked(50, 0, "c1", "n0", R"({"type":"broadcast","message":100})") +
         sends(50, to_n1, "lost", 60) + sends(50, to_n2, "late", 100) +
         heard(50, 0, "c1", R"({"type":"broadcast_ok"})") +
         R"({"e":"timer","t":55000000,"node":"n0"})"
         "\n" +
         sends(55, again_n2, "ok", 65, "bb") +
         R"({"e":"crash","t":60000000,"node":"n1","back":160000000})"
         "\n" +
         gets(65, again_n2) + gets(100, to_n2) +
         R"({"e":"restart","t":160000000,"node":"n1"})"
         "\n" +
         asked(500, 1, "c2", "n1", R"({"type":"read"})") +
         heard(500, 1, "c2", R"({"type":"read_ok","messages":[]})") +
         R"({"e":"verdict","result":"fail","violated":["100 was acknowledged, and n1 does not have it"]})"
         "\n";
}

inline SystemResult sample_system() {
  SystemResult out;
  out.system = "gossip 00ff";
  out.command = {"python3", "gossip.py"};
  out.nodes = {"n0", "n1", "n2"};
  out.kernel = "Linux 6.1";
  out.verdict = Verdict::counterexample;
  out.reason = "runs";
  out.certificate = "";
  out.level = "exact";
  out.exhausted = true;
  out.pairs = 2;
  out.double_runs = 1;
  out.differences = {"under none, twice: a once, b once"};
  out.wall_s = 0.5;
  const systems::MessageId first{"n0", "n1", "gossip", 0};
  const systems::MessageId second{"n0", "n2", "gossip", 0};
  out.messages = {first, second};
  const systems::FaultSet faults{systems::Loss{first}, systems::Restart{{"n1", {1}}, 100 * ms},
                                 systems::Delay{second, 40 * ms}};
  SystemExecution good{{}, {},        systems::Result::pass, {}, "", 11, 500 * ms,
                       {}, {3, 2, 1}, good_recording()};
  good.sends = {{0, 50 * ms, 60 * ms}, {1, 50 * ms, 60 * ms}};
  SystemExecution bad{faults,
                      faults,
                      systems::Result::fail,
                      {"100 was acknowledged, and n1 does not have it"},
                      "",
                      22,
                      500 * ms,
                      {},
                      {2, 2, 2},
                      bad_recording()};
  bad.sends = {{0, 50 * ms, 60 * ms, systems::Fate::lost}, {1, 50 * ms, -1, systems::Fate::late}};
  SystemExecution left{{systems::Loss{second}},
                       {},
                       systems::Result::invalid,
                       {},
                       "n0 printed a line that is not JSON",
                       33,
                       0,
                       {},
                       {},
                       ""};
  out.executions = {good, bad, left};
  out.falsifiers = {{1, faults, true}};
  return out;
}

inline RunRecord sample_system_run() {
  RunRecord out;
  out.version = "1.0";
  out.started = "2026-01-01T00:00:00Z";
  out.command_line = {"ldfi-farm", "gossip.yaml"};
  out.config_name = "gossip.yaml";
  out.config_text = "system: {kind: nodes}\n# <b>\n";
  out.strategy = "trace";
  out.seed = 1;
  out.system = sample_system();
  return out;
}

/// Returns a sweep with two cells: one has the sample's counterexample, the other one ran out of
/// time.
inline RunRecord sample_system_sweep() {
  RunRecord out = sample_system_run();
  SystemResult one = *std::move(out.system);
  out.system.reset();
  one.point = {"1s,300ms,1,seed=2", 1000 * ms, 300 * ms, 1, 2, {"eff=300ms"}};
  SystemResult none;
  none.system = one.system;
  none.command = one.command;
  none.nodes = one.nodes;
  none.reason = "time";
  none.level = "exact";
  none.point = {"1s,600ms,1,seed=2", 1000 * ms, 600 * ms, 1, 2, {"eff=600ms"}};
  out.sweep = {none, one};
  out.conclusion = "2 cells: 1 counterexample, 1 inconclusive";
  return out;
}

}  // namespace ldfi::results
