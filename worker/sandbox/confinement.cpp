#include "worker/sandbox/confinement.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ldfi::sandbox {

View view_of(const Confinement& confinement, Layers layers) {
  if ((layers & files) != 0) return {"/run/node/home", "/run/node/clock", "/run/node/clock.so"};
  return {confinement.folder + "/home", confinement.folder + "/clock", confinement.library};
}

std::vector<std::string> names_shown_in_tmp(const Confinement& confinement) {
  constexpr std::string_view tmp = "/tmp/";
  std::vector<std::string> out;
  for (const std::string& path : confinement.shown) {
    if (!path.starts_with(tmp)) continue;
    std::string name = path.substr(tmp.size(), path.find('/', tmp.size()) - tmp.size());
    if (std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
  }
  return out;
}

std::string packed(const Confinement& confinement) {
  std::string out;
  const auto add = [&out](const std::string& word) { out += word + '\0'; };
  add(confinement.shut_in ? "1" : "0");
  add(confinement.network_of_machine ? "1" : "0");
  add(std::to_string(confinement.memory));
  add(std::to_string(confinement.disk));
  add(std::to_string(confinement.tasks));
  add(confinement.folder);
  add(confinement.library);
  for (const auto* const list : {&confinement.system, &confinement.hidden, &confinement.shown}) {
    add(std::to_string(list->size()));
    for (const std::string& one : *list) add(one);
  }
  return out;
}

Confinement unpacked(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = text.find('\0');
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  Confinement out;
  out.shut_in = words[0] == "1";
  out.network_of_machine = words[1] == "1";
  out.memory = std::stoull(words[2]);
  out.disk = std::stoull(words[3]);
  out.tasks = std::stoull(words[4]);
  out.folder = words[5];
  out.library = words[6];
  std::size_t at = 7;
  for (auto* const list : {&out.system, &out.hidden, &out.shown}) {
    for (std::size_t left = std::stoull(words[at++]); left > 0; --left) {
      list->push_back(std::move(words[at++]));
    }
  }
  return out;
}

std::string names_of(Layers layers) {
  std::string out;
  for (std::size_t i = 0; i < layer_names.size(); ++i) {
    if ((layers & (1U << i)) == 0) continue;
    out += (out.empty() ? "" : ", ") + std::string(layer_names[i]);
  }
  return out;
}

Layers wanted(const Confinement& confinement) {
  if (!confinement.shut_in) return 0;
  return confinement.network_of_machine ? every_layer & ~std::uint32_t{network} : every_layer;
}

}  // namespace ldfi::sandbox
