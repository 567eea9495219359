#include "common/prove/certificate/program/export.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "common/prove/certificate/files.hpp"

namespace ldfi::certificate {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& why) {
  throw CannotWrite("cannot write " + what + ": " + why);
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) refuse(folder, error.message());
}

/// Creates a file and calls write(stream) to write its content. Throws CannotWrite unless the file
/// is complete.
template <class Write>
void write_file(const std::string& name, const Write& write) {
  std::ofstream stream(name, std::ios::binary);
  if (!stream) refuse(name, std::strerror(errno));
  write(stream);
  stream.close();
  if (!stream) refuse(name, std::strerror(errno));
}

}  // namespace

void begin_export(const std::string& folder) {
  make_folder(folder);
  std::error_code error;
  if (!std::filesystem::is_empty(folder, error) && !error)
    refuse(folder, "the folder is not empty");
  if (error) refuse(folder, error.message());
}

void export_question(const std::string& folder, const std::string& certificate,
                     const Question& question) {
  make_folder(folder);
  const std::vector<Clause> clauses = question.clauses();
  int variables = 0;
  for (const Clause& clause : clauses) {
    for (const int x : clause) variables = std::max(variables, std::abs(x));
  }
  const std::string name = folder + "/" + question.name;
  write_file(name + ".cnf", [&](std::ostream& out) {
    out << "p cnf " << variables << ' ' << clauses.size() << '\n';
    for (const Clause& clause : clauses) {
      for (const int x : clause) out << x << ' ';
      out << "0\n";
    }
  });
  std::ifstream proof = open_file(certificate, question.name + ".drup");
  write_file(name + ".drat", [&](std::ostream& out) {
    for (std::string line; std::getline(proof, line);) out << line << '\n';
  });
}

}  // namespace ldfi::certificate
