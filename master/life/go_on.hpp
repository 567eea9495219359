// What a run needs to be resumed: the header of its journal, and the command.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/journal/header.hpp"

namespace ldfi::app {

/// Returns the header of a run's journal without the inputs: the version, and every option that the
/// answer or the search depends on. Budgets, file names and options for output do not count. Every other
/// option counts.
journal::Header header_of_options(const std::vector<std::string>& arguments,
                                  const config::Options& options);

/// Returns a setting that identifies an input by its text, wherever its file is.
journal::Setting text_setting(const std::string& name, const std::string& text);

/// Returns the command that resumes this run: the command line with --resume, for a shell.
std::string resume_command(const std::vector<std::string>& arguments, bool resumed, int ranks);

}  // namespace ldfi::app
