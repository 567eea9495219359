// The named constants of a program. `const LEASE = 5;` defines one, and `set LEASE = 7;` in any
// file of the program replaces its value. A variable cannot have the name of a constant. The
// protocol cannot use constants of specifications, and specifications cannot set constants of the
// protocol.
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
  /// Reads the constants of all files. Reports a name that is defined twice, set twice, set but not
  /// defined, or set to a value of another type. Ignores syntax errors, because the parser reports
  /// them. `sources` must outlive this object.
  Constants(const SourceSet& sources, Report& report);

  /// Returns the value of the constant, an integer or a string. Returns nullptr if there is no such
  /// constant, or if the file may not use it. `specification` is true if a file of specifications
  /// uses the name, and false if a file of the protocol does.
  [[nodiscard]] const ast::Term* find(std::string_view name, bool specification) const;

 private:
  struct Entry {
    ast::Term value;
    SourceRange where;      ///< place of the name
    bool observes = false;  ///< true if a file of specifications defines or sets the constant
  };
  using Table = std::unordered_map<std::string_view, Entry>;

  struct Statement {
    bool sets = false;
    /// True if the statement comes from the command line or the config, see setting().
    bool outside = false;
    std::string_view name;
    Entry entry;
  };
  static void scan(FileId file, const SourceSet& sources, std::vector<Statement>& out);
  /// Returns true if `statement` may set a constant; otherwise reports why it may not.
  [[nodiscard]] bool may_set(const Statement& statement, Report& report) const;
  void set(const Statement& statement, const SourceSet& sources, Table& settings, Report& report);

  Table values_;
};

}  // namespace ldfi::dedalus
