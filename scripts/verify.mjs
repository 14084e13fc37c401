// npm run verify: everything that a tool can check about the sources, one line each, two in parallel.
//   npm run verify -- lint types        only the checks named
import { existsSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { command, fromRoot, say, stop } from './lib/repository.mjs';
import { run } from './lib/run.mjs';

// The smallest machine has two cores; more checks in parallel would only make each slower.
const LANES = 2;

/** @param {string} path below node_modules @param {string[]} args @returns {string[]} */
const tool = (path, ...args) => [fromRoot(`node_modules/${path}`), ...args];
/** @param {string} name @returns {string[]} */
const ownCheck = (name) => ['--import', 'tsx', fromRoot('scripts/checks/runCheck.ts'), name];

/** The benchmarks' types come with their libraries, which `npm run bench` installs. */
const HAS_BENCH = existsSync(fromRoot('bench/node_modules'));
const BENCH = HAS_BENCH ? ['bench'] : [];
const NO_BENCH_PAGES = HAS_BENCH ? [] : ['--ignore-pattern', 'bench/chart/pages'];

/**
 * The longest first, so that the lanes end together. `speaks` marks a check whose findings are worth reading when all
 * is well.
 */
const CHECKS = [
  { name: 'sizes', title: 'sizes of what each route loads', args: ownCheck('sizes'), speaks: true },
  { name: 'types', title: 'types', args: tool('typescript/bin/tsc', '-b', '.', ...BENCH, '--checkers', '1') },
  { name: 'dead', title: 'dead code and dependencies', args: tool('knip/bin/knip.js', '--no-progress') },
  { name: 'lint', title: 'lint and import borders', args: tool('oxlint/bin/oxlint', ...NO_BENCH_PAGES) },
  { name: 'locales', title: 'texts in eight languages', args: ownCheck('locales') },
  { name: 'format', title: 'formatting', args: tool('oxfmt/bin/oxfmt', '--check') },
  { name: 'wording', title: 'wording, names and small files', args: ownCheck('wording') },
  { name: 'styles', title: 'classes of components and of their styles', args: ownCheck('styles') },
  { name: 'docs', title: 'links and commands in the documentation', args: ownCheck('docs') },
];

/** @param {typeof CHECKS[number]} check */
async function runCheck({ title, args, speaks }) {
  const startedAt = performance.now();
  const { status, output } = await run(process.execPath, args, { env: { NO_COLOR: '1', FORCE_COLOR: undefined } });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`${status === 0 ? 'ok    ' : 'FAILED'} ${title.padEnd(42)} ${seconds.padStart(5)} s`);
  if (status !== 0 || speaks) say(output.trimEnd());
  return status === 0;
}

/** @param {typeof CHECKS} queue */
async function runLane(queue) {
  let hasPassed = true;
  for (let check = queue.shift(); check; check = queue.shift()) hasPassed = (await runCheck(check)) && hasPassed;
  return hasPassed;
}

await command(async () => {
  await ensureInstalled();
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !CHECKS.some((check) => check.name === name));
  if (unknown) stop(`There is no check called «${unknown}»: use ${CHECKS.map(({ name }) => name).join(', ')}.`);
  const queue = CHECKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const lanes = await Promise.all(Array.from({ length: LANES }, () => runLane(queue)));
  process.exitCode = lanes.every(Boolean) ? 0 : 1;
});
