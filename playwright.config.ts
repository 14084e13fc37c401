import { defineConfig, devices } from '@playwright/test';

// The phones the app is held to: a current one, and the smallest that is still in wide use.
const PIXEL = devices['Pixel 7'];
const WHOLE_BROWSER = process.env['CHROMIUM_PATH'];
const HEADLESS_SHELL = process.env['HEADLESS_SHELL_PATH'] ?? WHOLE_BROWSER;

/** Playwright takes its own executable by default. */
const startedFrom = (executablePath: string | undefined) => ({
  ...(executablePath !== undefined && { executablePath }),
  // Chromium's sandbox refuses to run as root, which is what a container runs as.
  chromiumSandbox: process.getuid?.() !== 0,
  // Without a graphics card, drawing for one costs a tenth of a phone's processor time.
  args: ['--disable-gpu'],
});

const SMALL = {
  ...PIXEL,
  viewport: { width: 360, height: 640 },
  screen: { width: 360, height: 640 },
  deviceScaleFactor: 2,
};

const WITH_WORKER = /(install|pwa\w+)\.spec/;

export default defineConfig({
  testDir: './e2e/specs',
  globalSetup: './e2e/preparedData.ts',
  outputDir: './test-results',
  // One more than the least machine has cores: a phone often waits for its exchange.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // The only limits, for what hangs: a machine that does five things at once still passes.
  timeout: process.env['THOROUGH'] === '1' ? 3_600_000 : 900_000,
  expect: { timeout: 120_000 },
  use: {
    locale: 'en',
    actionTimeout: 120_000,
    // A trace takes a tenth of a slow machine, and no one opens one in CI: the report has the page's state anyway.
    trace: process.env['CI'] === undefined ? 'retain-on-failure' : 'off',
    serviceWorkers: 'block',
    // A sixth of the time goes into drawing what slides and fades; those that are about it ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: startedFrom(HEADLESS_SHELL),
  },
  // Two, so that few browsers and exchanges are started: what fits and can be reached on the smallest phone can be so
  // on a larger one. The longer one first, so that at the end no worker waits long for another.
  projects: [
    { name: 'phone', use: SMALL, testIgnore: WITH_WORKER },
    // The only one with a service worker: elsewhere it would hide what the network answers. A headless shell installs
    // nothing and receives no pushes.
    {
      name: 'pwa',
      use: { ...PIXEL, serviceWorkers: 'allow', launchOptions: startedFrom(WHOLE_BROWSER) },
      testMatch: WITH_WORKER,
    },
  ],
});
