#include "master/app/executors.hpp"

#include "common/farm/wire/messages.hpp"
#include "worker/dedalus/ground_executor.hpp"
#include "worker/systems/drive_executor.hpp"
#include "worker/systems/own_nursery.hpp"

namespace ldfi::app {

std::unique_ptr<campaign::Executor> make_executor(const wire::Setup& setup) {
  if (setup.system.config.empty()) return execute::make_ground_executor(setup);
  return execute::make_drive_executor(setup, execute::own_nursery());
}

}  // namespace ldfi::app
