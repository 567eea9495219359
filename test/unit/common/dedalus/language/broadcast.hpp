// A program that sends messages, for the tests of this folder.
#pragma once

#include <string>

namespace ldfi::dedalus {

inline const std::string broadcast = R"(
log(M, P)@async :- log(N, P), peer(N, M);
log(N, P)@next :- log(N, P);
missing(A, P) :- log(X, P), peer(X, A), notin log(A, P);
pre(X, P) :- log(X, P), notin crash(X, X, _);
post(X, P) :- log(X, P), notin missing(_, P);
)";

}  // namespace ldfi::dedalus
