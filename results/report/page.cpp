#include "results/report/page.hpp"

#include <fmt/core.h>

#include "common/base/diagnostic.hpp"
#include "common/base/printable_output.hpp"
#include "results/views/draw/svg.hpp"

namespace ldfi::results {

namespace assets {
extern const std::string_view report_css;
extern const std::string_view report_css_hash;
}  // namespace assets

std::string page_top(const std::string& title, const std::string& subtitle,
                     std::string_view script_hash) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ";
  if (!script_hash.empty()) out += fmt::format("script-src '{}'; ", script_hash);
  out += fmt::format("style-src '{}' '{}'; base-uri 'none'; form-action 'none'\">\n",
                     assets::report_css_hash, assets::diagram_css_hash);
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += fmt::format("<title>{}</title>\n", xml_text(title));
  out += fmt::format("<style>{}</style>\n<style>{}</style>\n</head>\n<body>\n<main id=\"page\">\n",
                     assets::report_css, assets::diagram_css);
  return out + fmt::format("<h1>{}</h1>\n<p class=\"subtitle\">{}</p>\n", xml_text(title),
                           xml_text(subtitle));
}

Json shown(const Json& json) {  // NOLINT(misc-no-recursion): our own data, whose depth is limited
  if (json.is_string()) return printable_output(json.get_ref<const std::string&>());
  if (!json.is_structured()) return json;
  Json out = json.is_array() ? Json::array() : Json::object();
  for (const auto& [key, value] : json.items()) {
    if (json.is_array()) {
      out.push_back(shown(value));
    } else {
      out[printable(key)] = shown(value);
    }
  }
  return out;
}

std::string embedded(const Json& json) {
  std::string out;
  for (const char c : dump(shown(json))) {
    switch (c) {
      case '<':
        out += "\\u003c";
        break;
      case '>':
        out += "\\u003e";
        break;
      case '&':
        out += "\\u0026";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace ldfi::results
