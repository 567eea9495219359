// What the messages of a recording are called in a program: a text file, written by the user.
//
//   # who is who
//   node raft-member-1 a
//   # received: what it makes hold
//   external Timer(election-timer,*) => timeout({to})
//   message RequestVote(Term({T}),*) => request({to},{from},{T})
//   message AppendEntries(Term({T}),*) => append({to},{from},{T}) or hears({to},{from},{T}) after keeps({to},{from},{T})
//   self BeginElection => begin({to}) after begins({to})
//   ignore DeclineCandidate(*)
//
// In a pattern, `*` is any text, and {T} a plain word that the fact repeats, each up to the first
// place where what stands behind it follows. The first line that fits a message is the one. What a
// node sends itself is given as a fact, each time once, if the one behind `after` held before; with
// `or` also what it has received, and puts behind what else it has to do.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/shiviz/log.hpp"

namespace ldfi::shiviz {

/// `request({to},{from},{T})`
struct Template {
  std::string relation;
  struct Argument {
    bool named = false;  ///< {T}
    std::string text;
  };
  std::vector<Argument> arguments;
};

class Pattern {
 public:
  struct Piece {
    enum class Kind : std::uint8_t { text, any, word } kind = Kind::text;
    std::string text;  ///< or the name of the word
  };
  explicit Pattern(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {}
  /// The words by name, if the message fits.
  [[nodiscard]] std::optional<std::map<std::string, std::string>> match(
      std::string_view message) const;

 private:
  std::vector<Piece> pieces_;
};

struct NameRow {
  enum class Kind : std::uint8_t { external, message, self, ignored } kind = Kind::external;
  Pattern pattern;
  Template fact;  ///< of a node to itself: what is given
  std::optional<Template> own;
  std::optional<Template> after;
};

struct Names {
  std::map<std::string, std::string> nodes;
  std::vector<NameRow> rows;
};

/// Adds to `problems` what is wrong, at most most_problems.
[[nodiscard]] Names read_names(const SourceSet& sources, FileId file,
                               std::vector<Diagnostic>& problems);

}  // namespace ldfi::shiviz
