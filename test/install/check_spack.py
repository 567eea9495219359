#!/usr/bin/env python3
"""The recipe for Spack says what the build says: check_spack.py SOURCE_FOLDER

No Spack is needed: its words (version, variant, depends_on, …) are put in place here, and what they are told is compared with
CMakeLists.txt, common/cmake/LdfiDependencies.cmake and pyproject.toml. Names that are misspelt, or used and never made, are errors.
"""

import ast
import builtins
import contextlib
import os
import py_compile
import re
import sys
import tempfile
import types

# What a build asks for, and the package of Spack that has it. CMake's own modules are none.
PACKAGES = {"MPI": "mpi", "cryptominisat5": "cryptominisat", "cadical": "cadical", "HDF5": "hdf5", "Boost": "boost", "yaml-cpp": "yaml-cpp",
            "xxhash": "xxhash", "utf8proc": "utf8proc", "ZLIB": "zlib-api", "CLI11": "cli11", "fmt": "fmt", "nlohmann_json": "nlohmann-json", "tsl-robin-map": "robin-map",
            "GTest": "googletest", "python3": "python"}  # fmt: skip
NOT_PACKAGES = {"Threads", "benchmark", "sz", "aec", "z"}  # the C library's; of a developer's build; archives beside HDF5
TOOLS = {"c", "cxx", "cmake", "ninja"}
# Of the Python packages and the pictures, when they run.
RUN = {"graphviz"}
WORDS = {"CMakePackage", "license", "version", "variant", "depends_on", "conflicts", "generator", "when", "find"}


class Recipe:
    """What the recipe tells Spack."""

    def __init__(self, path):
        self.told = {word: [] for word in ("license", "version", "variant", "depends_on", "conflicts", "generator")}
        self.under = []
        package = types.ModuleType("spack.package")
        for word in self.told:
            setattr(package, word, lambda *args, _word=word, **more: self.told[_word].append((args, more, tuple(self.under))))
        package.when = self.when
        package.find = lambda *_args, **_more: ["/prefix/lib/python3.11/site-packages"]
        package.CMakePackage = type("CMakePackage", (), {})
        sys.modules["spack"], sys.modules["spack.package"] = types.ModuleType("spack"), package
        scope = {}
        with open(path, encoding="utf-8") as stream:
            exec(compile(stream.read(), path, "exec"), scope)  # as Spack does
        self.package = scope["LdfiFarm"]

    @contextlib.contextmanager
    def when(self, condition):
        self.under.append(condition)
        yield
        self.under.pop()

    def dependencies(self):
        """{name: [(the rest of its spec, types, conditions)]}"""
        found = {}
        for (spec,), more, under in self.told["depends_on"]:
            name, rest = re.fullmatch(r"([a-z0-9-]+)(.*)", spec).groups()
            kinds = more.get("type", ("build", "link"))
            conditions = [*under, *([more["when"]] if "when" in more else [])]
            found.setdefault(name, []).append((rest, (kinds,) if isinstance(kinds, str) else kinds, conditions))
        return found

    def arguments(self, run_tests, variants):
        """What cmake_args gives: {name: value}."""
        package = self.package()
        package.run_tests = run_tests
        package.spec = {"python": types.SimpleNamespace(command=types.SimpleNamespace(path="/python/bin/python3"))}
        package.define = lambda name, value: (name, value)
        package.define_from_variant = lambda name, variant: (name, variants[variant])
        return dict(package.cmake_args())


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as stream:
        return stream.read()


def names_used_and_never_made(source):
    tree = ast.parse(source)
    made = set(dir(builtins)) | WORDS
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            made.add(node.name)
        elif isinstance(node, ast.arg):
            made.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            made.add(node.id)
    return [f"{node.lineno}: {node.id} is not a name" for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in made]


def compare(sources):
    path = f"{sources}/jobs/spack/packages/ldfi-farm/package.py"
    source, cmake, dependencies = read(path), read(sources, "CMakeLists.txt"), read(sources, "common/cmake/LdfiDependencies.cmake")
    with tempfile.NamedTemporaryFile() as compiled:
        py_compile.compile(path, cfile=compiled.name, doraise=True)
    yield from names_used_and_never_made(source)
    for number, line in enumerate(source.splitlines(), 1):
        if len(line) > 99 and not line.startswith('"""'):  # the style of Spack's repository
            yield f"{number}: longer than 99"
    recipe = Recipe(path)
    found = recipe.dependencies()

    (project,) = re.findall(r"project\(ldfi-farm VERSION ([\d.]+)", cmake)
    versions = [args[0] for args, _, _ in recipe.told["version"]]
    if versions != [project]:
        yield f"versions {versions}, and CMakeLists.txt says {project}"
    (words,) = re.findall(r'DESCRIPTION "([^"]+)"', cmake)
    if words not in recipe.package.__doc__:
        yield f"its text does not say: {words}"
    if [args for args, _, _ in recipe.told["license"]] != [("Apache-2.0",)] or "Apache License" not in read(sources, "LICENSE"):
        yield "its licence is not that of LICENSE"

    asked = set(re.findall(r"find_package\((\S+)", dependencies))
    asked |= {re.sub(r"^lib|\.a$", "", name) for name in re.findall(r"find_library\(\w+ (?:NAMES )?(\S+?)\)?\s", dependencies + " ")}
    asked |= set(re.findall(r"find_program\(LDFI_PYTHON (\S+)", dependencies))
    for name in sorted(asked - PACKAGES.keys() - NOT_PACKAGES):
        yield f"the build asks for {name}, of which nobody has said what it is for Spack"
    wanted = {PACKAGES[name] for name in asked if name in PACKAGES}
    for name in sorted(wanted - found.keys()):
        yield f"no depends_on of {name}"
    for name in sorted(found.keys() - wanted - TOOLS - RUN):
        if not name.startswith("py-"):
            yield f"depends_on {name}, for which the build does not ask"
    (least,) = re.findall(r"cmake_minimum_required\(VERSION ([\d.]+)\)", cmake)
    for name, rest in (("cmake", f"@{least}:"), ("boost", "@" + re.search(r"find_package\(Boost ([\d.]+)", dependencies).group(1) + ":+serialization")):
        if [one for one, _, _ in found[name]] != [rest]:
            yield f"{name} is {found[name]}, and the build asks for {rest}"
    if [kinds for _, kinds, _ in found["googletest"]] != [("test",)]:
        yield "googletest is for tests alone"

    project_file = read(sources, "results/python/pyproject.toml")
    (python,) = re.findall(r'requires-python = ">=([\d.]+)"', project_file)
    if [rest for rest, _, _ in found["python"]] != [f"@{python}:"]:
        yield f"python is {found['python']}, and pyproject.toml says {python}"
    optional = set(re.findall(r'"([a-z0-9]+)"', re.search(r"optional-dependencies\]\n(.*?)\n\n", project_file, re.S).group(1)))
    for name in sorted(optional ^ {one.removeprefix("py-") for one in found if one.startswith("py-")}):
        yield f"py-{name}: in the recipe or in pyproject.toml, but not in both"

    options = {name: default == "ON" for name, default in re.findall(r'option\((LDFI_\w+) "[^"]*" (ON|OFF)\)', cmake)}
    variants = {args[0]: more["default"] for args, more, _ in recipe.told["variant"]}
    for condition in (word for rows in found.values() for _, _, conditions in rows for word in conditions):
        if condition.lstrip("+~") not in variants:
            yield f"when {condition}: there is no such variant"
    for tests in (False, True):
        given = recipe.arguments(tests, variants)
        for name in given.keys() - options.keys() - {"LDFI_PYTHON"}:
            yield f"{name} is not an option of CMakeLists.txt"
        if given.get("LDFI_TESTS") is not tests:
            yield "LDFI_TESTS is not whether Spack tests"
    if given.get("LDFI_HARDEN") != options["LDFI_HARDEN"]:
        yield "the variant harden has another default than LDFI_HARDEN"
    if "find_program(LDFI_PYTHON" not in dependencies or given.get("LDFI_PYTHON") != "/python/bin/python3":
        yield "LDFI_PYTHON is not Spack's Python"
    if [args for args, _, _ in recipe.told["generator"]] != [("ninja",)]:
        yield "the generator is not ninja"
    if not re.search(r"namespace: \w+", read(sources, "jobs/spack/repo.yaml")):
        yield "repo.yaml names no namespace"


def main():
    problems = list(compare(os.path.abspath(sys.argv[1])))
    print("".join(f"jobs/spack/packages/ldfi-farm/package.py: {one}\n" for one in problems), end="")
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
