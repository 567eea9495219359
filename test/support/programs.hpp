// Holds programs that several tests use.
#pragma once

namespace ldfi::test {

/// A chain of messages from a to b and from b to c. Node a also sends to d, which no promise
/// mentions.
inline constexpr const char* chain_program = R"(
log("a", "m")@1; next("a", "b")@1; next("b", "c")@1; next("a", "d")@1;
next(X, Y)@next :- next(X, Y);
log(X, P)@next :- log(X, P);
log(Y, P)@async :- log(X, P), next(X, Y);
pre(P) :- log("a", P);
post(P) :- log("c", P);
)";

}  // namespace ldfi::test
