// The written form of fault sets. What is read is written again, and then reads the same.
#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/faults/fspec.hpp"
#include "test/fuzz/target.hpp"

namespace ldfi::fuzz {

void run(std::string_view bytes) {
  static const Fspec fspec({6, 4, 2, {"a", "b", "two words", "\xc3\xbc\"\\\n"}});
  SourceSet sources;
  const FileId file = sources.add("--replay", std::string(bytes));
  try {
    const FaultSet faults = parse_fault_set(sources.text(file), fspec, file);
    LDFI_ENSURE(fspec.admits(faults), "read, but not admitted");
    LDFI_ENSURE(parse_fault_set(to_text(faults, fspec), fspec, file) == faults,
                "reads differently");
  } catch (const InputError& error) {
    LDFI_ENSURE(has_errors(error.diagnostics()), "refused without an error");
    render(error.diagnostics(), sources);
  }
}

}  // namespace ldfi::fuzz
