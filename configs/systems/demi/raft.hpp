// A node of Raft [Ongaro and Ousterhout 2014]: elections, and a log that a leader replicates. Where an
// implementation is made of actors that tell themselves what to do next, so does this one: who stands
// for election, and who is elected, begins with a message to itself, which stands behind what came
// earlier. Each of seven defects of akka-raft [DEMi16] can be switched on.
//
// It keeps nothing on disk: a node that crashes is gone for good.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ldfi_node.hpp>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace raft {

using ldfi::json;

enum class Defect {
  none,
  counts,   ///< raft-45: a candidate counts votes, not voters
  stale,    ///< raft-46: a candidate counts the votes of an earlier term
  forgets,  ///< raft-56: who cannot begin its election, since it has voted, forgets for whom
  early,    ///< raft-58a: a leader that has not begun adds commands to its log
  zero,     ///< raft-58b: a follower takes what comes after the first entry without that one
  mode,     ///< raft-42: a leader commits the index that most nodes share
  cuts,     ///< raft-66: a follower cuts its log to what it is sent
};

[[nodiscard]] std::optional<Defect> defect_named(std::string_view name);

/// How long a node waits for a leader until it stands, in milliseconds: the first time, the second
/// time and so on; the last one is for all later times. Empty: it never stands.
using Timeouts = std::vector<int>;

struct Entry {
  int term = 0;  ///< 0 in a hole
  std::string command;
};

class Raft {
 public:
  /// `timeouts`: of each node, in the order of their names.
  Raft(ldfi::Node& node, Defect defect, std::vector<Timeouts> timeouts);

 private:
  enum class Role { follower, candidate, leader };

  /// All that a node knows.
  struct Knows {
    int term = 0;
    std::string vote;  ///< for whom, in this term
    Role role = Role::follower;
    std::size_t elections = 0;     ///< how often it stood
    std::set<std::string> voters;  ///< who voted for it in this term
    std::size_t votes = 0;         ///< how many votes came
    std::vector<Entry> log;
    std::size_t committed = 0;
    bool begun = false;                        ///< of a leader: `next` and `match` are there
    std::map<std::string, std::size_t> next;   ///< the index that a follower is sent next
    std::map<std::string, std::size_t> match;  ///< up to which index it has the log
    std::vector<json> aside;                   ///< commands that wait until the leader has begun
    std::map<std::size_t, json> asked;         ///< who waits for the entry at an index
  };

  // raft_election.cpp
  void await_leader();
  void stand();
  void begin(const json& body);
  void asked_for_vote(const std::string& from, const json& body);
  void got_vote(const std::string& from, const json& body);
  void win();
  void elected(const json& body);
  /// Follows a newer term, or the leader of this term.
  void become_follower(int term);
  [[nodiscard]] json last() const;  ///< the term of the last entry, and its index

  // raft_log.cpp
  void add(const json& message);
  void beat();
  void send_log(const std::string& to);
  void append(const std::string& from, const json& body);
  void acknowledge(const std::string& to, json body);
  void appended(const std::string& from, const json& body);
  void commit_to(std::size_t index);
  [[nodiscard]] bool has(std::size_t index, int term) const;
  [[nodiscard]] std::size_t index_of_majority() const;
  [[nodiscard]] json prefixes() const;
  [[nodiscard]] json applied() const;

  [[nodiscard]] bool is(Defect defect) const { return defect_ == defect; }
  [[nodiscard]] bool is_majority(std::size_t nodes) const;
  [[nodiscard]] std::vector<std::string> others() const;
  [[nodiscard]] json state() const;

  ldfi::Node& node_;
  Defect defect_;
  std::vector<Timeouts> timeouts_;
  std::uint64_t timer_ = 0;
  Knows knows_;
};

}  // namespace raft
