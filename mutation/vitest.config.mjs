import { defineConfig } from 'vitest/config';
import { chosenTarget } from './targets.mjs';

const { tests, isOnDatabase = false } = chosenTarget();
// Timeouts are for hanging tests: StrykerJS has its own for mutants that never end.
const HANGS_MS = 240_000;

export default defineConfig({
  test: {
    environment: 'node',
    include: tests,
    exclude: ['**/node_modules/**', '**/*.nightly.test.ts'],
    setupFiles: ['mutation/setup.mjs', ...(isOnDatabase ? ['contract/testing/patience.ts'] : [])],
    isolate: false,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
  },
});
