// The content of a certificate, and the questions that its proofs answer.
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
  /// Names of nodes. For a crash and a pause, `from` is the node. For a partition, `from` has the
  /// nodes that are cut off. For a disk fault, the names are the node and the relation.
  std::string from, to;
  int tick = 0;
  bool after = false;  ///< for an outage: true if the node still works at that tick
  /// For an outage, the tick of the restart, or 0 if the node does not restart. For a partition,
  /// its last tick.
  int back = 0;
  int by = 0;  ///< for a late or second message, the number of ticks by which it is late
  /// For a late or second message, its relation, if relations are delayed separately.
  std::string relation;
  [[nodiscard]] bool crash() const { return kind == Kind::crash; }
  [[nodiscard]] bool cuts() const { return kind == Kind::partition; }
  /// Returns true if `from` alone says what the fault affects.
  [[nodiscard]] bool alone() const { return crash() || cuts() || kind == Kind::pause; }
  [[nodiscard]] bool of_disk() const {
    return kind == Kind::write || kind == Kind::dead || kind == Kind::damage || kind == Kind::back;
  }
  /// Returns true if the fault lasts for several ticks, or for good.
  [[nodiscard]] bool lasts() const { return alone() || kind == Kind::write || kind == Kind::dead; }
  /// Returns the first tick at which the node is down in an outage.
  [[nodiscard]] int down() const { return after ? tick + 1 : tick; }
  bool operator==(const Fault&) const = default;
};
using FaultSet = std::vector<Fault>;

/// A column of which all numbers above `top` have the same effect (saturation.hpp).
struct Saturated {
  std::string relation;
  int column = 0;  ///< number of the column, from 1
  std::int64_t top = 0;
};

/// The claim about one specification, or about the invariant if the program has no specifications.
struct Said {
  std::string of;                 ///< name of the specification; empty for the invariant
  bool open = false;              ///< true if nothing is claimed
  bool certified = false;         ///< true if it is claimed that no fault set violates it
  std::vector<FaultSet> violate;  ///< fault sets that are claimed to violate it
  bool minimal = false;  ///< true if it is claimed that no proper part of such a set violates it
  /// True if it is claimed that no set with fewer faults than the first one violates it.
  bool least = false;
  /// True if it is claimed that every violating fault set contains one of these sets.
  bool all = false;
  /// True if nothing is promised in the failure-free run, or if the specification is never judged.
  bool vacuous = false;
};

struct Claim {
  std::vector<std::string> programs;  ///< names of the program texts in the folder
  std::vector<std::pair<std::string, std::string>> parameters;
  Limits limits;
  /// True if universe.ded lists the facts that can hold. Then a proof shows that no other fact can
  /// hold.
  bool universe = false;
  /// Fault sets that are left out: nothing is claimed about sets that contain one of them.
  std::vector<FaultSet> known;
  std::vector<Said> each;  ///< the claims about the specifications, in their order
  /// True if it is claimed that no fault set violates at any EOT. Only such a claim has the members
  /// below, and it has no EOT.
  bool forever = false;
  /// Number of last ticks up to EOT in which no message is lost; nullopt if no message is ever
  /// lost.
  std::optional<int> calm;
  int from = 1;      ///< smallest EOT of the claim
  int promised = 0;  ///< an EOT at which the failure-free run promises something
  std::vector<Saturated> saturated;
};

/// A set of clauses that must contradict each other for the claim to be true. The file NAME.drup
/// proves that they do.
struct Question {
  std::string name;
  /// Name of the specification, if the question is about exactly one specification with a name.
  std::string of;
  /// Returns the clauses; computes them at each call, because there may be many questions.
  std::function<std::vector<Clause>()> clauses;
};

/// All questions of a claim, and what the claim is about.
struct Questions {
  std::vector<Question> each;
  /// The specifications or the invariant that a claim for every EOT is about.
  std::vector<Judged> judged;
  bool has_pre = false;  ///< false if `post` must keep what it has in the failure-free run
};

/// Returns the claim in the file claim.txt. Throws Rejected with the number of a wrong line.
Claim read_claim(const std::string& folder);

/// Returns the program of the claim, with the universe. Throws Rejected if they are not valid.
Program read_program(const std::string& folder, const Claim& claim);

/// Returns the questions of a claim. Also checks the parts that need no proof: that fault sets are
/// admissible, and that they violate. Calls `check` regularly, which may throw. Throws Rejected if
/// the claim is wrong.
Questions questions(const std::string& folder, const Claim& claim,
                    const std::function<void()>& check = {});

/// Returns true if the text can be the name of a node. It must not be empty, and must not have
/// blanks, commas, brackets and `>`, because two faults could then have the same written form.
bool is_name(const std::string& text);
/// Returns the fault set with this written form, such as `O(a,b,1) C(a,3) O("x=y",b,2)`, with or
/// without quotes around names. Throws Rejected if it cannot be read.
FaultSet fault_set(const std::string& text);
std::string to_text(const FaultSet& faults);

}  // namespace ldfi::certificate
