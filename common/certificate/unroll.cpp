#include "common/certificate/unroll.hpp"

#include <algorithm>

#include "common/certificate/events.hpp"
#include "common/certificate/specifications.hpp"
#include "common/certificate/storage.hpp"
#include "common/certificate/unroller.hpp"

namespace ldfi::certificate {
namespace {

/// With a `post` alone, what the failure-free run has in it is promised.
void judge_invariant(const Program& program, const Unroller& good, const Unroller& unroller,
                     Unrolled& out) {
  Judged& judged = out.judged.back();
  out.has_pre = in_protocol(program, unroller.pre_);
  const Table& pre = out.has_pre ? unroller.last(unroller.pre_) : good.last(unroller.post_);
  judged.promises = !(out.has_pre ? good.last(unroller.pre_) : pre).rows().empty();
  Clause violations;
  for (const Row& row : pre.rows()) {
    Clause body{row.literal};
    for (const Row& kept : unroller.last(unroller.post_).rows()) {
      if (kept.tuple == row.tuple) body.push_back(-kept.literal);
    }
    violations.push_back(out.circuit.all(body));
  }
  judged.violated = out.circuit.any(violations);
}

/// Something is in its relation at a tick at which it is judged.
Judged judged(const Specification& one, int relation, int eot, const Unroller& unroller,
              Unrolled& out) {
  Judged judged{one.name, one.severity + " finally", Circuit::no, true};
  std::int64_t first = eot;
  if (one.after) {
    first = *one.after < eot ? *one.after + 1 : eot + 1;
    judged.when =
        one.severity + (*one.after == 0 ? " always" : " after " + std::to_string(*one.after));
  }
  judged.promises = first <= eot;
  Clause violations;
  for (auto t = static_cast<int>(first); t <= eot; ++t) {
    for (const Row& row : unroller.at(t, relation).rows()) violations.push_back(row.literal);
  }
  judged.violated = out.circuit.any(violations);
  return judged;
}

}  // namespace

Unrolled unroll(Program& program, const Limits& limits, const std::function<void()>& check) {
  require_observers(program, limits.pre, limits.post);
  add_disks(program);
  add_events(program, limits.late > 0 || limits.twice > 0);
  Limits none = limits;
  none.last_loss = none.crashes = none.restarts = none.partitions = none.late = none.twice = 0;
  none.failed_writes = none.dead_disks = none.corruptions = none.write_backs = none.pauses = 0;
  Unroller good(program, none, check);
  good.run();
  Unroller unroller(program, limits, check);
  Unrolled out = unroller.run();
  if (in_protocol(program, unroller.post_)) {
    out.judged.push_back({invariant, "", Circuit::no, false});
    judge_invariant(program, good, unroller, out);
  } else if (program.specifications.empty()) {
    throw Rejected("the program has no " + limits.post);
  }
  for (const Specification& one : program.specifications) {
    if (check) check();
    out.judged.push_back(judged(one, program.relation(one.name), limits.eot, unroller, out));
  }
  return out;
}

}  // namespace ldfi::certificate
