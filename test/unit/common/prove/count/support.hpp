// A program with its universe, for the tests of this folder.
#pragma once

#include "common/dedalus/ground/ground_program.hpp"
#include "test/support/fspec.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::count {

/// a sends to b at each tick. What a has is promised at b.
inline const std::string telling = R"(
log("a", "m")@1;
log(X, P)@next :- log(X, P);
log("b", P)@async :- log("a", P);
post(P) :- log("b", P);
)";
inline const std::string promised = "pre(P) :- log(\"a\", P);\n";
/// The same promise, unless a crashes.
inline const std::string promised_by_the_living =
    "pre(P) :- log(\"a\", P), notin crash(_, \"a\", _);\n";

struct Grounded {
  explicit Grounded(test::RandomProgram given)
      : text(std::move(given)),
        program(test::check(text)),
        universe(ground::ground_program(program, Fspec(text.fspec))) {}
  Grounded(std::string statements, FspecParameters fspec)
      : Grounded(test::RandomProgram{std::move(statements), std::move(fspec)}) {}

  test::RandomProgram text;
  dedalus::Program program;
  ground::Universe universe;
};

}  // namespace ldfi::count
