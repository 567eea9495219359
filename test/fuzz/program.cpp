// The Dedalus parser and checker: any bytes are accepted or refused with located diagnostics. What
// stands behind a line `// specifications` is a file of specifications.
#include "common/base/contract.hpp"
#include "common/dedalus/language/load.hpp"
#include "test/fuzz/target.hpp"

namespace ldfi::fuzz {

void run(std::string_view bytes) {
  dedalus::Sources sources;
  sources.programs = {"fuzz.ded"};
  constexpr std::string_view mark = "\n// specifications\n";
  const std::size_t end = bytes.find(mark);
  sources.files = {{"fuzz.ded", std::string(bytes.substr(0, end))}};
  if (end != std::string_view::npos) {
    sources.files.push_back({"fuzz.spec", std::string(bytes.substr(end + mark.size()))});
  }
  try {
    const dedalus::Program program =
        dedalus::check_program(sources, {.nodes = {"a", "b"}, .eot = 4});
    LDFI_ENSURE(program.stratum_of.size() == program.relations.size(), "strata are complete");
    for (const dedalus::DeclaredSpecification& one : program.specifications) {
      LDFI_ENSURE(one.invariant || program.relation(one.relation).observed, "it observes");
    }
    LDFI_ENSURE(!has_errors(program.warnings), "an error was reported as a warning");
    render(program.warnings, program.sources);
  } catch (const SourcedError& error) {
    LDFI_ENSURE(has_errors(error.diagnostics()), "refused without an error");
    render(error.diagnostics(), error.sources());
  }
}

}  // namespace ldfi::fuzz
