// A small SVG writer. It escapes every text with xml_text(), so that no name of a program becomes
// markup.
//
//   Svg svg(400, 300, "Falsifier f1", "a sends …");
//   svg.line({10, 10}, {90, 90}, "message");
//   svg.document();   // a file;   svg.fragment() for an HTML page that has diagram_css
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ldfi::results {

/// Escapes a text for the contents of elements, and for attributes in double quotes. Replaces these
/// bytes by \xNN: invalid UTF-8, and characters that are forbidden in XML, invisible, or change the
/// direction of text.
std::string xml_text(std::string_view text);
/// Escapes a text as xml_text() does, but keeps its line breaks.
std::string xml_lines(std::string_view text);

struct Point {
  double x = 0;
  double y = 0;
};

/// Says which part of a text lies at the given point.
enum class Anchor { start, middle, end };

class Svg {
 public:
  /// The size is in pixels. Screen readers read `title` and `description`.
  Svg(double width, double height, std::string_view title, std::string_view description);

  void line(Point from, Point to, std::string_view classes);
  /// Draws a path. `data` must come from a trusted source, such as "M1 2L3 4".
  void path(std::string_view data, std::string_view classes);
  void rect(Point corner, Point size, double radius, std::string_view classes);
  void ellipse(Point center, Point radii, std::string_view classes);
  void circle(Point center, double radius, std::string_view classes) {
    ellipse(center, {radius, radius}, classes);
  }
  void text(Point at, std::string_view text, std::string_view classes,
            Anchor anchor = Anchor::start);
  /// Attributes of a group that scripts on a page read. {"tick", "3"} becomes the attribute
  /// `data-tick="3"`.
  using Data = std::vector<std::pair<std::string_view, std::string>>;
  /// Puts all elements that are added until end() into a group. Browsers show `title` while the
  /// mouse is over the group.
  void begin(std::string_view classes, std::string_view title = "", const Data& data = {});
  void end();
  /// Inserts another picture with its upper left corner at `at`.
  void place(Point at, const Svg& other);

  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }
  [[nodiscard]] const std::string& description() const { return description_; }

  /// Returns a complete SVG file with its style, readable on light and dark backgrounds.
  [[nodiscard]] std::string document() const;
  /// Returns the <svg> element alone, for an HTML page.
  [[nodiscard]] std::string fragment() const;

 private:
  [[nodiscard]] std::string element(std::string_view style) const;

  double width_;
  double height_;
  std::string title_;
  std::string description_;
  std::string body_;
};

/// Returns `value` with at most two decimals and without trailing zeros, for example `12.5`.
std::string number(double value);

namespace assets {
extern const std::string_view diagram_css;  ///< the style sheet of all diagrams
extern const std::string_view diagram_css_hash;
}  // namespace assets

}  // namespace ldfi::results
