/** An exchange whose app can be replaced by another build while it runs, and pages that look for a new build. */
import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { stampBuild } from './stampBuild.ts';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

type BuildName = 'first' | 'second';

type App = {
  /** The first build, complete, as if there had been no other. */
  begin(): Promise<void>;
  /** Puts a build where the exchange serves it. */
  deploy(name: BuildName): Promise<void>;
  /** Removes files of the served build whose name begins so, from the retained builds as well. */
  lose(beginning: string): Promise<void>;
};

type DeploymentFixtures = {
  /** The folders of the builds: `served`, `first`, `second`. */
  readonly builds: string;
  readonly app: App;
  /** Settings of the exchange; a change holds from its next start on. */
  readonly settings: Record<string, string>;
};

/** `npm run build` made the first build; the second is stamped from it, and differs in the names of all its files. */
export const test = base.extend<object, DeploymentFixtures>({
  builds: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it depends on from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'halyard-builds-'));
      await cp(join(REPOSITORY, 'dist'), join(folder, 'first'), { recursive: true });
      await cp(join(folder, 'first'), join(folder, 'served'), { recursive: true });
      await stampBuild(join(folder, 'first'), join(folder, 'second'), 'second');
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  settings: [async ({ builds }, use) => use({ APP_DIR: join(builds, 'served') }), { scope: 'worker' }],
  app: [
    async ({ builds, exchange }, use) => {
      const served = join(builds, 'served');
      const remove = async (folder: string, beginning: string) => {
        const lost = (await namesIn(folder)).filter((name) => name.split('/').at(-1)?.startsWith(beginning) === true);
        await Promise.all(lost.map((name) => rm(join(folder, name))));
        return lost.length;
      };
      // An exchange retains a build in the background. A busy machine takes a while to copy one.
      const untilCached = async () => {
        await fetch(`${exchange.url}/h5/version.json`);
        const entry = await entryIn(served);
        await expect
          .poll(async () =>
            (await namesIn(join(exchange.dataDir, 'builds'))).some(
              (name) => /^[^.].*\//.test(name) && name.endsWith(entry),
            ),
          )
          .toBe(true);
      };
      const deploy = async (name: BuildName) => {
        await untilCached();
        // In one step: a page may request a file meanwhile.
        const [next, old] = [join(builds, 'next'), join(builds, 'old')];
        await cp(join(builds, name), next, { recursive: true });
        await rename(served, old);
        await rename(next, served);
        await rm(old, { recursive: true });
      };
      await use({
        begin: async () => {
          // The exchange may be copying a build there.
          await rm(join(exchange.dataDir, 'builds'), { recursive: true, force: true, maxRetries: 20 });
          await rm(served, { recursive: true });
          await cp(join(builds, 'first'), served, { recursive: true });
          await untilCached();
        },
        deploy,
        lose: async (beginning) => {
          expect(await remove(join(served, 'assets'), beginning)).toBeGreaterThan(0);
          await remove(join(exchange.dataDir, 'builds'), beginning);
        },
      });
    },
    { scope: 'worker' },
  ],
});

/** Everything below a folder. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder, { recursive: true }).catch(() => []);
}

/** The name of the script that a build begins with. */
async function entryIn(folder: string): Promise<string> {
  const { entry } = JSON.parse(await readFile(join(folder, 'version.json'), 'utf8')) as { entry: string };
  return basename(entry);
}

/**
 * The build that a page runs, by its entry. Waits for it: a page requests the app after its first paint, which may be
 * after its `load` event.
 */
export function entryOf(page: Page): Promise<string> {
  return page.locator('script#app-entry').evaluate((entry: HTMLScriptElement) => entry.src);
}

/** Waits until a page that ran one build runs another. */
export async function runsAnother(page: Page, entry: string): Promise<void> {
  // A page that is reloading cannot be evaluated. A busy machine takes a while to replace the worker.
  await expect.poll(() => entryOf(page).catch(() => entry)).not.toBe(entry);
}

/** Presses the button that accepts the new build. A busy machine takes a while to have it. */
export async function acceptUpdate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update' }).click();
}

/** Brings a page to the front that was hidden for longer than its interval of checks. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 120_000;
    document.dispatchEvent(new Event('visibilitychange'));
    Date.now = now;
  });
}

/** Waits until the worker of another build is ready. A busy machine takes a while to fetch it. */
export async function nextBuildWaits(page: Page): Promise<void> {
  const isThere = async () => (await navigator.serviceWorker.getRegistration())?.waiting != null;
  await page.waitForFunction(isThere);
}

/** Stops all workers, as the browser does with a worker that had no work for half a minute. */
export async function stopWorkers(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('ServiceWorker.enable');
  await browser.send('ServiceWorker.stopAllWorkers');
  await browser.detach();
}

/** Waits until a worker controls the page and has cached everything of its installation. */
export async function workerIsThere(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
