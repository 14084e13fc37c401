// npm run faults: plants the faults of scripts/faults one at a time and prints which test catches each.
//   npm run faults -- fee ledger        only faults whose names contain one of these words
// The sources are changed while it runs, and restored after each fault, also when it is interrupted: commit first.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import { FAULTS, plant } from './faults/list.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, fromRoot, readJson, ROOT, say, stop } from './lib/repository.mjs';
import { run } from './lib/run.mjs';

const MISSED_MAX = 1;
const RESULTS = '.cache/faults.json';

/** @typedef {import('./faults/list.mjs').Fault} Fault */

/**
 * The first test that fails in a place; undefined when all pass.
 * @param {{ project: string, path: string }} place
 */
async function findFailure({ project, path }) {
  rmSync(fromRoot(RESULTS), { force: true });
  const reporter = ['--reporter=json', `--outputFile=${RESULTS}`];
  const vitest = [fromRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', project, '--bail', '1', ...reporter];
  const { status, output } = await run(process.execPath, [...vitest, path]);
  if (status === 0) return undefined;
  if (!existsSync(fromRoot(RESULTS))) stop(`${output}\nVitest did not run: see above.`);
  /** @type {{ name: string, message: string, assertionResults: { status: string, fullName: string }[] }[]} */
  const files = readJson(RESULTS).testResults;
  for (const { name, message, assertionResults } of files) {
    const failed = assertionResults.find((test) => test.status === 'failed');
    const file = relative(ROOT, name).replaceAll(sep, '/');
    if (failed !== undefined) return `${file}: ${failed.fullName}`;
    if (message !== '') return `${file}: ${message.split('\n')[0]}`;
  }
  return stop(`${output}\nVitest failed without a test that did: see above.`);
}

/**
 * The test that catches a fault; undefined when none does. The test beside the file is tried first, since it usually
 * catches it.
 * @param {Fault} fault
 */
async function catchFault({ file, tests }) {
  const beside = `${dirname(file)}/${basename(file).replace(/\.\w+$/, '')}.test.ts`;
  const nearest = existsSync(fromRoot(beside)) ? tests.slice(0, 1).map((place) => ({ ...place, path: beside })) : [];
  for (const place of [...nearest, ...tests]) {
    const failure = await findFailure(place);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** @param {Fault} fault */
async function runFault(fault) {
  const { sound, faulty } = plant(fault);
  const path = fromRoot(fault.file);
  const restore = () => writeFileSync(path, sound);
  process.on('exit', restore);
  writeFileSync(path, faulty);
  try {
    const failure = await catchFault(fault);
    say(`${failure === undefined ? 'MISSED' : 'caught'} ${fault.name}\n       ${failure ?? fault.file}`);
    return failure !== undefined;
  } finally {
    restore();
    process.off('exit', restore);
  }
}

await command(async () => {
  await ensureInstalled();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
  const words = process.argv.slice(2);
  const wanted = FAULTS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (wanted.length === 0) stop('No fault has such a name: see scripts/faults.');
  let caught = 0;
  for (const fault of wanted) caught += (await runFault(fault)) ? 1 : 0;
  say(`\n${caught} of ${wanted.length} faults caught`);
  if (wanted.length - caught > MISSED_MAX) process.exitCode = 1;
});
