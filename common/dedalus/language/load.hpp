// Turns `.ded` texts into a checked Program: lexer, parser, includes, types, location columns,
// safety, stratification, warnings (docs/explanation/semantics.md). Reports all errors at once in
// one exception.
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

/// Limits on what read_sources() reads.
struct SourceLimits {
  std::size_t max_file_bytes = 16U << 20;
  std::size_t max_total_bytes = 64U << 20;
  std::size_t max_files = 1'000;
  /// Largest number of include statements in all files together.
  std::size_t max_includes = 10'000;
  int max_include_depth = 64;
};

/// The text of one `.ded` file. Includes are resolved already: every file occurs once, before the
/// files that include it.
struct SourceFile {
  std::string name;  ///< name of the file in diagnostics
  std::string text;
};

/// The programs that the user named and the files that they include, in the order in which their
/// statements count. Sources contain the texts, so a worker checks the same bytes that the master
/// has read.
struct Sources {
  std::vector<std::string> programs;  ///< paths as the user gave them
  std::vector<SourceFile> files;
};

/// Reads programs, then specifications, and the files that they include. A file includes only files
/// of its own kind. After symbolic links are resolved, an included file must lie in one of three
/// places: below a folder of a program, below one of `folders`, or in the repository of the file
/// that includes it (repository.hpp). No other file is opened. Throws SourcedError, with the place
/// of the include statement, if an include is absolute or cyclic, or leads to a missing or
/// forbidden file. Also throws SourcedError if a file is a directory or a FIFO, is not `.ded`, is
/// too large, or is not text.
Sources read_sources(const std::vector<std::string>& programs,
                     const std::vector<std::string>& folders = {}, const SourceLimits& limits = {},
                     const std::vector<std::string>& specifications = {});

/// Extension of files that hold specifications. All other files belong to the protocol.
inline constexpr std::string_view specification_extension = ".spec";
[[nodiscard]] bool is_specification(std::string_view source);

/// Prefix of the names of the sources that setting() returns.
inline constexpr std::string_view setting_prefix = "-D ";
/// Returns a source that sets a constant, as if `set NAME = value;` stood in a file. It must be the
/// first source, so that it overrides what files set. A value that is neither an integer nor in
/// quotes becomes a string. Throws UsageError if the text is not of the form `NAME=VALUE`.
SourceFile setting(const std::string& text);
/// Returns the sources with one setting() for each text before them. The settings override the
/// values that files set.
Sources with_settings(Sources sources, const std::vector<std::string>& texts);

/// The input of check_program() besides the sources: the nodes, the relations of the invariant, and
/// the kinds of faults.
struct CheckOptions {
  /// Names of the nodes; if empty, the nodes are inferred from the program.
  std::vector<std::string> nodes{};
  /// EOT, for warnings about facts and rules that are later; nullopt if EOT is not known.
  std::optional<int> eot{};
  std::string pre = "pre";
  std::string post = "post";
  std::vector<std::string>
      data_names{};  ///< strings that may be in location columns although they are not nodes
  /// True if the program was already checked with these nodes. Then unknown names are not reported
  /// again, and no warnings are looked for.
  bool names_known = false;
  /// If true, also warns about things that may be correct and that only the author can judge.
  bool thorough = false;
  /// The lowest severity at which a violated specification counts as a failure.
  FailOn fail_on = FailOn::major;
  /// The relations of faults that generated rules read, because the Fspec admits such faults.
  std::vector<FaultRelation> generated{};
  /// True if the system may write buffered relations back to disk without a `sync`.
  bool writebacks = false;
  /// The data on disks that may be damaged if FaultRelation::corrupted is generated, and whether
  /// the program detects damage.
  Corruptions corruptions{};
  /// The largest number of ticks by which messages may be late or duplicated; 0 if they may not.
  int late = 0;
  /// True if the messages of different relations on one channel are delayed independently.
  bool late_by_relation = false;
  /// True if messages of a node to itself may be late, too.
  bool late_self = false;
  /// True if channels are fifo, so that executions in which messages overtake each other are not
  /// admissible.
  bool fifo = false;
};

/// Returns the checked program. FileId i of Program::sources is sources.files[i]. Throws
/// SourcedError with all diagnostics if there is an error. Warnings are in the Program. Has no side
/// effects.
Program check_program(const Sources& sources, const CheckOptions& options = {});

}  // namespace ldfi::dedalus
