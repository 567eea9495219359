// Makes random programs with timers whose numbers grow without end. A proof for every EOT (last
// tick) merges the large numbers.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <vector>

#include "test/support/random_program.hpp"

namespace ldfi::test {

/// Adds a timer and rules that read it in several ways to two of three programs. Returns other
/// programs unchanged.
inline RandomProgram with_timer(const RandomProgram& plain, std::uint64_t seed) {
  static const std::vector<std::string> readers{
      "log(V0, \"x\")@next :- age(V0, N), N == 2",
      "log(V1, \"x\")@async :- age(V0, N), node(V0, V1), N > 1",
      "log(V0, D)@next :- log(V0, D), notin age(V0, 2)", "old(V0, N + 2) :- age(V0, N), N >= 2",
      "log(V0, \"x\")@next :- old(V0, 5)"};
  static const std::vector<std::string> starts{"start(V0, _)", "log(V0, _)",
                                               "log(V0, _), notin age(V0, _)"};
  if (seed % 3 == 0) return plain;
  const std::uint64_t chance = seed * 0x9E3779B97F4A7C15U >> 32U;
  RandomProgram out = plain;
  out.text += fmt::format("age(V0, 0)@next :- {};\nage(V0, N + {})@next :- age(V0, N){};\n",
                          starts[chance % starts.size()], 1 + (chance >> 4U) % 2,
                          (chance >> 5U & 1U) == 0 ? "" : ", N < 7");
  for (std::size_t i = 0; i < readers.size(); ++i) {
    if ((chance >> (8 + i) & 1U) != 0) out.text += readers[i] + ";\n";
  }
  if (chance >> 16U & 1U) out.text += "age(\"a\", 0)@1;\n";
  const bool has_pre = plain.text.find("pre(") != std::string::npos;
  if (has_pre && (chance >> 17U) % 4 == 0) {
    out.text +=
        "ahead(V0, V1)@next :- age(V0, 1), crash(_, V1, _), notin down(V1);\n"
        "ahead(V0, V1)@next :- ahead(V0, V1);\npre(\"ahead\") :- ahead(_, _);\n";
  }
  return checked(out) ? out : plain;
}

}  // namespace ldfi::test
