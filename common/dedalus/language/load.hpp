// Turns `.ded` texts into a checked Program. The steps are: lexer, parser, includes, types of
// columns, columns that hold nodes, safety (every variable is bound), strata and warnings
// (docs/explanation/semantics.md). All errors are reported at once, in one exception.
//
//   Sources s = read_sources({"protocols/kafka.ded"}, limits);       // touches the file system
//   Program p = check_program(s, {.nodes = {"a", "b"}, .eot = 6});   // pure
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/errors.hpp"
#include "common/base/settings.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Limits on the files that read_sources() reads.
struct SourceLimits {
  std::size_t max_file_bytes = 16U << 20;
  std::size_t max_total_bytes = 64U << 20;
  std::size_t max_files = 1'000;
  /// Largest number of include statements in all files together.
  std::size_t max_includes = 10'000;
  int max_include_depth = 64;
};

/// The text of one `.ded` file. In a list of files, every file occurs once, before the files that
/// include it.
struct SourceFile {
  std::string name;  ///< name of the file in diagnostics
  std::string text;
};

/// The program files that the user named and the files that they include, in the order in which
/// they are checked. Sources contain the texts, so that a worker process checks the same bytes as
/// the master.
struct Sources {
  std::vector<std::string> programs;  ///< paths of the programs as the user wrote them
  std::vector<SourceFile> files;
};

/// Reads programs, then specifications, and the files that they include. A program includes only
/// programs, and a specification includes only specifications. An included file must lie, after
/// symbolic links are resolved, in one of three places: below a folder of a program, below one of
/// `folders`, or in the repository of the file that includes it (repository.hpp). No other file is
/// opened. Throws SourcedError if an include is absolute or cyclic, or leads to a missing or
/// forbidden file; the error shows the include statement. Also throws SourcedError if a file has
/// the wrong extension, is too large, or is not a file of text.
Sources read_sources(const std::vector<std::string>& programs,
                     const std::vector<std::string>& folders = {}, const SourceLimits& limits = {},
                     const std::vector<std::string>& specifications = {});

/// Extension of files that hold specifications. All other files belong to the protocol.
inline constexpr std::string_view specification_extension = ".spec";
[[nodiscard]] bool is_specification(std::string_view source);

/// Prefix of the names of the sources that setting() returns.
inline constexpr std::string_view setting_prefix = "-D ";
/// Returns a source that sets a constant, as the statement `set NAME = value;` in a file would. The
/// source must come first, so that it overrides values that files set. A value that is neither an
/// integer nor in quotes becomes a string. Throws UsageError if the text does not have the form
/// `NAME=VALUE`.
SourceFile setting(const std::string& text);
/// Puts a setting() for each of `texts` before the sources, and returns the result. So the settings
/// override values that files set.
Sources with_settings(Sources sources, const std::vector<std::string>& texts);

/// The input of check_program() besides the sources: the nodes, the names of the relations of the
/// invariant, and the kinds of faults.
struct CheckOptions {
  /// Names of the nodes; if empty, the nodes are inferred from the program.
  std::vector<std::string> nodes{};
  /// EOT, the last tick, for warnings about facts and rules that come too late; nullopt if it is
  /// not known.
  std::optional<int> eot{};
  std::string pre = "pre";
  std::string post = "post";
  std::vector<std::string>
      data_names{};  ///< strings that may be in location columns although they are not nodes
  /// True if the program was already checked with these nodes. Then unknown names of nodes are not
  /// reported again, and warnings are left out.
  bool names_known = false;
  /// If true, also warns about things that are often correct, so that only the author can judge
  /// them.
  bool thorough = false;
  /// The lowest severity at which a violated specification counts as a failure.
  FailOn fail_on = FailOn::major;
  /// The relations of facts about faults that generated rules read. They are those of the kinds of
  /// faults that the Fspec admits.
  std::vector<FaultRelation> generated{};
  /// True if the system may write tuples of buffered relations to the disk without a `sync`.
  bool writebacks = false;
  /// The data on disks that faults may damage, if the Fspec admits such faults, and whether the
  /// program detects damage.
  Corruptions corruptions{};
  /// Largest number of ticks by which messages may be late or duplicated; 0 if they are always in
  /// time.
  int late = 0;
  /// True if a delay applies to one relation's messages on a channel, not to all messages of the
  /// channel.
  bool late_by_relation = false;
  /// True if messages of a node to itself may be late, too.
  bool late_self = false;
  /// True if channels are fifo (first in, first out). Then executions in which messages overtake
  /// each other are not judged.
  bool fifo = false;
};

/// Checks the sources and returns the program, with its warnings. File i of Program::sources is
/// sources.files[i]. If there are errors, throws a SourcedError with all errors and warnings. Has
/// no side effects.
Program check_program(const Sources& sources, const CheckOptions& options = {});

}  // namespace ldfi::dedalus
