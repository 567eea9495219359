// What lets a run go on later: what its journal has to know of it, and the command.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/journal/header.hpp"

namespace ldfi::app {

/// The header of a run's journal without what is searched: the version, and every option that the
/// answer or the way to it depends on; not budgets, names of files, or what is said. An option counts
/// unless it is known not to.
journal::Header header_of_options(const std::vector<std::string>& arguments,
                                  const config::Options& options);

/// What is searched rests on this text, wherever it lies.
journal::Setting text_setting(const std::string& name, const std::string& text);

/// How to go on with this run: the command line with --resume, for a shell.
std::string resume_command(const std::vector<std::string>& arguments, bool resumed, int ranks);

}  // namespace ldfi::app
