#include "results/views/draw/svg.hpp"

#include <fmt/core.h>

#include <cmath>

#include "common/base/contract.hpp"
#include "common/base/diagnostic.hpp"

namespace ldfi::results {

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string number(double value) {
  LDFI_REQUIRE(std::isfinite(value), "a coordinate is a number");
  std::string out = fmt::format("{:.2f}", value);
  while (out.ends_with('0')) out.pop_back();
  if (out.ends_with('.')) out.pop_back();
  return out == "-0" ? "0" : out;
}

std::string xml_lines(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t end = text.find('\n');
    out += xml_text(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

Svg::Svg(double width, double height, std::string_view title, std::string_view description)
    : width_(width), height_(height), title_(title), description_(description) {}

void Svg::line(Point from, Point to, std::string_view classes) {
  body_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", classes,
                       number(from.x), number(from.y), number(to.x), number(to.y));
}

void Svg::path(std::string_view data, std::string_view classes) {
  body_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", classes, data);
}

void Svg::rect(Point corner, Point size, double radius, std::string_view classes) {
  body_ += fmt::format(
      "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>\n", classes,
      number(corner.x), number(corner.y), number(size.x), number(size.y), number(radius));
}

void Svg::ellipse(Point center, Point radii, std::string_view classes) {
  body_ += fmt::format("<ellipse class=\"{}\" cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>\n", classes,
                       number(center.x), number(center.y), number(radii.x), number(radii.y));
}

void Svg::text(Point at, std::string_view text, std::string_view classes, Anchor anchor) {
  std::string_view where;
  if (anchor == Anchor::middle) where = " text-anchor=\"middle\"";
  if (anchor == Anchor::end) where = " text-anchor=\"end\"";
  body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\"{}>{}</text>\n", classes, number(at.x),
                       number(at.y), where, xml_text(text));
}

void Svg::begin(std::string_view classes, std::string_view title, const Data& data) {
  body_ += fmt::format("<g class=\"{}\"", classes);
  for (const auto& [name, value] : data) {
    body_ += fmt::format(" data-{}=\"{}\"", name, xml_text(value));
  }
  body_ += ">";
  if (!title.empty()) body_ += fmt::format("<title>{}</title>", xml_text(title));
  body_ += "\n";
}

void Svg::end() {
  body_ += "</g>\n";
}

void Svg::place(Point at, const Svg& other) {
  body_ += fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n", number(at.x), number(at.y),
                       other.body_);
}

std::string Svg::element(std::string_view style) const {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ldfi\" role=\"img\" width=\"{0}\" "
      "height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n<title>{2}</title>\n<desc>{3}</desc>\n",
      number(width_), number(height_), xml_text(title_), xml_text(description_));
  if (!style.empty()) out += fmt::format("<style>\n{}</style>\n", style);
  out += fmt::format("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n", number(width_),
                     number(height_));
  return out + body_ + "</svg>\n";
}

std::string Svg::document() const {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element(assets::diagram_css);
}

std::string Svg::fragment() const {
  return element("");
}

}  // namespace ldfi::results
