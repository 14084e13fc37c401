import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Two cores are the least a machine has; more workers than that make timing tests compete with each other.
const WORKERS = 2;

// Limits are for what hangs, and never a measure of speed: a machine that does five things at once takes ten times as long as an idle one.
const LIMITS = { testTimeout: 240_000, hookTimeout: 240_000, teardownTimeout: 60_000 };
const PATIENCE = fileURLToPath(new URL('contract/testing/patience.ts', import.meta.url));

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'contract',
          root: './contract',
          ...LIMITS,
          environment: 'node',
          include: ['**/*.test.ts'],
          typecheck: { enabled: true, include: ['**/*.test-d.ts'], tsconfig: './tsconfig.json' },
        },
      },
      {
        test: {
          name: 'server',
          root: './server',
          environment: 'node',
          include: ['**/*.test.ts'],
          ...LIMITS,
          setupFiles: [PATIENCE],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: [
            'src/**/*.test.{ts,tsx}',
            'locales/**/*.test.ts',
            'manifest/**/*.test.ts',
            'service-worker/**/*.test.ts',
          ],
          setupFiles: [PATIENCE, './src/testing/setup.ts'],
          ...LIMITS,
        },
      },
      {
        test: {
          name: 'tools',
          environment: 'node',
          include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          ...LIMITS,
        },
      },
    ],
  },
});
