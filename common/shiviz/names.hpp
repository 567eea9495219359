// Reads the user's text file that translates the messages of a recording into facts of a program.
//
//   # the name in the recording, and the node of the program
//   node raft-member-1 a
//   # the received message => the fact that then holds
//   external Timer(election-timer,*) => timeout({to})
//   message RequestVote(Term({T}),*) => request({to},{from},{T})
//   message AppendEntries(Term({T}),*) => append({to},{from},{T}) or hears({to},{from},{T}) after keeps({to},{from},{T})
//   self BeginElection => begin({to}) after begins({to})
//   ignore DeclineCandidate(*)
//
// In a pattern, `*` matches any text, and {T} matches a plain word that the fact repeats. Each matches up to
// the first place at which the next text of the pattern follows. The first line that matches a message
// applies. A message of a node to itself becomes its fact once each time, if the fact after `after` held
// before. The fact after `or` holds if the receiver postpones the message.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/shiviz/log.hpp"

namespace ldfi::shiviz {

/// A fact with variables, such as `request({to},{from},{T})`.
struct Template {
  std::string relation;
  struct Argument {
    /// True if the argument is a variable such as {T}, false if it is a constant.
    bool named = false;
    std::string text;
  };
  std::vector<Argument> arguments;
};

class Pattern {
 public:
  struct Piece {
    enum class Kind : std::uint8_t { text, any, word } kind = Kind::text;
    std::string text;  ///< the text, or the name of the variable if the piece is a word
  };
  explicit Pattern(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {}
  /// Returns the values of the variables by name, or nullopt if the message does not match.
  [[nodiscard]] std::optional<std::map<std::string, std::string>> match(
      std::string_view message) const;

 private:
  std::vector<Piece> pieces_;
};

struct NameRow {
  enum class Kind : std::uint8_t { external, message, self, ignored } kind = Kind::external;
  Pattern pattern;
  Template fact;  ///< fact that holds when the message arrives
  /// Fact after `or`, which holds if the receiver postpones the message; nullopt if the row has no
  /// `or`.
  std::optional<Template> own;
  /// Fact after `after`, which must hold before; nullopt if the row has no `after`.
  std::optional<Template> after;
};

struct Names {
  std::map<std::string, std::string> nodes;
  std::vector<NameRow> rows;
};

/// Returns the rows of the file. Adds at most most_problems errors to `problems`.
[[nodiscard]] Names read_names(const SourceSet& sources, FileId file,
                               std::vector<Diagnostic>& problems);

}  // namespace ldfi::shiviz
