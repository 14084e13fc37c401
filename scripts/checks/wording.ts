/**
 * Wording that CONTRIBUTING asks to avoid, names of products outside their folders, and small files with one importer.
 * Each count has an allowance, which may only be lowered.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fromRoot, say } from '../lib/repository.mjs';

type Finding = { readonly kind: string; readonly place: string };
type Patterns = Readonly<Record<string, RegExp>>;

const PROSE: Patterns = {
  'he, him or his': /\b(?:he|him|his)\b/,
  'somebody, nobody, anew': /\b(?:somebody|nobody|anybody|whoever|anew|whatever)\b/i,
  'stands, goes by, comes to': /\b(?:stands|goes by|comes to|is of another|that of which|of that which)\b/i,
};
const COMMENTS: Patterns = {
  ...PROSE,
  'comment that opens with a clause':
    /^(?:\/\*\*|\/\/|\*)\s*(?:What|Who|Whoever|Whose|Whom|Where|That which|Those who|Which)\b(?![^.?]*\?)/,
  'code that tells, hears or says': /\b(?:told|tells?|telling|hears?|heard|says|said)\b/i,
};
const ENGLISH: Patterns = {
  'text that opens with It or What': /^"?(?:It|What|Whoever|Who)\b(?!.*\?)/,
  'text with a riddling word':
    /\b(?:comes? back|goes? on|at once|anew|nobody|somebody|no such|any more|stands|is told|are told|he|him|his)\b/i,
};
const OLD_NAME =
  /\b(?:[a-z]\w*)?(?:told|Told|teller|Teller|Wish|wish|hear[A-Z]|whose[A-Z]|fateOf|Untold|untold|[a-z]Deaths?|kept[A-Z]|Kept)\w*\b/;
/** Of an appearance it is a variant or a style; of repeated reading, a poll. Looking something up stays. */
const LOOK = /\b(?:[lL]ook(?!Behind|Ahead|up)[A-Z]\w*|LOOKS?(?:_\w+)?|\w+Look)\b|\blook=|\.look\b/;
const ROUTES = 'src/shared/navigation/paths.ts';
const OLD_PRODUCT =
  /\b(?:lever|microtrade|hosting|publication|promotion)[A-Z]\w*|\b\w+(?:Lever(?!age)|Publication|Promotion)\w*/;

/** How many of each kind are left. Lower a number when you have removed some; never raise one. */
export const ALLOWED: Readonly<Record<string, number>> = {
  // Stored fields of the app, keys of texts, seeds of tests.
  'old name': 3,
  // Names of routes and wire fields that routes fix.
  'old name of a product': 9,
  // The name of a stored finding.
  'somebody, nobody, anew': 1,
  // They isolate a rule with its own test, are loaded lazily, or would form an import cycle.
  'small file with one importer': 28,
  // Lists of products, wire names, routes.
  'trust outside its folders': 5,
};

const isCode = (path: string) =>
  /\.(ts|tsx|mjs|sql)$/.test(path) && !/generated|locales\/|^server\/src\/db\/rows\.ts$/.test(path);
const isEnglish = (path: string) =>
  /^locales\/en\/.*\.json$|^contract\/src\/messages\/en\.|^content\/.*\/en\.md$/.test(path);
const isDocument = (path: string) => path.endsWith('.md') && !path.startsWith('content/');
const isOwn = (path: string) =>
  path === 'scripts/checks/wording.ts' || path === 'scripts/checks/wording.nightly.test.ts';
const matching = (patterns: Patterns, text: string) =>
  Object.keys(patterns).filter((kind) => patterns[kind]?.test(text) === true);

/** The kinds of wording to avoid in one line of a file. */
export function wordingIn(path: string, line: string): string[] {
  if (isCode(path)) {
    const comment = /(?:^\s*\*\s?|\/\/|\/\*\*)(.*)$/.exec(line);
    if (comment !== null && !/https?:$/.test(line.slice(0, comment.index).trim()))
      return matching(COMMENTS, comment[0].trim());
    return [
      ...((OLD_NAME.test(line) || LOOK.test(line)) && !path.includes('/migrations/') ? ['old name'] : []),
      ...(OLD_PRODUCT.test(line) && path !== ROUTES ? ['old name of a product'] : []),
    ];
  }
  if (isDocument(path)) return matching(PROSE, line).map((kind) => `document: ${kind}`);
  const text = isEnglish(path) ? (path.endsWith('.md') ? line : /:\s*"(.*)",?\s*$/.exec(line)?.[1]) : undefined;
  return text === undefined ? [] : matching(ENGLISH, text);
}

/** Product files of fewer than 60 lines that one file of the same folder imports, and no test. */
export function findSmallFiles(sources: ReadonlyMap<string, string>): string[] {
  const importers = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\(?|mock\()\s*'(\.{1,2}\/[^']+)'/g)) {
      const target = normalize(join(dirname(path), specifier));
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  return [...sources].flatMap(([path, text]) => {
    const from = [...(importers.get(path) ?? [])];
    const [importer = ''] = from;
    const isSmall = /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path) && text.split('\n').length < 60;
    return isSmall && from.length === 1 && dirname(importer) === dirname(path) ? [path] : [];
  });
}

/** Words that contain the name of a product and mean something else: the verb, and names of libraries and standards. */
const OTHER_MEANINGS: Readonly<Record<string, RegExp>> = {
  trust:
    /\w*(?:trusted|trusts)\w*|entrust|trustProxy|[Tt]rust[ -](?:policy|assumptions)|(?:not|to) trust\b|that the verifier trusts/gi,
};

/** Names of tables, as stored: the second is made from the database. */
const TABLES = ['server/src/db/tableRights.ts', 'server/src/db/rows.ts'];

/** Places that name a product outside its folders, its locales and the names of tables. */
export function namesElsewhere(product: string, sources: ReadonlyMap<string, string>): string[] {
  const word = new RegExp(String.raw`\b\w*${product}\w*\b`, 'i');
  return [...sources.keys()].filter(
    (path) =>
      !path.includes(`/${product}/`) &&
      !TABLES.includes(path) &&
      !/(^|\/)(locales|e2e|bench|scripts|testing|gallery)\//.test(path) &&
      !/\.test\.tsx?$/.test(path) &&
      word.test((sources.get(path) ?? '').replaceAll(OTHER_MEANINGS[product] ?? /(?!)/g, '')),
  );
}

/** Compares every count with its allowance; prints the places of a count that has grown. */
export function checkWording(): boolean {
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: fromRoot('.'),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter(
      (path) => (isCode(path) || isEnglish(path) || isDocument(path)) && !isOwn(path) && existsSync(fromRoot(path)),
    );
  const texts = new Map(paths.map((path) => [path, readFileSync(fromRoot(path), 'utf8')]));
  const sources = new Map([...texts].filter(([path]) => /^(contract|server|src|service-worker)\/.*\.tsx?$/.test(path)));
  const findings: Finding[] = [
    ...[...texts].flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, index) => wordingIn(path, line).map((kind) => ({ kind, place: `${path}:${index + 1}` }))),
    ),
    ...findSmallFiles(sources).map((place) => ({ kind: 'small file with one importer', place })),
    ...namesElsewhere('trust', sources).map((place) => ({ kind: 'trust outside its folders', place })),
  ];
  const kinds = [...new Set([...findings.map(({ kind }) => kind), ...Object.keys(ALLOWED)])].toSorted();
  const grown = kinds.filter((kind) => count(findings, kind) > (ALLOWED[kind] ?? 0));
  for (const kind of grown) {
    say(`${kind}: ${count(findings, kind)}, allowed are ${ALLOWED[kind] ?? 0}`);
    for (const { place } of findings.filter((one) => one.kind === kind).slice(0, 20)) say(`  ${place}`);
  }
  const lower = kinds.filter((kind) => count(findings, kind) < (ALLOWED[kind] ?? 0));
  for (const kind of lower)
    say(`${kind}: ${count(findings, kind)} are left: lower the allowance in ${basename(import.meta.url)}`);
  return grown.length === 0 && lower.length === 0;
}

const count = (findings: readonly Finding[], kind: string) => findings.filter((one) => one.kind === kind).length;
