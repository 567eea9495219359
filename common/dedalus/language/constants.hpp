// The constants of a program: `const LEASE = 5;` names a value, and `set LEASE = 7;`, in any file
// of the program, gives it another one. A name that is a constant is no variable anywhere.
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

  /// The value, an integer or a string; null if there is no such constant.
  [[nodiscard]] const ast::Term* find(std::string_view name) const;

 private:
  struct Entry {
    ast::Term value;
    SourceRange where;  ///< of the name
  };
  using Table = std::unordered_map<std::string_view, Entry>;

  struct Statement {
    bool sets = false;
    std::string_view name;
    Entry entry;
  };
  static void scan(FileId file, std::string_view text, std::vector<Statement>& out);
  void set(const Statement& statement, const SourceSet& sources, Table& settings, Report& report);

  Table values_;
};

}  // namespace ldfi::dedalus
