// Tells why a run ended as it did, as a causal chain in the order of time, one sentence a step. The
// steps say what each fault took away, what failed to hold or held instead, and what is violated.
#pragma once

#include <string>
#include <vector>

#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

struct StoryStep {
  int tick = 0;  ///< tick at which the step begins; 0 if the step is about the whole run
  std::string
      text;  ///< one sentence that begins with a small letter or a name, without a full stop
  /// Written form of the fault that the step is about; empty if it is not about a fault.
  std::string fault{};
};

/// Returns the steps of the story. `why` must explain the run's first_questions(). Each of its
/// faults gets a step. If there are more than `most` other steps, only those on a shortest path
/// from a fault to what is violated stay. The last step then says how many are left out.
std::vector<StoryStep> tell_story(const Subject& subject, const Rerun& run, const Lineage& why,
                                  std::size_t most = 16);

/// Returns one line per step: `3  without log(b,m), there is no log(c,m)`. A further step of the
/// same tick has no number.
std::string story_text(const std::vector<StoryStep>& steps, const std::string& indent = "");

}  // namespace ldfi::results
