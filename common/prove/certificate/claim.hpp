// The content of a certificate, and the questions whose refutation proves it.
// docs/reference/certificate-format.md describes the format.
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
  /// For a crash, only `from`: the node. For a partition, only `from`: the nodes that are cut off.
  /// For a disk fault, the node and the relation.
  std::string from, to;
  int tick = 0;
  bool after = false;  ///< for an outage: true if the node still works at that tick
  /// For an outage, the tick of the restart, or 0 if it never restarts. For a partition, its last
  /// tick.
  int back = 0;
  int by = 0;  ///< for a late or second message: how many ticks later it arrives
  /// For a late or second message: its relation, if each relation is late by itself.
  std::string relation;
  [[nodiscard]] bool crash() const { return kind == Kind::crash; }
  [[nodiscard]] bool cuts() const { return kind == Kind::partition; }
  /// Returns whether only `from` names what the fault affects.
  [[nodiscard]] bool alone() const { return crash() || cuts() || kind == Kind::pause; }
  [[nodiscard]] bool of_disk() const {
    return kind == Kind::write || kind == Kind::dead || kind == Kind::damage || kind == Kind::back;
  }
  /// Returns whether the fault lasts for several ticks, or for good.
  [[nodiscard]] bool lasts() const { return alone() || kind == Kind::write || kind == Kind::dead; }
  /// Returns the first tick at which the node of an outage is down.
  [[nodiscard]] int down() const { return after ? tick + 1 : tick; }
  bool operator==(const Fault&) const = default;
};
using FaultSet = std::vector<Fault>;

/// A column in which all numbers above `top` mean the same (saturation.hpp).
struct Saturated {
  std::string relation;
  int column = 0;  ///< number of the column, from 1 on
  std::int64_t top = 0;
};

/// The claim about one specification, or about the invariant if there are no specifications.
struct Said {
  std::string of;                 ///< name of the specification, or empty
  bool open = false;              ///< true if nothing is claimed
  bool certified = false;         ///< true if no fault set violates it
  std::vector<FaultSet> violate;  ///< fault sets that violate it
  bool minimal = false;           ///< true if no proper part of such a set violates it
  /// True if no set with fewer faults than the first one violates it.
  bool least = false;
  /// True if every fault set that violates it contains one of these.
  bool all = false;
  /// True if nothing is promised without faults, or if it is never judged.
  bool vacuous = false;
};

struct Claim {
  std::vector<std::string> programs;  ///< names of files in the folder
  std::vector<std::pair<std::string, std::string>> parameters;
  Limits limits;
  /// True if universe.ded lists what can hold; a proof shows that nothing else can.
  bool universe = false;
  std::vector<FaultSet> known;  ///< nothing is claimed about fault sets that contain one of these
  std::vector<Said> each;       ///< claim about each specification, in their order
  /// True if no fault set violates, whatever the EOT. Such a claim has no EOT; only such a claim
  /// has the members below.
  bool forever = false;
  /// Number of ticks without a lost message at the end, up to EOT; nullopt if no message is ever
  /// lost.
  std::optional<int> calm;
  int from = 1;      ///< the smallest EOT
  int promised = 0;  ///< an EOT at which something is promised without faults
  std::vector<Saturated> saturated;
};

/// Clauses that contradict each other if the claim is true. Their proof is NAME.drup.
struct Question {
  std::string name;
  /// Name of the specification, if the question is about exactly one that has a name.
  std::string of;
  std::function<std::vector<Clause>()>
      clauses;  ///< computed at each call, since there may be many questions
};

/// The questions of a claim, and what was promised.
struct Questions {
  std::vector<Question> each;
  std::vector<Judged> judged;  ///< the subject of a claim about every EOT
  bool has_pre = false;        ///< false if the promise is what the failure-free run has in `post`
};

/// Reads claim.txt. Throws Rejected, which names the line.
Claim read_claim(const std::string& folder);

/// Reads the program and the universe of the claim. Throws Rejected if they are not valid.
Program read_program(const std::string& folder, const Claim& claim);

/// Returns the questions of a claim. Also checks what needs no proof: that fault sets are
/// admissible, and that they violate. Calls `check` regularly, which may throw. Throws Rejected if
/// the claim is wrong.
Questions questions(const std::string& folder, const Claim& claim,
                    const std::function<void()>& check = {});

/// Returns whether the text can be the name of a node: not empty, without blanks, commas, brackets
/// and `>`. With these, two faults could have the same written form.
bool is_name(const std::string& text);
/// Reads for example `O(a,b,1) C(a,3) O("x=y",b,2)`, with names in quotes or without. Throws
/// Rejected.
FaultSet fault_set(const std::string& text);
std::string to_text(const FaultSet& faults);

}  // namespace ldfi::certificate
