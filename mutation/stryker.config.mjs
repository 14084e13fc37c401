// StrykerJS for one target. It works on a copy in .cache, never on the sources themselves.
import { chosenTarget } from './targets.mjs';

const { name, mutate } = chosenTarget();
// No test of a target reads them.
const NOT_COPIED =
  '.cache bench content docs e2e gallery locales manifest playwright-report public scripts server/build service-worker src test-results verify';

export default {
  packageManager: 'npm',
  testRunner: 'vitest',
  // The target names the nearby tests, so no search through all of them is needed.
  vitest: { configFile: 'mutation/vitest.config.mjs', related: false },
  mutate: [...mutate, '!**/*.test.ts'],
  ignorePatterns: NOT_COPIED.split(' ').map((folder) => `/${folder}`),
  coverageAnalysis: 'perTest',
  // A constant of a module is computed once per process, so each of its mutants costs a run of every test; nearly all
  // are figures and texts that a test could only repeat.
  ignoreStatic: true,
  // Types are erased, and checking them would find mutants that no user could meet.
  checkers: [],
  tsconfigFile: 'none',
  concurrency: Number(process.env['MUTATION_WORKERS'] ?? 2),
  // A busy machine is no endless loop.
  timeoutMS: 60_000,
  // For --incremental: each target has its own results.
  incrementalFile: `.cache/mutation-${name}-incremental.json`,
  tempDirName: '.cache/mutation',
  cleanTempDir: 'always',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `.cache/mutation-${name}.json` },
  thresholds: { high: 95, low: 85, break: 85 },
};
