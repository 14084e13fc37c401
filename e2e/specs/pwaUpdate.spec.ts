// Tests that a new build reaches open pages only when their user agrees, that files of the old one remain available to
// them, that a build that lost a part recovers by itself once, and that an operator can remove every worker. Two real
// builds, one exchange.
import {
  acceptUpdate,
  comeBack,
  entryOf,
  nextBuildWaits,
  runsAnother,
  stopWorkers,
  test,
  workerIsThere,
} from '../deployments.ts';
import { CUT_OFF, expect, NIGHTLY } from '../fixtures.ts';

const PROMPT = 'A new version is ready.';
const LOGIN = '#/pages/user/login/login';
/** A part of the app that no other page needs. */
const PART = 'ForgetPasswordPage-';
const PART_PAGE = '#/pages/user/login/forgetPassword';

// One after the other: they replace the build of one exchange.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ app }) => {
  await app.begin();
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  // With a worker, as below, more can go wrong.
  test(
    'an open page continues with the files of its build, and offers the new one',
    NIGHTLY,
    async ({ page, app, home }) => {
      // Its first check is a while after its start: an earlier build would be offered then, before the user returns.
      const firstCheck = page.waitForResponse(/\/version\.json$/);
      await home.open();
      await firstCheck;
      const first = await entryOf(page);
      await app.deploy('second');
      // This part was never loaded; only the exchange still has it.
      await page.goto(PART_PAGE);
      await expect(page.getByRole('textbox').first()).toBeVisible();
      expect(await entryOf(page)).toBe(first);
      await expect(page.getByText(PROMPT)).toBeHidden();
      await comeBack(page);
      await expect(page.getByText(PROMPT)).toBeVisible();
      await acceptUpdate(page);
      await runsAnother(page, first);
      await expect(page.getByText(PROMPT)).toBeHidden();
    },
  );

  // chunkRecovery.test.ts covers it.
  test(
    'a lost part makes the app reload once, and then show the choices',
    NIGHTLY,
    async ({ page, app, home, expectedErrors }) => {
      expectedErrors.push('404', 'Failed to fetch dynamically imported module', 'could not be loaded');
      await home.open();
      await app.lose(PART);
      let loads = 0;
      page.on('load', () => {
        loads += 1;
      });
      await page.goto(PART_PAGE);
      await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
      await expect.poll(() => loads).toBe(1);
      await app.deploy('second');
      await page.getByRole('button', { name: 'Reload' }).click();
      await expect(page.getByRole('textbox').first()).toBeVisible();
    },
  );
});

test('with a worker the new build waits until nothing is pending and its user agrees', async ({ page, app, home }) => {
  await home.open();
  await workerIsThere(page);
  const first = await entryOf(page);
  await page.goto(LOGIN);
  const address = page.getByRole('textbox').first();
  await address.fill('somebody@example.com');
  await app.deploy('second');
  await comeBack(page);
  await nextBuildWaits(page);
  await expect(page.getByText(PROMPT)).toBeHidden();
  expect(await entryOf(page)).toBe(first);
  await home.open();
  await expect(page.getByText(PROMPT)).toBeVisible();
  await stopWorkers(page);
  await acceptUpdate(page);
  await runsAnother(page, first);
  await expect(page.getByText(PROMPT)).toBeHidden();
});

// The test above covers it, in each of two tabs.
test(
  'a build that one tab took is offered to the other, and taken when its user agrees too',
  NIGHTLY,
  async ({ context, app }) => {
    const [one, two] = [await context.newPage(), await context.newPage()];
    for (const page of [one, two]) {
      await page.goto(LOGIN);
      await workerIsThere(page);
    }
    const first = await entryOf(two);
    await app.deploy('second');
    await one.bringToFront();
    await comeBack(one);
    await nextBuildWaits(one);
    await acceptUpdate(one);
    await runsAnother(one, first);
    expect(await entryOf(two)).toBe(first);
    await two.goto(PART_PAGE);
    await expect(two.getByRole('textbox').first()).toBeVisible();
    await acceptUpdate(two);
    await runsAnother(two, first);
  },
);

// The same recovery as without a worker.
test(
  'a part that neither the worker nor the exchange has loads the new build',
  NIGHTLY,
  async ({ page, app, home, expectedErrors }) => {
    expectedErrors.push('404', 'Failed to fetch dynamically imported module');
    await home.open();
    await workerIsThere(page);
    const first = await entryOf(page);
    await app.lose(PART);
    await app.deploy('second');
    await page.evaluate(() => caches.delete('halyard-assets'));
    await page.goto(PART_PAGE);
    await runsAnother(page, first);
    await expect(page.getByRole('textbox').first()).toBeVisible();
  },
);

// The server's tests cover the worker that removes itself.
test(
  'an operator removes the worker and its caches, and can restore it',
  NIGHTLY,
  async ({ page, exchange, home, settings, expectedErrors }) => {
    expectedErrors.push(...CUT_OFF);
    const left = () =>
      page.evaluate(async () => ({
        caches: (await caches.keys()).filter((name) => name.startsWith('halyard')).length,
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        isControlled: navigator.serviceWorker.controller !== null,
      }));
    await home.open();
    await workerIsThere(page);
    expect(await left()).toMatchObject({ workers: 1, isControlled: true });
    settings['WORKER'] = 'off';
    await exchange.kill();
    await exchange.start();
    const reloaded = page.waitForEvent('load');
    await comeBack(page);
    await reloaded;
    const nothing = { caches: 0, workers: 0, isControlled: false };
    await expect.poll(left).toEqual(nothing);
    await home.open();
    await page.reload();
    await expect(home.market('BTC')).toBeVisible();
    expect(await left()).toEqual(nothing);
    delete settings['WORKER'];
    await exchange.kill();
    await exchange.start();
    await page.reload();
    await workerIsThere(page);
  },
);
