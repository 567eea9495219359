// Explains in sentences why an execution ended as it did: one sentence for each step, in the order
// of time. The steps say what each fault prevented, which facts held or did not hold because of
// that, and which promise is violated.
#pragma once

#include <string>
#include <vector>

#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

struct StoryStep {
  int tick = 0;      ///< tick at which the step begins; 0 if the step is about the whole run
  std::string text;  ///< the sentence, without a full stop; begins with a small letter or a name
  /// Written form of the fault that the step describes. Empty if the step is not about a fault.
  std::string fault{};
};

/// Returns the steps. `why` must be the explanation of first_questions(). Each fault in `why` gets
/// a step. If there are more than `most` other steps, keeps those on a shortest path from a fault
/// to a violated promise. The last step then says how many steps are left out.
std::vector<StoryStep> make_story(const Subject& subject, const Rerun& run, const Lineage& why,
                                  std::size_t most = 16);

/// Returns one line for each step: `3  without log(b,m), there is no log(c,m)`. If several steps
/// have the same tick, only the first of their lines shows the tick.
std::string story_text(const std::vector<StoryStep>& steps, const std::string& indent = "");

}  // namespace ldfi::results
