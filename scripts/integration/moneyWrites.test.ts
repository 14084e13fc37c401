// Proves that a money write has one effect, that its outcome is told and that nothing of it stays on the device,
// wherever the page dies that sends it and in however many tabs the app is opened again. The app's own store and
// storage against the real server, for each call on each engine; effects are read from the database.
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { declareDeposit } from '@halyard/contract/deposits/calls';
import { transferFunds } from '@halyard/contract/wallet/entryCalls';
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

const DEATHS: readonly Crash[] = ['asked', 'sent', 'answered'];
/**
 * A lost answer for every call, whose effect the exchange has to find by its id. What the app does of itself is the
 * same for all calls: a transfer shows each crash and two tabs with every change, the others by night.
 */
const crashesOf = ({ call }: MoneyMutationCase) =>
  DEATHS.filter((death) => death === 'sent' || isThorough || call === transferFunds)
    // A bank card is not kept whole, so it is done only if it reached the exchange.
    .filter((death) => call !== saveBankCard || death !== 'asked');

describe.each(await testEnginesByNight())('on %s', (engine) => {
  let server: TestServer;
  let device: Awaited<ReturnType<typeof createDevice>>;
  const open: Page[] = [];
  /** What the exchange's clock is ahead of the device's. */
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
    device.saysWritesOnce = true;
    aheadMs = 0;
    vi.useRealTimers();
  });

  /** A user, and pages of his. */
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

  const told = (pages: readonly Page[]) => pages.flatMap(({ toasts }) => toasts.map(({ text }) => text));
  const whenNotified = (...pages: readonly Page[]) =>
    expect.poll(() => told(pages).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
  const whenForgotten = (page: Page) => expect.poll(() => page.kept(), { timeout: 20_000, interval: 5 }).toEqual([]);

  describe.each(CASES)('$call.name', (one) => {
    it.each(crashesOf(one))('is done once and told when its page died with it %s', async (death) => {
      const { openPage, countOf, scene } = await setUp();
      const wish = await one.request(scene);
      await (await openPage()).dieSending(one.call, wish, death);
      const page = await openPage();
      await whenNotified(page);
      await whenForgotten(page);
      await device.whenQuiet();
      expect(told([page])).toEqual([`${one.label}: this went through.`]);
      expect(await countOf(one)).toBe(1);
    });

    it.runIf(isThorough || one.call === transferFunds)(
      'is done once and told once when the app is opened again in two tabs',
      async () => {
        const { openPage, countOf, scene } = await setUp();
        const wish = await one.request(scene);
        await (await openPage()).dieSending(one.call, wish, 'sent');
        const pages = await Promise.all([openPage(), openPage()]);
        await whenNotified(...pages);
        for (const page of pages) await whenForgotten(page);
        await device.whenQuiet();
        expect(told(pages)).toEqual([`${one.label}: this went through.`]);
        expect(await countOf(one)).toBe(1);
      },
    );
  });

  it('a deposit that went through leaves nothing in its form, and one that did not leaves it as it was', async () => {
    const { openPage, scene } = await setUp();
    const deposit = CASES.find(({ call }) => call === declareDeposit) as MoneyMutationCase;
    const wish = (await deposit.request(scene)) as PendingRequestOf<typeof declareDeposit>;
    const { typed, proof } = depositDrafts(wish);
    const dyingPage = async () => {
      const page = await openPage();
      for (const name of [typed, proof]) await page.keepDraft(name, 'what was filled in');
      return page;
    };
    const draftsAfter = async () => {
      const page = await openPage();
      await whenNotified(page);
      await whenForgotten(page);
      const drafts = [await page.draft(typed), await page.draft(proof)];
      page.kill();
      return drafts;
    };
    await (await dyingPage()).dieSending(declareDeposit, wish, 'sent');
    expect(await draftsAfter()).toEqual([undefined, undefined]);

    const tooSmall = { ...wish, amount: decimal('0.01') };
    await (await dyingPage()).dieSending(declareDeposit, tooSmall, 'asked');
    expect(await draftsAfter()).toEqual(['what was filled in', 'what was filled in']);
  });

  describe('a bank card, of which no password and no code lies on the device', () => {
    const card = CASES.find(({ call }) => call === saveBankCard) as MoneyMutationCase;
    type CardRequest = PendingRequestOf<typeof saveBankCard>;
    /** When the exchange has refused what was sent again without them. */
    const whenRefused = () =>
      expect.poll(() => device.answered, { timeout: 20_000, interval: 5 }).toContain(`/api/${saveBankCard.path}`);

    async function dying(death: Crash) {
      const { openPage, countOf, scene } = await setUp();
      const wish = (await card.request(scene)) as CardRequest;
      const page = await openPage();
      await page.dieSending(saveBankCard, wish, death);
      device.answered.length = 0;
      return { page, wish, openPage, countOf: () => countOf(card) };
    }

    it('keeps none of them', async () => {
      const { page, wish } = await dying('asked');
      const kept = JSON.stringify(await page.kept());
      expect(kept).toContain(wish.accountNumber);
      for (const secret of [wish.fundPassword, wish.loginPassword, wish.code])
        expect(kept).not.toContain(`"${secret}"`);
    });

    it('is done once and told when it arrives after it was asked for again', async () => {
      const { page, openPage, countOf } = await dying('late');
      const next = await openPage();
      await whenRefused();
      page.arrive();
      await whenNotified(next);
      await whenForgotten(next);
      expect(told([next])).toEqual(['Bank account: this went through.']);
      expect(await countOf()).toBe(1);
    });

    it('is the same one when it is entered again before its outcome was told', async () => {
      const { page, wish, openPage, countOf } = await dying('late');
      const next = await openPage();
      await whenRefused();
      const again = await next.send(saveBankCard, wish);
      page.arrive();
      await whenForgotten(next);
      await device.whenQuiet();
      expect(again.error).toBeUndefined();
      expect(told([next])).toEqual([]);
      expect(await countOf()).toBe(1);
    });

    it('is told as not done, once it cannot be done any more', async () => {
      const { page, openPage, countOf } = await dying('late');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
      const next = await openPage();
      await whenNotified(next);
      await whenForgotten(next);
      page.arrive();
      await device.whenQuiet();
      expect(told([next])).toEqual([
        'Bank account: this was not done. Passwords and codes are not kept on the device; enter it all again if you still want it.',
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
    const wish = requestFor('5');

    it('goes on in another tab that is open when its own dies', async () => {
      const { openPage, countOf } = await setUp();
      const [other, page] = [await openPage(), await openPage()];
      await page.dieSending(call, wish, 'asked');
      await whenNotified(other);
      await whenForgotten(other);
      expect(told([other])).toEqual(['Transfer (5.00 USDT): this went through.']);
      expect(await countOf(transfer)).toBe(1);
    });

    it('of each of two tabs that send at once is done once, and told by its own form alone', async () => {
      const { openPage, countOf } = await setUp();
      const pages = [await openPage(), await openPage()];
      const sent = await Promise.all(pages.map((page, index) => page.send(call, requestFor(String(index + 1)))));
      for (const page of pages) await whenForgotten(page);
      expect(sent.map(({ error }) => error)).toEqual([undefined, undefined]);
      expect(told(pages)).toEqual([]);
      expect(await countOf(transfer)).toBe(2);
    });

    it('that is sent again by hand before its outcome was told is the same one', async () => {
      const { openPage, countOf } = await setUp();
      await (await openPage()).dieSending(call, wish, 'sent');
      const page = await openPage();
      const again = await page.send(call, wish);
      await whenForgotten(page);
      expect(again.error).toBeUndefined();
      await device.whenQuiet();
      // Either the form tells it, or it was told just before and this was another wish.
      expect(await countOf(transfer)).toBe(1 + told([page]).length);
    });

    it('whose page is opened again too late is told as not done', async () => {
      const { openPage, countOf } = await setUp();
      await (await openPage()).dieSending(call, wish, 'asked');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
      const page = await openPage();
      await whenNotified(page);
      await whenForgotten(page);
      expect(told([page])).toEqual([
        'Transfer: this was not done. It did not reach the exchange in time; do it again if you still want it.',
      ]);
      expect(await countOf(transfer)).toBe(0);
    });

    it.each([-3_600_000, 3_600_000])('is done once where the device’s clock is %d ms ahead', async (deviceAheadMs) => {
      const { openPage, countOf } = await setUp();
      aheadMs = -deviceAheadMs;
      for (const [index, death] of DEATHS.entries()) {
        await (await openPage()).dieSending(call, requestFor(String(index + 1)), death);
        const page = await openPage();
        await whenNotified(page);
        await whenForgotten(page);
        expect(told([page])).toEqual([`Transfer (${index + 1}.00 USDT): this went through.`]);
        page.kill();
      }
      expect(await countOf(transfer)).toBe(DEATHS.length);
    });

    it('leaves nothing on the device when the session ends while nobody knows its outcome', async () => {
      const { openPage } = await setUp();
      await (await openPage()).dieSending(call, wish, 'asked');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
      const page = await openPage();
      page.endSession();
      await expect.poll(() => device.isEmpty()).toBe(true);
      expect(told([page])).toEqual([]);
    });

    it.each<[Crash, number]>([
      ['asked', 0],
      ['sent', 1],
    ])('is not sent again to a server that knows no ids: died with it %s', async (death, effects) => {
      const { openPage, countOf } = await setUp();
      device.saysWritesOnce = false;
      await (await openPage()).dieSending(call, wish, death);
      await device.whenQuiet();
      const page = await openPage();
      await whenNotified(page);
      await whenForgotten(page);
      expect(told([page])).toEqual([
        'Transfer: it cannot be told whether this went through. Look at your records before you do it again.',
      ]);
      expect(await countOf(transfer)).toBe(effects);
    });
  });
});
