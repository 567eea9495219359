#!/usr/bin/env python3
"""An independent oracle: a Dedalus program and its Fspec as an answer-set program for clingo.

    ded2asp.py configs/kafka.yaml                     print the answer-set program
    ded2asp.py configs/kafka.yaml --solve             decide the program, and print one line of JSON
    ded2asp.py configs/kafka.yaml --solve --all       also print all minimal counterexamples
    ded2asp.py configs/kafka.yaml --run 'O(a,b,1)'    print one execution: the violations, and every tuple
    ded2asp.py a.ded b.ded -N a,b -t 4 -f 2 -c 1      print the answer-set program without a config

This program shares no code with ldfi-farm. It has its own parser, and uses clingo's grounder and solver. It follows
docs/explanation/semantics.md. Each relation has a predicate for every tick (log__3 is log at tick 3), so the program
is stratified for clingo. clingo evaluates facts that do not depend on faults while it grounds the program. Faults are
choices of the solver: o(A,B,T) and c(A,T). Every answer set is one fault set with its execution.

The input must be a program that ldfi-farm accepts, because this program does not check it. Integers have 32 bits. An
arithmetic error drops the rule instance instead of failing.
"""
import argparse
import json
import os
import sys

from program import load
from solving import Oracle, parse_faults, written
from translation import Fspec

# Keys of an Fspec that this oracle supports; ../recovery supports the others.
PLAIN = {"eot", "eff", "eff_mode", "crashes"}


def read_config(path):
    """Returns the programs of a config, the folders of its includes, and the whole config. Reads only
    those forms of YAML that occur in configs/."""
    import yaml
    with open(path, encoding='utf-8') as f:
        c = yaml.safe_load(f)
    beside = lambda p: os.path.join(os.path.dirname(path), p)
    programs = c.get('program', [])
    programs = programs if isinstance(programs, list) else [programs]
    return [beside(p) for p in programs], [beside(p) for p in c.get('include', [])], c


def make(args):
    config = {}
    programs, folders = args.inputs, []
    if args.inputs[0].endswith(('.yaml', '.yml')):
        programs, folders, config = read_config(args.inputs[0])
    spec = config.get('fspec', {})
    pick = lambda given, key, default: given if given is not None else spec.get(key, default)
    nodes = args.nodes.split(',') if args.nodes else config.get('nodes')
    if not nodes:
        sys.exit('ded2asp: name the nodes (-N a,b,c or nodes: in the config)')
    fspec = Fspec(pick(args.eot, 'eot', None), pick(args.eff, 'eff', 0), pick(args.crashes, 'crashes', 0),
                  sorted(map(str, nodes)),
                  exclusive=pick(args.eff_mode, 'eff_mode', 'inclusive') == 'exclusive',
                  halt=pick(args.crash_model, 'crash_model', 'silent') == 'halt')
    invariant = config.get('invariant', {})
    return Oracle(load(programs, args.include or folders), fspec, invariant.get('pre', 'pre'), invariant.get('post', 'post'))


def main():
    p = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    p.add_argument('inputs', nargs='+', help='one config, or .ded programs')
    p.add_argument('-N', '--nodes')
    p.add_argument('-I', '--include', action='append', metavar='FOLDER')
    p.add_argument('-t', '--eot', type=int)
    p.add_argument('-f', '--eff', type=int)
    p.add_argument('-c', '--crashes', type=int)
    p.add_argument('--eff-mode', choices=['inclusive', 'exclusive'])
    p.add_argument('--crash-model', choices=['silent', 'halt'])
    p.add_argument('--time-limit', type=int, default=0, help='seconds for each call of clingo')
    p.add_argument('--solve', action='store_true', help='verdict and first minimal falsifier, as JSON')
    p.add_argument('--all', action='store_true', help='with --solve: all minimal falsifiers')
    p.add_argument('--run', metavar='FAULTS', help='one execution, tick by tick')
    args = p.parse_args()
    oracle = make(args)
    if args.run is not None:
        faults = parse_faults(args.run)
        for tick, relation, values in sorted(oracle.execution(faults, everything=True)):
            print(f'{tick:3} {relation}({",".join(values)})')
        print('violated:', ' '.join(oracle.violated(faults)) or 'nothing')
    elif args.solve:
        verdict, faults = oracle.verdict(args.time_limit)
        out = {'verdict': verdict, 'first': None if faults is None else written(faults)}
        if args.all and verdict == 'counterexample':
            out['minimal'] = [written(f) for f in oracle.all_minimal(time_limit=args.time_limit)]
        print(json.dumps(out))
    else:
        print(oracle.translation.text(oracle.goals), end='')


if __name__ == '__main__':
    main()
