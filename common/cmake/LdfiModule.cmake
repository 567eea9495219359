# One folder, one library: ldfi_module(<name> [DEPENDS targets…]) makes `ldfi_<name>` of the *.cpp
# files of the current folder (an INTERFACE library when it holds headers only).

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  if(LDFI_PCH)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
    add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
  endif()
endif()

# A newer compiler finds new warnings; they should not keep a user from building.
set(ldfi_werror ${LDFI_WERROR})
if(LDFI_WERROR STREQUAL "AUTO")
  set(ldfi_werror OFF)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    set(ldfi_werror ON)
  endif()
endif()

# Nothing is loaded that nothing calls: each shared library costs a start some 0.1 ms, and its own ones as much again.
include(CheckLinkerFlag)
check_linker_flag(CXX LINKER:--as-needed LDFI_AS_NEEDED)
if(LDFI_AS_NEEDED)
  add_link_options(LINKER:--as-needed)
endif()

# What turns a bug in memory into an end at once; docs/measurements/start-up.md#hardening says what it costs.
if(LDFI_HARDEN AND NOT LDFI_SANITIZE)
  include(CheckCXXCompilerFlag)
  foreach(flag -fstack-protector-strong -fcf-protection)
    string(MAKE_C_IDENTIFIER "LDFI_HAS${flag}" has)
    check_cxx_compiler_flag(${flag} ${has})
    if(${has})
      add_compile_options($<$<CONFIG:Release>:${flag}>)
    endif()
  endforeach()
  add_compile_options($<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>)
  foreach(flag relro now)
    check_linker_flag(CXX LINKER:-z,${flag} LDFI_HAS_Z_${flag})
    if(LDFI_HAS_Z_${flag})
      add_link_options($<$<CONFIG:Release>:LINKER:-z,${flag}>)
    endif()
  endforeach()
endif()

# A program of 180 MB, as one with sanitizers is, takes lld 3 s, gold 8 s and bfd 15 s to link. gold is in Debian's binutils. The
# finished programs have the compiler's own linker.
set(ldfi_fast_linker)
foreach(linker lld gold)
  check_linker_flag(CXX -fuse-ld=${linker} LDFI_HAS_LINKER_${linker})
  if(LDFI_HAS_LINKER_${linker})
    set(ldfi_fast_linker -fuse-ld=${linker})
    break()
  endif()
endforeach()

# GCC 12 invents overlapping, oversized and out-of-bounds copies in inlined std::string operations (GCC bug 105651). With sanitizers
# nobody reads warnings (the presets say -w), and finding them took a thirtieth of the time of eight sampled files.
add_library(ldfi_warnings INTERFACE)
if(NOT LDFI_SANITIZE)
  target_compile_options(ldfi_warnings INTERFACE
    -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wpedantic -Wno-restrict
    -Wno-stringop-overflow -Wno-array-bounds
    $<$<BOOL:${ldfi_werror}>:-Werror>)
endif()

# Three of UBSan's checks would be made at each use of a pointer, and took 40 % of the time to compile a sampled unit: they are made
# where they can find what nobody else does. ASan ends a program at the use of a null pointer, or of one that went astray by
# arithmetic; and an address is misaligned only where one is cast (CASTS, checked by test/tidy). Fuzzers have all three everywhere.
add_library(ldfi_sanitizers INTERFACE)
if(LDFI_SANITIZE)
  target_compile_options(ldfi_sanitizers INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(NOT LDFI_FUZZ)
    target_compile_options(ldfi_sanitizers INTERFACE
      $<$<NOT:$<BOOL:$<TARGET_PROPERTY:LDFI_CASTS>>>:-fno-sanitize=null,alignment,pointer-overflow>)
  endif()
  target_link_options(ldfi_sanitizers INTERFACE -fsanitize=address,undefined ${ldfi_fast_linker})
endif()
if(LDFI_FUZZ)
  target_compile_options(ldfi_sanitizers INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Two precompiled headers, one for the program and one with GoogleTest, shared by all targets.
function(ldfi_precompile name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LAST;HEADERS" ${ARGN})
  if(NOT LDFI_PCH)
    return()
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/${name}.cpp CONTENT "// Carries a precompiled header.\n")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/generated/${name}.cpp)
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} ldfi_warnings ldfi_sanitizers ${ARG_LAST})
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
endfunction()

function(ldfi_use_precompiled target precompiled)
  if(TARGET ${precompiled})
    target_precompile_headers(${target} REUSE_FROM ${precompiled})
  endif()
endfunction()

# Thirty files compiled at once cost half as much as eight, eight, eight and six: what they include and instantiate is compiled
# once. Names in unnamed namespaces of a target must differ then.
function(ldfi_compile_together target)
  if(LDFI_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${LDFI_UNITY})
  endif()
endfunction()

set(ldfi_heavy_headers <algorithm> <array> <boost/multiprecision/cpp_int.hpp> <cstdint> <fmt/core.h> <fmt/format.h>
    <functional> <map> <memory> <optional> <set> <span> <sstream> <string> <string_view> <unordered_map>
    <utility> <variant> <vector>)
ldfi_precompile(ldfi_pch DEPENDS Boost::headers ldfi_fmt HEADERS ${ldfi_heavy_headers})
# Optimising the tests' own code costs more time than it saves: -O1 is a third quicker to compile.
add_library(ldfi_test_options INTERFACE)
target_compile_options(ldfi_test_options INTERFACE $<$<CONFIG:Release>:-O1>)
target_link_options(ldfi_test_options INTERFACE ${ldfi_fast_linker})
# Nor are they what the sanitizers look for: without UBSan and lines of their own they are a third quicker to compile.
# Linked after ldfi_sanitizers, whose options it takes back.
add_library(ldfi_test_sanitizers INTERFACE)
if(LDFI_SANITIZE)
  target_compile_options(ldfi_test_sanitizers INTERFACE -fno-sanitize=undefined -g0)
endif()
if(LDFI_TESTS)
  ldfi_precompile(ldfi_test_pch DEPENDS ldfi_test_options Boost::headers ldfi_fmt GTest::gtest GTest::gmock
                  LAST ldfi_test_sanitizers HEADERS ${ldfi_heavy_headers} <gmock/gmock.h> <gtest/gtest.h>)
endif()

# ldfi_module(<name> DEPENDS targets… [FOLDERS folders…] [APART] [CASTS]): the library of this folder, and of those inside it. APART: its files are compiled one by one, since
# some program links only a part of them. CASTS: they cast addresses to pointers of other types.
function(ldfi_module name)
  cmake_parse_arguments(ARG "APART;CASTS" "" "DEPENDS;FOLDERS" ${ARGN})
  set(patterns ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  foreach(folder ${ARG_FOLDERS})
    list(APPEND patterns ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  if(sources)
    add_library(ldfi_${name} STATIC ${sources})
    target_include_directories(ldfi_${name} PUBLIC ${PROJECT_SOURCE_DIR})
    target_link_libraries(ldfi_${name} PUBLIC ldfi_sanitizers ${ARG_DEPENDS} PRIVATE ldfi_warnings)
    set_target_properties(ldfi_${name} PROPERTIES LDFI_CASTS ${ARG_CASTS})
    ldfi_use_precompiled(ldfi_${name} ldfi_pch)
    if(NOT ARG_APART)
      ldfi_compile_together(ldfi_${name})
    endif()
  else()
    add_library(ldfi_${name} INTERFACE)
    target_include_directories(ldfi_${name} INTERFACE ${PROJECT_SOURCE_DIR})
    target_link_libraries(ldfi_${name} INTERFACE ldfi_sanitizers ${ARG_DEPENDS})
  endif()
endfunction()

# ldfi_executable(<name> SOURCES files… DEPENDS targets…)
function(ldfi_executable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} ldfi_warnings ldfi_sanitizers)
  ldfi_use_precompiled(${name} ldfi_pch)
endfunction()

# What a library depends on may differ from program to program: true for one that loads no shared library.
set(LDFI_HEAD_IS_STATIC $<BOOL:$<TARGET_PROPERTY:LDFI_LOADS_NOTHING>>)

# ldfi_loads_nothing(<executable>): loading its libraries would take a quarter of a small run. Where they cannot be linked
# statically, it stays as it is.
function(ldfi_loads_nothing name)
  if(LDFI_STATIC)
    set_target_properties(${name} PROPERTIES LDFI_LOADS_NOTHING ON)
    target_link_options(${name} PRIVATE ${LDFI_STATIC_FLAG} LINKER:--wrap=dlopen)  # results/hdf5/no_plugins
  endif()
endfunction()

# ldfi_embed(<target> <namespace> <name> <file>...): <namespace>::<name> is the files' text, a std::string_view; <name>_hash its
# SHA-256 as a content security policy writes it.
function(ldfi_embed target namespace name)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE files)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  set(script ${PROJECT_SOURCE_DIR}/common/cmake/embed.py)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${LDFI_PYTHON} -B ${script} ${namespace} ${name} ${files} > ${source}
    DEPENDS ${script} ${files}
    VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()
