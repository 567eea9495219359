// What a certificate says, and the questions that have to be refuted for it to be true. The farm asks
// the same questions when it writes one; docs/reference/certificate-format.md has the format.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/prove/certificate/circuit.hpp"
#include "common/prove/certificate/files.hpp"
#include "common/prove/certificate/program.hpp"
#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {

struct Fault {
  enum class Kind : std::uint8_t {
    loss,
    crash,
    late,
    twice,
    partition,
    write,
    dead,
    pause,
    damage,
    back
  };
  Kind kind = Kind::loss;
  /// Of a crash the node alone; of a partition those who are cut off; of a disk node and relation.
  std::string from, to;
  int tick = 0;
  bool after = false;  ///< of an outage: the node still works at that tick
  int back = 0;  ///< of an outage: when it restarts, 0 is never; of a partition: its last tick
  int by = 0;    ///< of what is late, or comes a second time: how many ticks later
  std::string relation;  ///< likewise, where each relation is late by itself: which one
  [[nodiscard]] bool crash() const { return kind == Kind::crash; }
  [[nodiscard]] bool cuts() const { return kind == Kind::partition; }
  /// Only `from` says of what.
  [[nodiscard]] bool alone() const { return crash() || cuts() || kind == Kind::pause; }
  [[nodiscard]] bool of_disk() const {
    return kind == Kind::write || kind == Kind::dead || kind == Kind::damage || kind == Kind::back;
  }
  /// Whether the fault has a first and a last tick, or a first one.
  [[nodiscard]] bool lasts() const { return alone() || kind == Kind::write || kind == Kind::dead; }
  /// Of an outage: the first tick at which the node is down.
  [[nodiscard]] int down() const { return after ? tick + 1 : tick; }
  bool operator==(const Fault&) const = default;
};
using FaultSet = std::vector<Fault>;

/// A column whose larger numbers mean the same (saturation.hpp).
struct Saturated {
  std::string relation;
  int column = 0;  ///< from 1 on
  std::int64_t top = 0;
};

/// What is claimed of one specification, or of the invariant where there are none.
struct Said {
  std::string of;                 ///< its name; empty where there are no specifications
  bool open = false;              ///< nothing
  bool certified = false;         ///< no fault set violates
  std::vector<FaultSet> violate;  ///< each does
  bool minimal = false;           ///< no part of one of them does
  bool least = false;             ///< nothing of fewer faults than the first does
  bool all = false;               ///< what violates contains one of them
  bool vacuous = false;           ///< without faults, nothing is promised; or it is never judged
};

struct Claim {
  std::vector<std::string> programs;  ///< files in the folder
  std::vector<std::pair<std::string, std::string>> parameters;
  Limits limits;
  bool universe = false;  ///< universe.ded says what can hold; that nothing else does is proved
  std::vector<FaultSet> known;  ///< nothing is claimed of fault sets that contain one of these
  std::vector<Said> each;       ///< of each specification, in their order
  /// No fault set violates, whatever the EOT. The rest is of such a claim alone, which has no EOT.
  bool forever = false;
  std::optional<int> calm;  ///< ticks up to EOT at which no message is lost; nothing: none ever is
  int from = 1;             ///< the least EOT
  int promised = 0;         ///< without faults, something is promised at this EOT
  std::vector<Saturated> saturated;
};

/// Clauses that contradict each other if the claim is true; the proof is NAME.drup.
struct Question {
  std::string name;
  std::string of;  ///< the specification that it is about, if it has a name and is the only one
  std::function<std::vector<Clause>()>
      clauses;  ///< made anew at each call: there may be many questions
};

/// What has to be refuted, and what was promised.
struct Questions {
  std::vector<Question> each;
  std::vector<Judged> judged;  ///< of a claim about every EOT, what it is about
  bool has_pre = false;        ///< else what the failure-free run has in post is promised
};

/// Throws Rejected with the line.
Claim read_claim(const std::string& folder);

/// The program of the claim, and its universe. Throws Rejected if it is none.
Program read_program(const std::string& folder, const Claim& claim);

/// Also checks what needs no proof: that fault sets are admissible, and violate. `check` is called now
/// and then, and may throw. Throws Rejected if the claim is wrong.
Questions questions(const std::string& folder, const Claim& claim,
                    const std::function<void()>& check = {});

/// A name of a node stands between blanks, commas, brackets and `>`, and so has none of them: else two
/// faults could be written the same.
bool is_name(const std::string& text);
/// `O(a,b,1) C(a,3) O("x=y",b,2)`, of such names, quoted or not. Throws Rejected.
FaultSet fault_set(const std::string& text);
std::string to_text(const FaultSet& faults);

}  // namespace ldfi::certificate
