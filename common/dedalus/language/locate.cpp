#include "common/dedalus/language/locate.hpp"

#include "common/dedalus/language/lexer.hpp"

namespace ldfi::dedalus {

SourceRange argument_range(const SourceSet& sources, SourceRange atom, std::size_t index) {
  if (atom.file.index() >= sources.size()) return atom;
  const std::string& text = sources.text(atom.file);
  const std::string_view line = sources.line(atom.file, atom.line);
  if (line.empty()) return atom;
  const std::size_t offset = static_cast<std::size_t>(line.data() - text.data()) +
                             static_cast<std::size_t>(atom.column - 1);
  Lexer lexer(atom.file, text, offset, atom.line, atom.column);
  int depth = 0;
  std::size_t seen = 0;
  for (Token t = lexer.next(); t.kind != Token::Kind::end; t = lexer.next()) {
    const bool opens = t.kind == Token::Kind::left;
    if (opens) ++depth;
    if (t.kind == Token::Kind::right && --depth == 0) break;
    const bool boundary = depth == 1 && (opens || t.kind == Token::Kind::comma);
    if (boundary && seen++ == index) return lexer.next().where;
  }
  return atom;
}

}  // namespace ldfi::dedalus
