// Why a run ended so, as a causal chain in the order of time, one sentence a step: what each fault
// took away, what therefore did not come to hold, what came to hold instead, and what is violated.
#pragma once

#include <string>
#include <vector>

#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

struct StoryStep {
  int tick = 0;  ///< when it begins; 0: it is about the whole run
  std::string
      text;  ///< one sentence, which begins with a small letter or a name, without a full stop
  std::string fault{};  ///< the written form of the fault that it is about; empty: about none
};

/// `why` explains the run's first_questions(). Every fault that it names has a step. If there were more than
/// `most` other steps, these are on a shortest way from each fault to what is violated, and the last
/// step says how many are left out.
std::vector<StoryStep> tell_story(const Subject& subject, const Rerun& run, const Lineage& why,
                                  std::size_t most = 16);

/// A line a step: `3  without log(b,m), there is no log(c,m)`. What happens later at the same tick
/// has no number.
std::string story_text(const std::vector<StoryStep>& steps, const std::string& indent = "");

}  // namespace ldfi::results
