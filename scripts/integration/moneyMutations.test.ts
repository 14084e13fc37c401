// Tests that a money mutation has one effect, that its outcome is shown and that nothing of it remains on the device,
// at any crash of the sending page and in any number of reopened tabs. The app's own store and storage against the real
// server, for each call on each engine; effects are read from the database.
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { declareDeposit } from '@halyard/contract/deposits/calls';
import { transferFunds } from '@halyard/contract/wallet/transferCalls';
import { decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { openWithdrawer } from '../../server/src/testing/funding.ts';
import { CURRENCY } from '../../server/src/testing/ledgerFixtures.ts';
import { MONEY_WRITE_CASES as CASES, type MoneyMutationCase } from '../../server/src/testing/moneyWriteCases.ts';
import { testEnginesByNight } from '../../server/src/testing/testDatabase.ts';
import { startTestServer, type TestServer } from '../../server/src/testing/testServer.ts';
import { depositDrafts } from '../../src/domain/deposits/depositsApi.ts';
import type { PendingRequestOf } from '../../src/shared/money-mutations/moneyMutation.ts';
import { createFakeRealtime } from '../../src/testing/fakeRealtime.ts';
import { createDevice, type Crash, type Page } from './pages.ts';

const CRASHES: readonly Crash[] = ['asked', 'sent', 'answered'];
/**
 * A lost answer for every call, whose effect the exchange finds by its id. The app's own part is the same for all
 * calls: a transfer covers each crash and two tabs with every change, the others by night.
 */
const crashesOf = ({ call }: MoneyMutationCase) =>
  CRASHES.filter((crash) => crash === 'sent' || isThorough || call === transferFunds)
    // A bank card is not persisted completely, so it is done only if it reached the exchange.
    .filter((crash) => call !== saveBankCard || crash !== 'asked');

describe.each(await testEnginesByNight())('on %s', (engine) => {
  let server: TestServer;
  let device: Awaited<ReturnType<typeof createDevice>>;
  const open: Page[] = [];
  /** How far the exchange's clock is ahead of the device's. */
  let aheadMs = 0;
  beforeAll(async () => {
    server = await startTestServer({ engine, clock: { isSet: true, nowMs: () => Date.now() + aheadMs } });
    await server.feed.append('BTC/USDT', { price: '30000' });
    device = await createDevice(server.app, { aheadMs: () => aheadMs, createRealtime: createFakeRealtime });
  });
  afterAll(async () => {
    device.restore();
    await server.close();
  });

  afterEach(() => {
    for (const page of open.splice(0)) page.kill();
    device.sendsWritesOnceHeader = true;
    aheadMs = 0;
    vi.useRealTimers();
  });

  /** A user, and pages of that user. */
  async function setUp() {
    const user = await openWithdrawer(server);
    const openPage = async () => {
      const page = await device.open(user);
      open.push(page);
      return page;
    };
    const countOf = ({ countEffects }: MoneyMutationCase) => countEffects(server, user.id);
    return { user, openPage, countOf, scene: { server, user } };
  }

  const shownTexts = (pages: readonly Page[]) => pages.flatMap(({ toasts }) => toasts.map(({ text }) => text));
  const whenNotified = (...pages: readonly Page[]) =>
    expect.poll(() => shownTexts(pages).length, { interval: 5 }).toBeGreaterThan(0);
  const whenSettled = (page: Page) => expect.poll(() => page.pendingRequests(), { interval: 5 }).toEqual([]);

  describe.each(CASES)('$call.name', (one) => {
    it.each(crashesOf(one))('is done once and its outcome shown when its page crashed with it %s', async (crash) => {
      const { openPage, countOf, scene } = await setUp();
      const request = await one.request(scene);
      await (await openPage()).sendAndCrash(one.call, request, crash);
      const page = await openPage();
      await whenNotified(page);
      await whenSettled(page);
      await device.whenQuiet();
      expect(shownTexts([page])).toEqual([`${one.label}: completed.`]);
      expect(await countOf(one)).toBe(1);
    });

    it.runIf(isThorough || one.call === transferFunds)(
      'is done once and its outcome shown once when the app is reopened in two tabs',
      async () => {
        const { openPage, countOf, scene } = await setUp();
        const request = await one.request(scene);
        await (await openPage()).sendAndCrash(one.call, request, 'sent');
        const pages = await Promise.all([openPage(), openPage()]);
        await whenNotified(...pages);
        for (const page of pages) await whenSettled(page);
        await device.whenQuiet();
        expect(shownTexts(pages)).toEqual([`${one.label}: completed.`]);
        expect(await countOf(one)).toBe(1);
      },
    );
  });

  it('a successful deposit clears its form, and a failed one leaves it unchanged', async () => {
    const { openPage, scene } = await setUp();
    const deposit = CASES.find(({ call }) => call === declareDeposit) as MoneyMutationCase;
    const request = (await deposit.request(scene)) as PendingRequestOf<typeof declareDeposit>;
    const { typed, proof } = depositDrafts(request);
    const filledPage = async () => {
      const page = await openPage();
      for (const name of [typed, proof]) await page.saveDraft(name, 'what was filled in');
      return page;
    };
    const draftsAfter = async () => {
      const page = await openPage();
      await whenNotified(page);
      await whenSettled(page);
      const drafts = [await page.draft(typed), await page.draft(proof)];
      page.kill();
      return drafts;
    };
    await (await filledPage()).sendAndCrash(declareDeposit, request, 'sent');
    expect(await draftsAfter()).toEqual([undefined, undefined]);

    const tooSmall = { ...request, amount: decimal('0.01') };
    await (await filledPage()).sendAndCrash(declareDeposit, tooSmall, 'asked');
    expect(await draftsAfter()).toEqual(['what was filled in', 'what was filled in']);
  });

  describe('a bank card, whose passwords and code are not persisted', () => {
    const card = CASES.find(({ call }) => call === saveBankCard) as MoneyMutationCase;
    type CardRequest = PendingRequestOf<typeof saveBankCard>;
    /** When the exchange has refused the repetition without them. */
    const whenRefused = () =>
      expect.poll(() => device.answered, { interval: 5 }).toContain(`/api/${saveBankCard.path}`);

    async function crashedPage(crash: Crash) {
      const { openPage, countOf, scene } = await setUp();
      const request = (await card.request(scene)) as CardRequest;
      const page = await openPage();
      await page.sendAndCrash(saveBankCard, request, crash);
      device.answered.length = 0;
      return { page, request, openPage, countOf: () => countOf(card) };
    }

    it('persists none of them', async () => {
      const { page, request } = await crashedPage('asked');
      const pending = JSON.stringify(await page.pendingRequests());
      expect(pending).toContain(request.accountNumber);
      for (const secret of [request.fundPassword, request.loginPassword, request.code])
        expect(pending).not.toContain(`"${secret}"`);
    });

    it('is done once and its outcome shown when it arrives after the repetition', async () => {
      const { page, openPage, countOf } = await crashedPage('late');
      const next = await openPage();
      await whenRefused();
      page.arrive();
      await whenNotified(next);
      await whenSettled(next);
      expect(shownTexts([next])).toEqual(['Bank account: completed.']);
      expect(await countOf()).toBe(1);
    });

    it('is the same one when it is entered again before its outcome was shown', async () => {
      const { page, request, openPage, countOf } = await crashedPage('late');
      const next = await openPage();
      await whenRefused();
      const again = await next.send(saveBankCard, request);
      page.arrive();
      await whenSettled(next);
      await device.whenQuiet();
      expect(again.error).toBeUndefined();
      expect(shownTexts([next])).toEqual([]);
      expect(await countOf()).toBe(1);
    });

    it('is shown as not done once it has expired', async () => {
      const { page, openPage, countOf } = await crashedPage('late');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
      const next = await openPage();
      await whenNotified(next);
      await whenSettled(next);
      page.arrive();
      await device.whenQuiet();
      expect(shownTexts([next])).toEqual([
        'Bank account: not completed. Passwords and codes are not saved on the device. Enter everything again if you still want it.',
      ]);
      expect(await countOf()).toBe(0);
    });
  });

  describe('a transfer', () => {
    const transfer = CASES.find(({ call }) => call === transferFunds) as MoneyMutationCase;
    const { call } = transfer;
    const requestFor = (amount: string) => ({
      currencyId: CURRENCY.USDT,
      from: 'spot' as const,
      to: 'option' as const,
      amount: decimal(amount),
    });
    const request = requestFor('5');

    it('continues in another open tab when its own crashes', async () => {
      const { openPage, countOf } = await setUp();
      const [other, page] = [await openPage(), await openPage()];
      await page.sendAndCrash(call, request, 'asked');
      await whenNotified(other);
      await whenSettled(other);
      expect(shownTexts([other])).toEqual(['Transfer (5.00 USDT): completed.']);
      expect(await countOf(transfer)).toBe(1);
    });

    it('of each of two tabs that send in parallel is done once, and shown by its own form alone', async () => {
      const { openPage, countOf } = await setUp();
      const pages = [await openPage(), await openPage()];
      const sent = await Promise.all(pages.map((page, index) => page.send(call, requestFor(String(index + 1)))));
      for (const page of pages) await whenSettled(page);
      expect(sent.map(({ error }) => error)).toEqual([undefined, undefined]);
      expect(shownTexts(pages)).toEqual([]);
      expect(await countOf(transfer)).toBe(2);
    });

    it('that is sent again by hand before its outcome was shown is the same one', async () => {
      const { openPage, countOf } = await setUp();
      await (await openPage()).sendAndCrash(call, request, 'sent');
      const page = await openPage();
      const again = await page.send(call, request);
      await whenSettled(page);
      expect(again.error).toBeUndefined();
      await device.whenQuiet();
      // A new request only if the outcome of the first was shown and deleted before.
      expect(await countOf(transfer)).toBeGreaterThan(0);
      expect(await countOf(transfer)).toBeLessThanOrEqual(1 + shownTexts([page]).length);
    });

    it('whose page is reopened too late is shown as not done', async () => {
      const { openPage, countOf } = await setUp();
      await (await openPage()).sendAndCrash(call, request, 'asked');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
      const page = await openPage();
      await whenNotified(page);
      await whenSettled(page);
      expect(shownTexts([page])).toEqual([
        'Transfer: not completed. The request did not reach the exchange in time. Repeat it if you still want it.',
      ]);
      expect(await countOf(transfer)).toBe(0);
    });

    it.each([-3_600_000, 3_600_000])('is done once where the device’s clock is %d ms ahead', async (deviceAheadMs) => {
      const { openPage, countOf } = await setUp();
      aheadMs = -deviceAheadMs;
      for (const [index, crash] of CRASHES.entries()) {
        await (await openPage()).sendAndCrash(call, requestFor(String(index + 1)), crash);
        const page = await openPage();
        await whenNotified(page);
        await whenSettled(page);
        expect(shownTexts([page])).toEqual([`Transfer (${index + 1}.00 USDT): completed.`]);
        page.kill();
      }
      expect(await countOf(transfer)).toBe(CRASHES.length);
    });

    it('leaves nothing on the device when the session ends before its outcome is known', async () => {
      const { openPage } = await setUp();
      await (await openPage()).sendAndCrash(call, request, 'asked');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
      const page = await openPage();
      page.endSession();
      await expect.poll(() => device.isEmpty()).toBe(true);
      expect(shownTexts([page])).toEqual([]);
    });

    it.each<[Crash, number]>([
      ['asked', 0],
      ['sent', 1],
    ])('is not sent again to a server without ids: crashed with it %s', async (crash, effects) => {
      const { openPage, countOf } = await setUp();
      device.sendsWritesOnceHeader = false;
      await (await openPage()).sendAndCrash(call, request, crash);
      await device.whenQuiet();
      const page = await openPage();
      await whenNotified(page);
      await whenSettled(page);
      expect(shownTexts([page])).toEqual(['Transfer: result unknown. Check your records before you try again.']);
      expect(await countOf(transfer)).toBe(effects);
    });
  });
});
