// Programs that several tests of schedules use.
#pragma once

namespace ldfi::minimise {

// Of two messages on one channel, only the second one violates the promise.
inline constexpr const char* pair = R"(
say("a", 1)@1;
say("a", 2)@2;
to("a", "b")@1;
to(A, B)@next :- to(A, B);
hear(B, I)@async :- say(A, I), to(A, B);
heard(B, I) :- hear(B, I);
heard(B, I)@next :- heard(B, I);
pre(B, I) :- heard(B, I), I == 2;
post(B, I) :- heard(B, I), heard(B, 1);
)";

// The timer rings twice only if its message is duplicated.
inline constexpr const char* rings = R"(
set("a", 1)@1;
ring(N, V)@async :- set(N, V);
rung(N, 1)@next :- ring(N, _), notin rung(N, 1);
rung(N, 2)@next :- ring(N, _), rung(N, 1);
rung(N, V)@next :- rung(N, V);
pre(N) :- rung(N, 1);
post(N) :- rung(N, 1), notin rung(N, 2);
)";

}  // namespace ldfi::minimise
