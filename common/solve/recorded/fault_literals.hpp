// The solver's literal for each fault that some recording mentions, and the Fspec's limits on these
// faults. Other faults need no literal, because they have no effect until an execution does
// something that they can hit.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/solve/recorded/outcome.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::recorded {

class FaultLiterals {
 public:
  using Literals = std::vector<sat::Literal>;
  using NodeMoment = systems::NodeMoment;

  /// `solver` and `fspec` must outlive this object.
  FaultLiterals(sat::Solver& solver, const systems::Fspec& fspec,
                const std::vector<Outcome>& outcomes);

  FaultLiterals(const FaultLiterals&) = delete;
  FaultLiterals& operator=(const FaultLiterals&) = delete;

  /// Returns false if the outcome has messages, activations or windows of partitions that are in no
  /// earlier outcome and so have no literals.
  [[nodiscard]] bool knows(const Outcome& outcome) const;

  /// Returns each fault with its literal, in the order of fault sets.
  [[nodiscard]] const std::vector<std::pair<systems::Fault, sat::Literal>>& all() const {
    return all_;
  }
  /// Returns the literal of "the message is lost, by an omission or a partition".
  [[nodiscard]] sat::Literal gone(const systems::Course::Attempt& attempt);
  /// Returns the literal of "the message never arrives for the same reason as in an execution with the
  /// faults `struck`", in which it was lost.
  [[nodiscard]] sat::Literal loss_by(const systems::FaultSet& struck,
                                     const systems::Course::Attempt& attempt);
  /// For bytes of a connection that a partition delayed in an execution with the faults `struck`.
  /// Returns literals of which at least one is true if the bytes may arrive at another time.
  [[nodiscard]] Literals other_than_cut(const systems::FaultSet& struck,
                                        const systems::Course::Attempt& attempt) const;
  /// Returns the literal of "a partition loses the messages that are sent at this time". Returns
  /// nullopt if there are no partitions.
  [[nodiscard]] std::optional<sat::Literal> cut_off(const systems::Course::Attempt& attempt) const;
  /// Returns the literals of "the message is late", one for each delay that the Fspec allows.
  [[nodiscard]] const Literals& late(const systems::MessageId& id) const {
    return late_.empty() ? none_ : late_.at(id);
  }
  [[nodiscard]] const Literals& doubled(const systems::MessageId& id) const {
    return doubled_.empty() ? none_ : doubled_.at(id);
  }
  /// Returns the literals of "the connection is reset at this message" and "the connection hangs from
  /// this message on", as far as the Fspec allows this.
  [[nodiscard]] const Literals& broken(const systems::MessageId& id) const {
    return broken_.empty() ? none_ : broken_.at(id);
  }
  /// Returns true if the node may crash for good.
  [[nodiscard]] bool crashes(const std::string& node) const { return down_.contains(node); }
  /// Returns the literal of "the node crashes for good at this moment". Returns nullopt if that is
  /// impossible.
  [[nodiscard]] std::optional<sat::Literal> crash(const NodeMoment& when) const;
  /// Returns the literal of "the node crashes for good before this activation, or earlier".
  [[nodiscard]] sat::Literal down(const std::string& node, std::uint64_t activation) const;
  /// Returns the literals of "the node crashes at this moment and restarts", one for each duration
  /// that the Fspec allows. Empty if that is impossible.
  [[nodiscard]] const Literals& back(const NodeMoment& when) const;
  /// Returns the literals of "the node is paused before this activation", one for each duration
  /// that the Fspec allows. Empty if that is impossible.
  [[nodiscard]] const Literals& paused(const systems::Activation& before) const;
  /// Returns true if every activation of the node has literals for all moments that any of its
  /// activations has. Then literals for crashes exist even if a fault changes the numbers of
  /// activations. Returns false if these would be too many literals.
  [[nodiscard]] bool has_all_moment_literals(const std::string& node) const;
  /// Returns the moments at which a node can crash, in order, up to an activation.
  [[nodiscard]] std::vector<systems::Moment> moments(const std::string& node,
                                                     std::uint64_t activation) const;

 private:
  /// Sender, receiver, and the beginning of the window in which a message is sent.
  using Window = std::tuple<std::string, std::string, std::int64_t>;

  /// Records everything in the outcome that a fault can hit: messages, windows of partitions, and
  /// activations.
  void look(const Outcome& outcome);
  /// Each of these functions records one thing that a fault can hit.
  void see(const systems::MessageId& id) { lost_.emplace(id, 0); }
  void see(const systems::Cut& cut) { cuts_.emplace(cut, 0); }
  void see(const NodeMoment& place);
  void see(const systems::Activation& before);
  /// Each of these functions returns true if an earlier outcome has this thing, which a fault can
  /// hit.
  [[nodiscard]] bool seen(const systems::MessageId& id) const { return lost_.contains(id); }
  [[nodiscard]] bool seen(const systems::Cut& cut) const { return cuts_.contains(cut); }
  [[nodiscard]] bool seen(const NodeMoment& place) const;
  [[nodiscard]] bool seen(const systems::Activation& before) const;
  /// Returns the number of moments within this activation at which the node may crash. Such a
  /// moment is given by the number of messages that were sent before.
  [[nodiscard]] std::uint64_t moments_within(const std::string& node,
                                             std::uint64_t activation) const;
  void declare_losses();
  void declare_crashes();
  void declare_restarts();
  /// Declares the literals of delays or duplicates, depending on the kind. A message has at most
  /// one of these faults, and is not lost if it has one.
  template <class Kind>
  void declare_later(std::map<systems::MessageId, Literals>& where);
  /// Declares the literals of faults that break connections.
  template <class Kind>
  void declare_breaks();
  void declare_cuts();
  void declare_pauses();
  /// Adds clauses which say that at most `most` of the literals are true.
  void limit(const Literals& literals, std::optional<std::uint64_t> most);
  sat::Literal declare(systems::Fault fault);
  /// Returns a literal that is true exactly if at least one of `literals` is true.
  sat::Literal any_of(const Literals& literals);
  [[nodiscard]] Window window_of(const systems::MessageId& id, std::int64_t sent) const;

  sat::Solver& solver_;
  const systems::Fspec& fspec_;
  std::map<systems::MessageId, sat::Literal> lost_;
  Literals none_;
  /// Literals for the lateness of each message. Empty if the Fspec allows no late messages.
  std::map<systems::MessageId, Literals> late_;
  /// Literals for the duplication of each message. Empty if the Fspec allows no duplicates.
  std::map<systems::MessageId, Literals> doubled_;
  /// Literals for faults at the message that break its connection. Empty if the Fspec allows none.
  std::map<systems::MessageId, Literals> broken_;
  std::map<systems::Cut, sat::Literal> cuts_;
  /// Literals of "a partition loses the messages from this sender to this receiver in this window
  /// of time".
  std::map<Window, sat::Literal> cut_;
  /// Results of gone(), by message and by the beginning of the window in which the message is sent.
  std::map<std::pair<systems::MessageId, std::int64_t>, sat::Literal> gone_;
  /// For each node, the largest number that one of its activations has.
  std::map<std::string, std::uint64_t> activations_;
  /// For each node, the largest number of moments within one of its activations.
  std::map<std::string, std::uint64_t> said_;
  /// For each activation, the number of moments within it.
  std::map<systems::Activation, std::uint64_t> moments_within_;
  /// For each node, the literals of "crashed for good by this moment", in the order of moments.
  std::map<std::string, Literals> down_;
  /// For each moment, the literal of "the node crashes for good exactly at this moment".
  std::map<NodeMoment, sat::Literal> crash_;
  std::map<NodeMoment, Literals> back_;
  /// For each node that may be paused, the largest number that one of its activations has.
  std::map<std::string, std::uint64_t> approached_;
  std::map<systems::Activation, Literals> paused_;
  std::vector<std::pair<systems::Fault, sat::Literal>> all_;
};

}  // namespace ldfi::recorded
