// Tells why an execution ended as it did: a chain of causes in the order of time, with one sentence for each
// step. The steps say what each fault prevented, what did not hold or held because of that, and what is
// violated.
#pragma once

#include <string>
#include <vector>

#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

struct StoryStep {
  int tick = 0;      ///< tick at which the step begins; 0 if the step is about the whole run
  std::string text;  ///< the sentence, without a full stop; begins with a small letter or a name
  /// Written form of the fault that the step is about. Empty if it is not about a fault.
  std::string fault{};
};

/// Returns the steps of the story. `why` must be the explanation of first_questions(). Each fault in it gets
/// a step. If there are more than `most` other steps, keeps only those on a shortest path from a fault to
/// what is violated. Then the last step says how many are left out.
std::vector<StoryStep> make_story(const Subject& subject, const Rerun& run, const Lineage& why,
                                  std::size_t most = 16);

/// Returns one line for each step: `3  without log(b,m), there is no log(c,m)`. Only the first step of a tick
/// shows the tick.
std::string story_text(const std::vector<StoryStep>& steps, const std::string& indent = "");

}  // namespace ldfi::results
