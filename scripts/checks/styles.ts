// Every class of a CSS module is used by a component, and every class that a component uses is in its module.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import { ROOT, say } from '../lib/repository.mjs';

/** Contents by path. */
type Files = Readonly<Record<string, string>>;
/** The classes of a module that a file names, and the expressions by which it computes others. */
type Use = { path: string; module: string; named: readonly string[]; computed: readonly string[] };

const MODULE = /\.module\.css$/;
const IMPORT = /\bimport (\w+) from '([^']+\.module\.css)'/g;
const WORD = /'(\w+)'/g;
const PLACEHOLDER = /\$\{[^}]*\}/g;
/** Names of animations and the like are not classes. */
const CLASSES_ONLY = { animation: false, container: false, customIdents: false, grid: false };

const exportsOf = (path: string, css: string) =>
  Object.entries(transform({ filename: path, code: Buffer.from(css), cssModules: CLASSES_ONLY }).exports ?? {});

function usesIn(path: string, code: string): Use[] {
  return [...code.matchAll(IMPORT)].map(([, local = '', file = '']) => {
    const lookups = [...code.matchAll(new RegExp(String.raw`\b${local}\[(?:'(\w+)'|([^\]]+))\]`, 'g'))];
    return {
      path,
      module: join(path, '..', file),
      named: lookups.flatMap(([, name]) => name ?? []),
      computed: lookups.flatMap(([, , expression]) => expression ?? []),
    };
  });
}

/** Classes of other modules that a module's own are composed of. */
function composedIn(path: string, css: string): Use[] {
  return exportsOf(path, css)
    .flatMap(([, { composes }]) => composes)
    .flatMap((part) =>
      part.type === 'dependency'
        ? [{ path, module: join(path, '..', part.specifier), named: [part.name], computed: [] }]
        : [],
    );
}

/**
 * Missing and unused classes. A computed class may be any word that the code has in quotes, or of a template, one with
 * its fixed parts.
 */
export function findStyleFaults(files: Files): string[] {
  const [modules, code] = [true, false].map((isModule) =>
    Object.entries(files).filter(([path]) => MODULE.test(path) === isModule),
  ) as [[string, string][], [string, string][]];
  const classes = new Map(modules.map(([path, css]) => [path, exportsOf(path, css).map(([name]) => name)]));
  const words = new Set(code.flatMap(([, text]) => [...text.matchAll(WORD)].map(([, word]) => word)));
  const uses = [
    ...code.flatMap(([path, text]) => usesIn(path, text)),
    ...modules.flatMap((each) => composedIn(...each)),
  ];
  const mayBe = (expression: string, name: string) =>
    expression.startsWith('`')
      ? new RegExp(`^${expression.slice(1, -1).replaceAll(PLACEHOLDER, String.raw`\w+`)}$`).test(name)
      : words.has(name);
  const isUsed = (module: string, name: string) =>
    uses.some(
      (use) =>
        use.module === module &&
        (use.named.includes(name) || use.computed.some((expression) => mayBe(expression, name))),
    );
  return [
    ...uses.flatMap(({ path, module, named }) =>
      named
        .filter((name) => classes.get(module)?.includes(name) !== true)
        .map((name) => `${path}: ${module} has no class «${name}»`),
    ),
    ...[...classes].flatMap(([module, names]) =>
      names.filter((name) => !isUsed(module, name)).map((name) => `${module}: nothing uses the class «${name}»`),
    ),
  ];
}

export function checkStyles(): boolean {
  const listed = execFileSync('git', ['ls-files', 'src'], { cwd: ROOT, encoding: 'utf8' });
  const paths = listed.split('\n').filter((path) => /\.(tsx?|module\.css)$/.test(path) && !path.includes('.test.'));
  const read = (path: string) => [path, readFileSync(join(ROOT, path), 'utf8')] as const;
  const faults = findStyleFaults(Object.fromEntries(paths.map(read)));
  for (const fault of faults) say(fault);
  return faults.length === 0;
}
