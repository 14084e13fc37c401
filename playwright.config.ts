import { defineConfig, devices } from '@playwright/test';

// The phones the app is held to: a current one, and the smallest that is still in wide use.
const PIXEL = devices['Pixel 7'];
const SMALL = {
  ...PIXEL,
  viewport: { width: 360, height: 640 },
  screen: { width: 360, height: 640 },
  deviceScaleFactor: 2,
};

// Its size, its touch and what it says it is; drawn by Chromium all the same, which is what there is everywhere.
const IPHONE = { ...devices['iPhone 15'], defaultBrowserType: 'chromium' } as const;

export default defineConfig({
  testDir: './e2e/specs',
  outputDir: './test-results',
  // As many as the least machine has cores. What measures time is tagged `@alone` and run apart by `npm test`.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // For what hangs: a machine that does five things at once still passes.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    locale: 'en',
    actionTimeout: 30_000,
    // A trace takes a tenth of a slow machine, and where CI runs nobody opens one: what the page showed is told all the same.
    trace: process.env['CI'] === undefined ? 'retain-on-failure' : 'off',
    serviceWorkers: 'block',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] === undefined ? {} : { executablePath: process.env['CHROMIUM_PATH'] }),
      // Chromium's sandbox refuses to run as root, which is what a container runs as.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
  projects: [
    {
      name: 'pixel',
      use: PIXEL,
      testMatch: /(journey|money|review|guard|once|outage|trading|stops|live|settings|responsiveness)\.spec/,
    },
    {
      name: 'small',
      use: SMALL,
      testMatch: /(journey|money|review|trading|reading|chat|accessibility|languages|settings)\.spec/,
    },
    { name: 'iphone', use: IPHONE, testMatch: /(guard|once)\.spec/ },
    // The only one with a service worker: elsewhere it would hide what the network answers.
    { name: 'pwa', use: { ...PIXEL, serviceWorkers: 'allow' }, testMatch: /(install|pwa\w+)\.spec/ },
  ],
});
