#include "common/farm/wire/messages.hpp"

namespace ldfi::wire {

Setup without_limits(Setup setup) {
  setup.budget = {};
  setup.grounding.pruning_done = setup.grounding.bounded = false;
  setup.grounding.pruned.clear();
  // The path and the files of a system do not define a search, because the system's fingerprint
  // covers them.
  setup.system.path.clear();
  setup.system.files.clear();
  return setup;
}

}  // namespace ldfi::wire
