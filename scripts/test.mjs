// npm test: on a fresh clone installs first. Runs unit and integration tests, then the app on emulated phones.
//   npm test -- --unit server/src/ledger     only the unit and integration tests, of one folder
//   npm test -- --e2e trading.spec.ts        only the phone tests, of one file
//   npm test -- --nightly                    only the phone tests, with those that are too many for every change
//   THOROUGH=1 npm test -- --unit            the unit tests with those that take too long for every change
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { findChromium, findHeadlessShell } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import {
  childSeconds,
  postgresSeconds,
  readBrowserTimes,
  readFileTimes,
  secondsBetween,
  sumOfSeconds,
  timeLines,
  unitParts,
} from './lib/processorTime.mjs';
import { Stop, command, fromRoot, say } from './lib/repository.mjs';
import {
  exitCode,
  playwrightCounts,
  playwrightDurations,
  playwrightFailures,
  slowest,
  sum,
  summary,
  vitestCounts,
  vitestFailures,
} from './lib/results.mjs';
import { runLoud } from './lib/run.mjs';
import { makeScratch } from './lib/scratch.mjs';

const EVERY_TIME = ['--unit', '--e2e'];
const PARTS = [...EVERY_TIME, '--nightly'];

const args = process.argv.slice(2);
const handedOn = args.filter((arg) => !PARTS.includes(arg));
const chosen = args.filter((arg) => PARTS.includes(arg));
/** @param {string} part */
const isWanted = (part) => (chosen.length === 0 ? EVERY_TIME : chosen).includes(part);
/** Repeated at the end: the output of each failure is thousands of lines above. */
const failures = /** @type {string[]} */ ([]);
const parts = /** @type {import('./lib/processorTime.mjs').PartTime[]} */ ([]);
/** Of browsers' processes that are no children of this one. */
let browsers = /** @type {import('./lib/processorTime.mjs').Seconds | undefined} */ (undefined);
/** Unit tests by processor time, phone tests by duration: several phones share the processes of a worker. */
const fileTimes = /** @type {import('./lib/results.mjs').FileTime[]} */ ([]);
const scratch = makeScratch();
// For all that the tests start.
process.env['TMPDIR'] = scratch;

async function runUnit() {
  const file = join(scratch, 'vitest.json');
  const timesFile = join(scratch, 'fileTimes.jsonl');
  const before = childSeconds();
  const status = await runLoud(
    process.execPath,
    [
      fromRoot('node_modules/vitest/vitest.mjs'),
      'run',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...handedOn,
    ],
    { env: { FILE_TIMES: timesFile } },
  );
  failures.push(...vitestFailures({ file, status }));
  const files = readFileTimes(timesFile);
  parts.push(...unitParts(files, secondsBetween(before, childSeconds())));
  fileTimes.push(...files);
  return vitestCounts({ file, status });
}

/**
 * Several phones at a time, each with its own exchange.
 * @param {string[]} choice which of them; all by default
 */
async function runPhones(...choice) {
  const chromium = await findChromium();
  const headlessShell = await findHeadlessShell(chromium);
  await ensureBuilt();
  const file = join(scratch, 'playwright.json');
  const browserTimes = join(scratch, 'browserTimes.jsonl');
  const tool = fromRoot('node_modules/@playwright/test/cli.js');
  const before = childSeconds();
  const status = await runLoud(
    process.execPath,
    [tool, 'test', '--pass-with-no-tests', '--reporter=list,json', ...choice, ...handedOn],
    {
      env: {
        CHROMIUM_PATH: chromium,
        HEADLESS_SHELL_PATH: headlessShell,
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        BROWSER_TIMES: browserTimes,
      },
    },
  );
  failures.push(...playwrightFailures({ file, status }));
  browsers = readBrowserTimes(browserTimes);
  const spent = sumOfSeconds([secondsBetween(before, childSeconds()), browsers]);
  if (spent) parts.push({ name: 'phones', seconds: spent.user + spent.system });
  fileTimes.push(...playwrightDurations({ file, status }));
  return playwrightCounts({ file, status });
}

/**
 * A part that cannot even start (no browser, a build that fails) has failed, but the other part still runs and the sum
 * is still printed.
 * @param {() => Promise<import('./lib/results.mjs').Counts>} part
 */
async function attempt(part) {
  try {
    return await part();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

await command(async () => {
  await ensureInstalled();
  const postgresBefore = await postgresSeconds();
  const counts = [];
  if (isWanted('--unit')) counts.push(await attempt(runUnit));
  if (isWanted('--e2e')) counts.push(await attempt(() => runPhones('--grep-invert=@nightly')));
  if (isWanted('--nightly')) {
    process.env['THOROUGH'] = '1';
    counts.push(await attempt(() => runPhones()));
  }
  rmSync(scratch, { recursive: true, force: true });
  const total = sum(counts);
  const postgres = secondsBetween(postgresBefore, await postgresSeconds());
  for (const line of timeLines({ parts, run: sumOfSeconds([childSeconds(), browsers]), postgres })) say(line);
  say('Slowest files (unit tests by processor time, phone tests by duration):');
  for (const line of slowest(fileTimes)) say(line);
  for (const failure of failures) say(`failed: ${failure}`);
  say(summary(total));
  process.exitCode = exitCode(total);
});
