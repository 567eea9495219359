// From `.ded` texts to a checked Program: lexer, parser, includes, types, location columns, safety,
// stratification, warnings (SEMANTICS §1–2). Everything wrong is reported at once, in an
// InputError.
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
#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

struct SourceLimits {
  std::size_t max_file_bytes = 16U << 20;
  std::size_t max_total_bytes = 64U << 20;
  std::size_t max_files = 1'000;
  std::size_t max_includes = 10'000;  ///< statements, in all files together
  int max_include_depth = 64;
};

/// One `.ded` text. Includes are resolved already: every file stands before the one that includes
/// it exactly where its statements belong, once.
struct SourceFile {
  std::string name;  ///< as shown in diagnostics
  std::string text;
};

/// The named programs and what they include, in order of statement inclusion. Self-contained and
/// serializable: a worker checks the same bytes the master read.
struct Sources {
  std::vector<std::string> programs;  ///< as named by the user
  std::vector<SourceFile> files;
};

/// Reads programs and their includes, which lie below a folder of a program or below one of
/// `folders`, symbolic links resolved; no other file is opened. Throws SourcedError (missing file,
/// a directory or FIFO, not `.ded`, absolute or cyclic include, one that lies elsewhere, too large,
/// not text) with the place of the include statement.
Sources read_sources(const std::vector<std::string>& programs,
                     const std::vector<std::string>& folders = {}, const SourceLimits& limits = {});

struct CheckOptions {
  std::vector<std::string> nodes{};  ///< given nodes; empty: inferred
  std::optional<int> eot{};          ///< for the warning about facts later than EOT
  std::string pre = "pre";
  std::string post = "post";
  std::vector<std::string> data_names{};  ///< strings in location columns that are no nodes
  /// Somebody has checked the program with these nodes before: no name is asked about again.
  bool names_known = false;
};

/// FileId i of Program::sources is sources.files[i].
/// Throws SourcedError with all diagnostics if there is any error; warnings stay in the Program.
Program check_program(const Sources& sources, const CheckOptions& options = {});

}  // namespace ldfi::dedalus
