// The statement of a certificate (its claim), and the sets of clauses that a proof must refute so
// that the claim is true. docs/reference/certificate-format.md describes the format.
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
  /// the last tick of the partition.
  int back = 0;
  int by = 0;  ///< for a late or second message, the number of ticks by which it is late
  /// For a late or second message, the message's relation, if relations are delayed separately.
  std::string relation;
  [[nodiscard]] bool crash() const { return kind == Kind::crash; }
  [[nodiscard]] bool cuts() const { return kind == Kind::partition; }
  /// Returns true if `from` alone says what the fault affects, so that `to` is not used.
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

/// A column in which all numbers above `top` have the same effect, so that a single number replaces
/// them (saturation.hpp).
struct Saturated {
  std::string relation;
  int column = 0;  ///< number of the column, from 1
  std::int64_t top = 0;
};

/// The claim of a certificate about one specification, or about the invariant if the program has no
/// specifications.
struct Said {
  std::string of;          ///< name of the specification; empty for the invariant
  bool open = false;       ///< true if nothing is claimed
  bool certified = false;  ///< true if it is claimed that no fault set violates the specification
  std::vector<FaultSet> violate;  ///< fault sets that are claimed to violate the specification
  /// True if it is claimed that no proper part of such a fault set violates the specification.
  bool minimal = false;
  /// True if it is claimed that no set with fewer faults than `violate[0]` violates the
  /// specification.
  bool least = false;
  /// True if it is claimed that every violating fault set contains one of the sets in `violate`.
  bool all = false;
  /// True if nothing is promised in the failure-free run, or if the specification is never judged.
  bool vacuous = false;
};

struct Claim {
  std::vector<std::string> programs;  ///< names of the program texts in the folder
  std::vector<std::pair<std::string, std::string>> parameters;
  Limits limits;
  /// True if the file universe.ded lists all facts that can hold under some fault set. Then a proof
  /// must show that no other fact can hold.
  bool universe = false;
  /// Fault sets that the user has excluded. Nothing is claimed about sets that contain one of them.
  std::vector<FaultSet> known;
  std::vector<Said> each;  ///< the claims about the specifications, in their order
  /// True if it is claimed that, whatever the EOT, no fault set violates. EOT is the last tick of
  /// an execution. Only such a claim has the members below, and `limits` has no EOT then.
  bool forever = false;
  /// Number of last ticks up to EOT in which no message is lost; nullopt if no message is ever
  /// lost.
  std::optional<int> calm;
  int from = 1;  ///< smallest EOT of the claim
  /// An EOT at which the failure-free run promises something, so that the claim is not empty.
  int promised = 0;
  std::vector<Saturated> saturated;
};

/// A set of clauses that must contradict each other for the claim to be true. The certificate's
/// file NAME.drup must prove the contradiction.
struct Question {
  std::string name;
  /// Name of the specification that the clauses are about. Empty if the clauses are about several
  /// specifications, or if the specification has no name.
  std::string of;
  /// Returns the clauses. Computes them at each call, because there may be too many questions to
  /// store all clauses at once.
  std::function<std::vector<Clause>()> clauses;
};

/// All questions that proofs must answer for a claim.
struct Questions {
  std::vector<Question> each;
  /// The specifications or the invariant; filled only for a claim about every EOT.
  std::vector<Judged> judged;
  /// True if the program has a relation `pre`; otherwise `post` must keep the tuples that `post`
  /// has in the failure-free run.
  bool has_pre = false;
};

/// Reads and returns the claim in the folder's file claim.txt. Throws Rejected with the number of
/// the line that is wrong.
Claim read_claim(const std::string& folder);

/// Returns the program that the claim names, with the facts of universe.ded if the claim has this
/// file. Throws Rejected if the program is not valid.
Program read_program(const std::string& folder, const Claim& claim);

/// Returns the questions that proofs must answer for the claim. Also checks what needs no proof:
/// that the fault sets in the claim are admissible, and that they violate. Calls `check` regularly,
/// which may throw to stop the work. Throws Rejected if the claim is wrong.
Questions questions(const std::string& folder, const Claim& claim,
                    const std::function<void()>& check = {});

/// Returns true if the text can be the name of a node. A name is not empty and has no blanks,
/// commas, brackets or `>`, because two faults could otherwise have the same written form.
bool is_name(const std::string& text);
/// Returns the fault set with this written form, such as `O(a,b,1) C(a,3) O("x=y",b,2)`, with or
/// without quotes around names. Throws Rejected if it cannot be read.
FaultSet fault_set(const std::string& text);
std::string to_text(const FaultSet& faults);

}  // namespace ldfi::certificate
