// Reads what vitest and playwright wrote about a run, and sums it into the line a test command ends with.
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ name: string, message?: string, status: string, assertionResults: VitestTest[] }} VitestFile */
/**
 * @typedef {{ status: string, projectName: string, results: { error?: { message?: string }, duration?: number }[] }}
 * PhoneTest
 */
/**
 * @typedef {{ file: string, suites?: PhoneSuite[], specs?: { title: string, ok: boolean, tests: PhoneTest[] }[] }}
 * PhoneSuite
 */
/** @typedef {{ file: string, status: number }} Run where the reporter wrote, and the runner's exit code */
/** @typedef {{ file: string, seconds: number }} FileTime */

// `expect(…)`, expected, received, and where or how long.
const WHY_LINES = 5;
const WHY_LENGTH = 400;
const SLOWEST = 20;

/**
 * A run that failed as a whole (a file that does not load, an error between tests, no report) counts as a failure even
 * when no single test failed.
 * @param {Counts} counts
 * @param {number} status
 * @returns {Counts}
 */
function withStatus(counts, status) {
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Files that failed without a failing test of their own: they did not load, or the preparation of their tests failed.
 * @param {Array<{ status: string, assertionResults: Array<{ status: string }> }>} files
 */
function brokenFiles(files) {
  return files.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
}

/**
 * @param {Run} run
 * @returns {Counts}
 */
export function vitestCounts({ file, status }) {
  const report = readReport(file) ?? {};
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0, testResults = [] } = report;
  const failed = numFailedTests + brokenFiles(testResults);
  return withStatus({ passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }, status);
}

/**
 * A flaky test (failed, then passed when repeated) counts as failed: it proves nothing.
 * @param {Run} run
 * @returns {Counts}
 */
export function playwrightCounts({ file, status }) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(file)?.stats ?? {};
  return withStatus({ passed: expected, failed: unexpected + flaky, skipped }, status);
}

/**
 * The failures of a run of vitest, a line each: the place, the test, and the beginning of the reason, which for a
 * comparison is the compared values.
 * @param {Run} run
 * @returns {string[]}
 */
export function vitestFailures({ file }) {
  const { testResults = [] } = readReport(file) ?? {};
  return testResults.flatMap(
    /** @param {VitestFile} result */ ({ name, message, status, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0) return status === 'failed' ? [failure(name, '', message)] : [];
      return failed.map(({ fullName, failureMessages }) => failure(name, fullName ?? '', failureMessages?.[0]));
    },
  );
}

/**
 * The same of playwright.
 * @param {Run} run
 * @returns {string[]}
 */
export function playwrightFailures({ file }) {
  const { suites = [], errors = [] } = readReport(file) ?? {};
  /** @param {PhoneSuite} suite @returns {string[]} */
  const within = ({ file: place, suites: inner = [], specs = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .flatMap(({ title, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected' || status === 'flaky')
          .map(({ projectName, results }) =>
            failure(place, `[${projectName}] ${title}`, results.find(({ error }) => error)?.error?.message),
          ),
      ),
    ...inner.flatMap(within),
  ];
  return [
    ...suites.flatMap(within),
    ...errors.map(/** @param {{ message?: string }} error */ (error) => failure('', '', error.message)),
  ];
}

/**
 * How long each file of a run of playwright took, over all phones.
 * @param {Run} run
 * @returns {FileTime[]}
 */
export function playwrightDurations({ file }) {
  const { suites = [] } = readReport(file) ?? {};
  /** @param {PhoneSuite} suite @returns {number} */
  const within = ({ suites: inner = [], specs = [] }) =>
    [
      ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration = 0 }) => duration))),
      ...inner.map(within),
    ].reduce((total, ms) => total + ms, 0);
  return suites.map(/** @param {PhoneSuite} suite */ (suite) => ({ file: suite.file, seconds: within(suite) / 1000 }));
}

/**
 * The files that took longest, a line each, the longest first.
 * @param {FileTime[]} files
 * @returns {string[]}
 */
export function slowest(files) {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

/**
 * @param {string} place
 * @param {string} title
 * @param {string | undefined} why
 */
function failure(place, title, why = 'no reason given') {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return `${place} > ${title}: ${lines.slice(0, WHY_LINES).join(' | ').slice(0, WHY_LENGTH)}`;
}

/**
 * @param {Counts[]} runs
 * @returns {Counts}
 */
export function sum(runs) {
  return runs.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** @param {Counts} counts */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * The exit code of a test command: a run without a single test proves nothing, so it fails.
 * @param {Counts} counts
 */
export const exitCode = ({ passed, failed }) => (failed > 0 || passed === 0 ? 1 : 0);
