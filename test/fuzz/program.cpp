// The Dedalus parser and checker: any bytes are accepted or refused with located diagnostics.
#include "common/base/contract.hpp"
#include "common/dedalus/language/load.hpp"
#include "test/fuzz/target.hpp"

namespace ldfi::fuzz {

void run(std::string_view bytes) {
  dedalus::Sources sources;
  sources.programs = {"fuzz.ded"};
  sources.files = {{"fuzz.ded", std::string(bytes)}};
  try {
    const dedalus::Program program =
        dedalus::check_program(sources, {.nodes = {"a", "b"}, .eot = 4});
    LDFI_ENSURE(program.stratum_of.size() == program.relations.size(), "strata are complete");
    LDFI_ENSURE(!has_errors(program.warnings), "an error was reported as a warning");
    render(program.warnings, program.sources);
  } catch (const SourcedError& error) {
    LDFI_ENSURE(has_errors(error.diagnostics()), "refused without an error");
    render(error.diagnostics(), error.sources());
  }
}

}  // namespace ldfi::fuzz
