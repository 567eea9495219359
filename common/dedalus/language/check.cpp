// Checks a program in several passes. All passes add to one Program and one Report. Errors are
// thrown only after all passes, so that the user sees all of them.
#include "common/dedalus/language/constants.hpp"
#include "common/dedalus/language/events.hpp"
#include "common/dedalus/language/fifo.hpp"
#include "common/dedalus/language/invariant.hpp"
#include "common/dedalus/language/late.hpp"
#include "common/dedalus/language/lints.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/location.hpp"
#include "common/dedalus/language/lower.hpp"
#include "common/dedalus/language/parser.hpp"
#include "common/dedalus/language/places.hpp"
#include "common/dedalus/language/specifications.hpp"
#include "common/dedalus/language/storage.hpp"
#include "common/dedalus/language/stratify.hpp"

namespace ldfi::dedalus {
namespace {

/// Parses every file and lowers its statements (turns them into facts and rules). Files of
/// specifications come last. Statements are lowered one by one, so that they are not all in memory.
void lower_all(const Program& program, Lowering& lowering, Report& report) {
  const Constants constants(program.sources, report);
  ast::Statement statement;
  for (const bool specifications : {false, true}) {
    if (specifications) lowering.observe();
    for (std::size_t f = 0; f < program.sources.size(); ++f) {
      const FileId file(f);
      if (is_specification(program.sources.name(file)) != specifications) continue;
      Parser parser(file, program.sources.text(file), report, constants, specifications);
      while (parser.next(statement)) lowering.add(statement);
    }
  }
}

/// Adds the warnings about the program. Requires that the program has no errors.
void warn(const Program& program, const Vocabulary& vocabulary, const CheckOptions& options,
          Report& report) {
  warn_silent_rules(program, options, report);
  warn_errors_without_disk(program, report);
  warn_empty_invariant(program, report);
  warn_unjudged(program, report);
  if (options.thorough) warn_unread(program, vocabulary, report);
}

}  // namespace

Program check_program(const Sources& sources, const CheckOptions& options) {
  Program program;
  Report report;
  program.files = sources.programs;
  for (const SourceFile& file : sources.files) program.sources.add(file.name, file.text);

  Lowering lowering(program, options, report);
  lower_all(program, lowering, report);
  lowering.finish();
  // A statement with an error is left out, so the program may lack statements.
  const bool whole = !report.has_errors();
  if (lowering.statements() == 0 && whole) {
    report.warning(Code::empty, {FileId(std::size_t{0}), 0, 0, 0},
                   "this program has no statements");
  }
  mark_persisted(program);
  place_storage(program, lowering.stored());
  resolve_corruptions(program, options.corruptions);
  derive_events(program, lowering.vocabulary(), report);
  keep_while_paused(program);
  add_late_messages(program, options.late);
  add_fifo(program, options.late);
  read_damaged(program, options.corruptions);
  stratify(program, report);
  place_nodes(program, options, report);
  find_invariant(program, lowering.vocabulary(), options.pre, options.post, report);
  find_specifications(program, lowering.specifications(),
                      {whole, options.names_known ? std::nullopt : options.eot, options.fail_on},
                      report);
  check_influence(program, report);
  warn_remote(program, report);
  if (whole) warn_never_holds(program, lowering.vocabulary(), report);
  if (!report.has_errors() && !options.names_known)
    warn(program, lowering.vocabulary(), options, report);

  if (report.has_errors()) throw SourcedError(report.diagnostics(), std::move(program.sources));
  program.warnings = report.warnings();
  return program;
}

}  // namespace ldfi::dedalus
