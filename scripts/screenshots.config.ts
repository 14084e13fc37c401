/** Takes the pictures of the README and of the manifest: `npm run screenshots`. */
import { defineConfig, devices } from '@playwright/test';
import phones from '../playwright.config.ts';

export default defineConfig({
  ...phones,
  // Its exchange has its own prices from the beginning.
  globalSetup: [],
  testDir: '../e2e',
  testMatch: 'screenshots.ts',
  outputDir: '../test-results',
  timeout: 180_000,
  projects: [
    {
      name: 'screenshots',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
    },
  ],
});
