// All that one node sends another at a tick, or what it sends of one relation, where each is late by
// itself: lost, late, or twice (docs/SEMANTICS.md, section 3).
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {

struct Channel {
  int lost = Circuit::no;
  std::vector<int> late;   ///< by 1, 2, … ticks at least
  std::vector<int> twice;  ///< 1, 2, … ticks later
  Clause leaves;           ///< what is sent, and leaves its sender
};

class Channels {
 public:
  /// Both must outlive it.
  Channels(Unrolled& out, const Limits& limits) : out_(out), limits_(limits) {}

  /// Adds an input for each fault of it that the limits admit. Throws Rejected if there are too many.
  const Channel& of(const Messages& sent);
  /// Something is sent then, if the literal holds.
  void send(const Messages& sent, int literal);
  /// Something arrives later than something that was sent later by the same to the same.
  int overtakes();

 private:
  /// By the relation; one without a name where all are late together.
  using Relations = std::map<std::string, Channel>;
  void overtakes(const Channel& first, const Relations& later, int ticks, Clause& out);
  int overtakes(const Channel& first, const Channel& second, int ticks);

  Unrolled& out_;
  const Limits& limits_;
  std::map<std::tuple<std::string, std::string, int>, Relations> channels_;
  std::size_t inputs_ = 0;  ///< of what may be late, or come twice; and what of it overtakes
};

}  // namespace ldfi::certificate
