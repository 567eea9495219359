#include "common/prove/certificate/cut.hpp"

#include <algorithm>
#include <sstream>

#include "common/prove/certificate/rejected.hpp"

namespace ldfi::certificate {

Cut cut_of(const std::string& text, const std::vector<std::string>& nodes) {
  Cut out;
  const std::size_t way = std::min(text.find('>'), text.size());
  out.both = way == text.size();
  const auto names = [](const std::string& of) {
    std::set<std::string> all;
    std::istringstream words(of);
    for (std::string name; words >> name;) all.insert(name);
    return all;
  };
  out.from = names(text.substr(0, way));
  if (!out.both) out.to = names(text.substr(way + 1));
  for (const auto* side : {&out.from, &out.to}) {
    for (const std::string& name : *side) {
      if (std::ranges::find(nodes, name) == nodes.end())
        throw Rejected("a cut names something that is not a node: " + name);
    }
  }
  if (out.from.empty() || (!out.both && out.to.empty()))
    throw Rejected("a cut separates no node: " + text);
  return out;
}

}  // namespace ldfi::certificate
