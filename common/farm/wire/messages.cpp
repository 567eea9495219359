#include "common/farm/wire/messages.hpp"

namespace ldfi::wire {

Setup without_limits(Setup setup) {
  setup.budget = {};
  setup.grounding.pruning_done = setup.grounding.bounded = false;
  setup.grounding.pruned.clear();
  setup.system.path.clear();  // the fingerprint covers the files there
  setup.system.files.clear();
  return setup;
}

}  // namespace ldfi::wire
