// Recordings of real systems: read, followed, and compared with themselves.
#include "common/base/contract.hpp"
#include "common/systems/course.hpp"
#include "common/systems/determinism.hpp"
#include "common/systems/recording_reader.hpp"
#include "test/fuzz/target.hpp"

namespace ldfi::fuzz {

void run(std::string_view bytes) {
  SourceSet sources;
  const FileId file = sources.add("x.jsonl", std::string(bytes));
  std::vector<Diagnostic> problems;
  const auto recording =
      systems::RecordingReader().read("x.jsonl", sources.text(file), file, problems);
  LDFI_ENSURE(recording.has_value() == problems.empty(), "refused without an error");
  if (recording) {
    const systems::Course course = systems::follow(*recording, problems);
    LDFI_ENSURE(!problems.empty() || course.struck.subset_of(recording->faults),
                "it struck unasked");
    std::vector<Diagnostic> differences;
    systems::Comparison comparison;
    comparison.add(*recording, differences);
    comparison.add(*recording, differences);
    LDFI_ENSURE(differences.empty(), "it differs from itself");
  }
  render(problems, sources);
}

}  // namespace ldfi::fuzz
