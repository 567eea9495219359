#include "results/report/page.hpp"

#include <fmt/core.h>

#include "results/draw/svg.hpp"

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

std::string embedded(const Json& json) {
  std::string out;
  for (const char c : dump(json)) {
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
