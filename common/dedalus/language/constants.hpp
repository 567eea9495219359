// The constants of a program: `const LEASE = 5;` names a value, and `set LEASE = 7;`, in any file
// of the program, gives it another one. A name that is a constant is no variable anywhere; only
// specifications see their own, and those of the protocol are not theirs to set.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/dedalus/language/ast.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

class Constants {
 public:
  Constants() = default;
  /// Reads those of all files. Reports a name that is defined or set twice, one that is set and not
  /// defined, and one that is set to a value of another type; errors of syntax are the parser's.
  /// `sources` must outlive it.
  Constants(const SourceSet& sources, Report& report);

  /// The value, an integer or a string; null if there is no such constant for a file of the
  /// protocol, or for one of specifications.
  [[nodiscard]] const ast::Term* find(std::string_view name, bool specification) const;

 private:
  struct Entry {
    ast::Term value;
    SourceRange where;      ///< of the name
    bool observes = false;  ///< of a specification
  };
  using Table = std::unordered_map<std::string_view, Entry>;

  struct Statement {
    bool sets = false;
    bool outside = false;  ///< given with the run
    std::string_view name;
    Entry entry;
  };
  static void scan(FileId file, const SourceSet& sources, std::vector<Statement>& out);
  /// Says why `statement` sets nothing, if it does not.
  [[nodiscard]] bool may_set(const Statement& statement, Report& report) const;
  void set(const Statement& statement, const SourceSet& sources, Table& settings, Report& report);

  Table values_;
};

}  // namespace ldfi::dedalus
