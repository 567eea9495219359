#include "common/campaign/retries.hpp"

namespace ldfi::campaign {

void Retries::end_second(const std::string& name, bool valid) {
  const auto found = reasons_.find(name);
  if (found == reasons_.end() || !valid) return;
  ++count_;
  if (first_text_.empty()) first_text_ = name + ": " + found->second;
  reasons_.erase(found);
}

}  // namespace ldfi::campaign
