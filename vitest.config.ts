import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Two cores are the least a machine has; more workers than that make timing tests compete with each other.
const WORKERS = 2;

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'contract',
          root: './contract',
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
          setupFiles: ['./src/testing/setup.ts'],
          // Whole pages in jsdom: a test of one types, clicks and waits many times.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'tools',
          environment: 'node',
          include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
