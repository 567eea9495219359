// All that one node sends another at a tick: lost, late, or twice (docs/SEMANTICS.md, section 3).
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "common/certificate/unroll.hpp"

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
  const Channel& of(const std::string& a, const std::string& b, int t);
  /// Something is sent then, if the literal holds.
  void send(const std::string& a, const std::string& b, int t, int literal);
  /// Something arrives later than something that was sent later by the same to the same.
  int overtakes();

 private:
  int overtakes(const Channel& first, const Channel& second, int ticks);

  Unrolled& out_;
  const Limits& limits_;
  std::map<std::tuple<std::string, std::string, int>, Channel> channels_;
  std::size_t inputs_ = 0;  ///< of what may be late, or come twice; and what of it overtakes
};

}  // namespace ldfi::certificate
