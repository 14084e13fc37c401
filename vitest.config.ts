import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { builtPages } from './manifest/builtPagesPlugin.ts';

// Two cores are the least a machine has.
const WORKERS = 3;

const IS_THOROUGH = process.env['THOROUGH'] === '1';

// The only limits of tests, for what hangs and never a measure of speed: a machine that does five things at once takes
// ten times as long as an idle one.
const LIMIT_MS = IS_THOROUGH ? 4 * 3_600_000 : 900_000;
const LIMITS = {
  testTimeout: LIMIT_MS,
  hookTimeout: LIMIT_MS,
  teardownTimeout: 120_000,
  expect: { poll: { timeout: 120_000 } },
};
const PATIENCE = fileURLToPath(new URL('contract/testing/patience.ts', import.meta.url));
const CHEAP_HASHES = fileURLToPath(new URL('server/src/testing/cheapHashes.ts', import.meta.url));
const FILE_TIME = fileURLToPath(new URL('scripts/lib/fileTime.mjs', import.meta.url));
const SERVER_BUILD = fileURLToPath(new URL('scripts/lib/serverBuild.mjs', import.meta.url));
// Long or rare checks run by night alone (`THOROUGH=1 npm test -- --unit`).
const NIGHTLY = IS_THOROUGH ? [] : ['**/*.nightly.test.{ts,tsx}'];
const EXCLUDED = [...configDefaults.exclude, ...NIGHTLY];
// One module graph for all files of a worker, which most of the time goes into otherwise: no such test may leave
// anything behind.
const SHARED = { isolate: false, ...LIMITS } as const;
const WEB_APP = ['src', 'manifest', 'service-worker'];
// Tests that render nothing but need a page: they declare it in their first line, or use storage of the device.
const ON_A_PAGE = WEB_APP.flatMap((folder) => testsWith(folder, '@vitest-environment jsdom', 'fakeIndexedDb.ts'));
const SCREENS = { environment: 'jsdom', setupFiles: [FILE_TIME, PATIENCE, './src/testing/setup.ts'] };
// Screens that replace or reload modules do so on a page of their own.
const SCREENS_APART = testsWith('src', 'vi.mock(', 'vi.resetModules(');

const SERVER = {
  root: './server',
  environment: 'node',
  include: ['src/**/*.test.ts'],
  setupFiles: [FILE_TIME, PATIENCE, CHEAP_HASHES],
  // Some tests run the server as a process.
  globalSetup: SERVER_BUILD,
};
// Tests that replace modules do not share them.
const WITH_OTHER_MODULES = testsWith('server/src', 'vi.mock(', 'vi.unmock(').map((path) => relative('server', path));

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'contract',
          root: './contract',
          ...SHARED,
          environment: 'node',
          include: ['**/*.test.ts'],
          exclude: EXCLUDED,
          setupFiles: [FILE_TIME],
        },
      },
      {
        test: {
          name: 'server',
          ...SERVER,
          ...SHARED,
          exclude: [...EXCLUDED, ...WITH_OTHER_MODULES],
        },
      },
      {
        test: {
          name: 'server with other modules',
          ...SERVER,
          ...LIMITS,
          include: [...WITH_OTHER_MODULES],
          exclude: EXCLUDED,
        },
      },
      {
        plugins: [react(), builtPages()],
        test: {
          // One page for all files of a worker, and the packages that they load. `src/testing/setup.ts` ends the work
          // of each file, empties the page after it, and gives it modules of the app of its own.
          name: 'screens',
          ...SCREENS,
          ...SHARED,
          include: ['src/**/*.test.tsx', ...ON_A_PAGE],
          exclude: [...EXCLUDED, ...SCREENS_APART],
        },
      },
      {
        plugins: [react(), builtPages()],
        test: {
          name: 'screens with other modules',
          ...SCREENS,
          ...LIMITS,
          include: [...SCREENS_APART],
          exclude: EXCLUDED,
        },
      },
      {
        plugins: [react(), builtPages()],
        test: {
          name: 'plain',
          environment: 'node',
          include: ['src/**/*.test.ts', 'manifest/**/*.test.ts', 'service-worker/**/*.test.ts'],
          exclude: [...EXCLUDED, ...ON_A_PAGE],
          setupFiles: [FILE_TIME, PATIENCE, './src/testing/setup.ts'],
          ...SHARED,
        },
      },
      {
        test: {
          name: 'tools',
          environment: 'node',
          include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...EXCLUDED, 'scripts/integration/**'],
          setupFiles: [FILE_TIME],
          ...SHARED,
        },
      },
      {
        plugins: [builtPages()],
        test: {
          // Projects come in the order of their names, and the one with the longest file must not be the last.
          name: 'app and server',
          environment: 'node',
          include: ['scripts/integration/**/*.test.ts', 'verify/**/*.test.ts'],
          exclude: EXCLUDED,
          globalSetup: SERVER_BUILD,
          setupFiles: [FILE_TIME],
          ...SHARED,
        },
      },
    ],
  },
});

/** The test files of a folder that contain any of the words. */
function testsWith(folder: string, ...words: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.test\.tsx?$/.test(path))
    .filter((path) => words.some((word) => readFileSync(path, 'utf8').includes(word)));
}
