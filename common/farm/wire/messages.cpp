#include "common/farm/wire/messages.hpp"

namespace ldfi::wire {

Setup without_limits(Setup setup) {
  setup.budget = {};
  setup.grounding.pruning_done = setup.grounding.bounded = false;
  setup.grounding.pruned.clear();
  // Not a part of a search: the fingerprint already covers the files of the system.
  setup.system.path.clear();
  setup.system.files.clear();
  return setup;
}

}  // namespace ldfi::wire
