// Every relative link in a Markdown file leads to a file (and its #anchor to a heading), and every npm command in one
// exists.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, readJson, say } from '../lib/repository.mjs';

const FENCE = /^(```|~~~)[\s\S]*?^\1/gm;
const LINK =
  /!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)|<(?:img|a|source)\s[^>]*?(?:src|href|srcset)="([^"]+)"/gm;
const EXTERNAL = /^([a-z][a-z0-9+.-]*:|\/\/)/i;
/** Articles link to pages of the app, which its router knows. */
const APP_ROUTE = '#/';
const COMMAND = /\bnpm (?:run(?:-script)? )?([a-z][\w:-]*)(?:[^\n`]*?\s(?:-w|--workspace)[ =]([\w@/-]+))?/g;
const OWN_COMMANDS = new Set([
  'ci',
  'install',
  'i',
  'uninstall',
  'exec',
  'view',
  'outdated',
  'update',
  'init',
  'pack',
  'workspaces',
  'run',
  'registry',
]);

/** The anchors of a page, made of its headings as GitHub makes them. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.replace(FENCE, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, text]) => text ?? '');
  return new Set(
    headings.map((text) =>
      text
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );
}

/** The relative links of a page, pictures and HTML included; links shown as code are none. */
export function linksOf(markdown: string): string[] {
  const text = markdown.replace(FENCE, '').replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(LINK)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .filter((link) => !EXTERNAL.test(link) && !link.startsWith(APP_ROUTE));
}

/** A script in a command of a page, and its workspace ('.' for the root). */
export type Command = { script: string; workspace: string };

/** The npm scripts in the commands of a page: those in its code, not in its prose. */
export function commandsOf(markdown: string): Command[] {
  const code = [...(markdown.match(FENCE) ?? []), ...(markdown.replace(FENCE, '').match(/`[^`\n]+`/g) ?? [])].join(
    '\n',
  );
  return [...code.matchAll(COMMAND)]
    .filter(([whole, script = '']) => whole.startsWith('npm run') || !OWN_COMMANDS.has(script))
    .map(([, script = '', workspace = '.']) => ({ script, workspace }));
}

function exists({ script, workspace }: Command): boolean {
  const manifest = join(workspace, 'package.json');
  return existsSync(join(ROOT, manifest)) && script in readJson(manifest).scripts;
}

function linkFault(page: string, link: string): string | undefined {
  const [path = '', anchor] = decodeURI(link).split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return `${page}: ${link} leads nowhere`;
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(readFileSync(join(ROOT, target), 'utf8')).has(anchor)
    ? undefined
    : `${page}: ${link} has no such heading`;
}

function pageFaults(page: string): string[] {
  const markdown = readFileSync(join(ROOT, page), 'utf8');
  const commands = commandsOf(markdown).filter((command) => !exists(command));
  return [
    ...linksOf(markdown).flatMap((link) => linkFault(page, link) ?? []),
    ...commands.map(({ script, workspace }) => `${page}: ${join(workspace, 'package.json')} has no script ${script}`),
  ];
}

const COMMENT = /(?:^\s*\*\s?|\/\/|\/\*\*?|^\s*--)(.*)$/;
/** Names of sources; patterns and placeholders (`*.test.ts`, `X.test.ts`) are none. */
const SOURCE = /(?<![\w./<>*{}-])(?!(?:x|camelCase)\.)((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|sql))\b/gi;

/** The sources that a page, or the comments of a file, name. Migrations stay as they are. */
export function sourcesNamed(path: string, text: string): string[] {
  if (!/\.(?:md|tsx?|mjs|sql|css)$/.test(path) || /\/migrations\/|^scripts\/(?:checks|lint)\//.test(path)) return [];
  const prose = path.endsWith('.md') ? [text] : text.split('\n').map((line) => COMMENT.exec(line)?.[1] ?? '');
  return [...prose.join('\n').matchAll(SOURCE)].map(([, name = '']) => name);
}

export function checkDocs(): boolean {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
  // Every path, and each end of it.
  const known = new Set(paths.flatMap((path) => path.split('/').map((_, from, parts) => parts.slice(from).join('/'))));
  const faults = [
    ...paths.filter((path) => path.endsWith('.md')).flatMap(pageFaults),
    ...paths.flatMap((path) =>
      sourcesNamed(path, /\.\w{2,3}$/.test(path) ? readFileSync(join(ROOT, path), 'utf8') : '')
        .filter((name) => !known.has(name))
        .map((name) => `${path}: there is no ${name}`),
    ),
  ];
  for (const fault of faults) say(fault);
  return faults.length === 0;
}
