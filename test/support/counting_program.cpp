#include "test/support/counting_program.hpp"

#include <fmt/core.h>

#include <string>
#include <vector>

#include "test/support/random.hpp"

namespace ldfi::test {
namespace {

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed * 2 + 1) {}

  RandomProgram write() {
    RandomProgram out;
    out.fspec.nodes = {"a", "b"};
    out.fspec.eot = random_.between(3, 5);
    out.fspec.eff = random_.between(1, std::min(3, out.fspec.eot - 1));
    out.fspec.crashes = random_.chance(40) ? 1 : 0;
    if (random_.chance(30)) out.fspec.crash_model = CrashModel::halt;
    what_is_heard();
    lower_strata();
    counters();
    invariant();
    out.text = text_;
    return out;
  }

 private:
  void say(const std::string& line) { text_ += line + "\n"; }

  void what_is_heard() {
    say("n(\"a\", \"b\")@1; n(\"b\", \"a\")@1; n(N, M)@next :- n(N, M);");
    say("d(M)@async :- n(N, M); d(N)@next :- d(N);");
    say("e(M)@async :- n(N, M), t(N, T), T > 1;");
    if (random_.chance(60)) say("e(N)@next :- e(N);");
    say("t(\"a\", 1)@1; t(\"b\", 1)@1; t(N, T + 1)@next :- t(N, T);");
    say("m(M, N)@async :- n(N, M); m(N, M)@next :- m(N, M); m(\"b\", \"b\")@1;");
    say("l(\"b\")@1; l(N)@next :- l(N);");
  }

  /// Adds facts that the counting rules read. Some of these facts hold only if others do not hold.
  void lower_strata() {
    say(fmt::format("bad(N) :- l(N), {};", guard(0)));
    say(fmt::format("odd(N) :- l(N), {}, {};", guard(1), guard(1)));
    say("many(N, count<M>) :- m(N, M);");
    say(fmt::format("stop(N, {}) :- l(N), {};", random_.between(1, 4), guard(2)));
    if (random_.chance(50))
      say(fmt::format("stop(N, {}) :- l(N), {};", random_.between(2, 40), guard(2)));
  }

  /// Returns a random premise about the node N. `level` says how many of the relations above exist
  /// already.
  std::string guard(int level) {
    static const std::vector<std::string> premises{"notin d(N)",
                                                   "d(N)",
                                                   "notin e(N)",
                                                   "e(N)",
                                                   "t(N, T), T > 1",
                                                   "t(N, T), T > 2",
                                                   "notin crash(N, \"a\", _)",
                                                   "notin bad(N)",
                                                   "bad(N)",
                                                   "notin odd(N)",
                                                   "odd(N)",
                                                   "many(N, 2)",
                                                   "notin many(N, 1)"};
    static const std::size_t known[] = {7, 9, 11, 13};
    std::string out = premises[random_.below(known[level])];
    // Gives each premise its own variable T, so that two premises of a rule are independent.
    const std::string t = fmt::format("T{}", ++times_);
    for (std::size_t at = out.find("T"); at != std::string::npos; at = out.find("T", at + t.size()))
      out.replace(at, 1, t);
    return out;
  }

  std::string guards() {
    std::string out;
    for (int i = random_.between(1, 3); i > 0; --i) out += ", " + guard(3);
    if (random_.chance(25)) out += ", notin stop(N, I)";
    if (random_.chance(10)) out += fmt::format(", I < {}", random_.between(3, 60));
    return out;
  }

  void counters() {
    const std::vector<std::string> relations{"c", "x", "y"};
    say("c(\"b\", 1)@1;");
    say(fmt::format("c(N, I)@next :- c(N, I){};", random_.chance(60) ? ", I < 3" : ""));
    say(fmt::format("c(N, I + 1) :- c(N, I){};", guards()));
    for (int i = random_.between(0, 4); i > 0; --i) {
      const auto& to = random_.pick(relations);
      const auto& from = random_.pick(relations);
      const std::string computed[] = {"I", "I", "I + 1", "I - 1", "I + K"};
      const std::string& value = computed[random_.below(5)];
      say(fmt::format("{}(N, {}) :- {}(N, I){}{};", to, value, from,
                      value == "I + K" ? ", many(N, K)" : "", guards()));
    }
    if (random_.chance(30)) say("x(N, I) :- y(N, I); y(N, I) :- x(N, I);");
    if (random_.chance(30)) say(fmt::format("c(N, I + J) :- c(N, I), x(N, J){};", guards()));
    say("x(\"b\", 2)@2; y(\"b\", 1)@3;");
  }

  void invariant() {
    say("pre(N) :- l(N);");
    const std::string kept = fmt::format("c(N, {})", random_.between(1, 4));
    say(fmt::format("post(N) :- l(N), {}{};", random_.chance(50) ? "notin " : "", kept));
    if (random_.chance(50)) say(fmt::format("post(N) :- l(N), {};", guard(3)));
    if (random_.chance(30)) say("post(N) :- x(N, _), notin y(N, 2);");
  }

  Random random_;
  std::string text_;
  int times_ = 0;
};

}  // namespace

RandomProgram counting_program(std::uint64_t seed) {
  return Writer(seed).write();
}

}  // namespace ldfi::test
