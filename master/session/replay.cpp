#include "master/session/replay.hpp"

namespace ldfi::app {

std::string Replay::summary(bool /*stored*/) {
  return session().options().summary == config::SummaryFormat::json ? json() : text();
}

}  // namespace ldfi::app
