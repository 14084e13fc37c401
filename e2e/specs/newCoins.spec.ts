// Tests a subscription on the smallest phone, in the language with the longest texts, in both themes, on a device whose
// clock is wrong; and that the allotment of an offering that has ended is found, saved and computed again.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Offering } from '@halyard/contract/launchpad/calls';
import type { Api } from '@halyard/contract/testing/api';
import { setDeviceClockOff } from '../deviceClock.ts';
import type { Exchange } from '../exchange.ts';
import { findFaultsInThemes } from '../faults.ts';
import { CUT_OFF, expect, newAddress, test } from '../fixtures.ts';
import { withinOneDay } from '../oneDay.ts';
import { OfferingPages } from '../page-models/OfferingPages.ts';
import { textsOf } from '../texts.ts';

const LONGEST = { name: 'Español', tag: 'es', folder: 'esp' } as const;
const BEHIND_MS = -10 * 60_000;
/**
 * In this time the operator's tool publishes an offering before its start; a busy machine takes several times as long.
 */
const LEADS_MS = [6000, 12_000, 24_000, 48_000];

test('a coin is subscribed and cancelled, and the allotment of another is found and computed again', async ({
  page,
  context,
  exchange,
  api,
  auth,
  menu,
  expectedErrors,
}) => {
  await withinOneDay(5);
  const offers = new OfferingPages(page, LONGEST.folder);
  const text = textsOf(LONGEST.folder);
  const main = page.getByRole('main');
  const faults: string[] = [];
  const look = async (station: string) => faults.push(...(await findFaultsInThemes(page, station)));
  const mail = newAddress();
  const token = await api.register(mail);
  await api.fund(token, 'USDT', '5000');
  const short = offerAndFill(exchange, api, token);
  await setDeviceClockOff(page, BEHIND_MS);
  await menu.followDevice();
  await menu.chooseLanguage(LONGEST.name, LONGEST.tag);
  await auth.enter(mail);

  const [daily] = (await api.offers()).filter(({ coin }) => coin !== SHORT_COIN);
  if (daily === undefined) throw new Error('no new coin is offered');
  await expect(main.getByRole('link', { name: text('home.news.newCoin') })).toContainText(daily.coin);
  await offers.open();
  await look('offers');
  await offers.running.filter({ hasText: daily.coin }).click();
  await offers.calendarFile.waitFor();
  await expect(offers.countdown).toHaveText(leftUntil(daily.endAt));
  await look('offer');
  const calendar = await contentOf(page.waitForEvent('download'), () => offers.calendarFile.click());
  expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(4);

  await offers.openSubscribing();
  await look('purchase');
  await offers.fill('100');
  await expect(offers.figure(main, 'estimate.held')).toHaveText('100,00 USDT');
  // No other user has subscribed, so the full amount is allotted either way.
  await expect(offers.figure(main, 'estimate.coins')).toHaveText(new RegExp(`^≈ \\d[\\d.,]+ ${daily.coin}$`));
  await look('estimate');
  await offers.subscribe();

  await offers.open();
  await offers.showOwn();
  await look('own');
  expectedErrors.push(...CUT_OFF);
  await context.setOffline(true);
  // The text with the date of the list.
  await expect(page.getByRole('status').locator('time')).toBeVisible();
  await expect(offers.own.filter({ hasText: daily.coin })).toContainText('100,00 USDT');
  await look('own offline');
  await offers.own.filter({ hasText: daily.coin }).click();
  await expect(offers.giveUp).toBeDisabled();
  await expect(offers.sheet).toContainText(/No tienes conexión/);
  await look('one offline');
  await context.setOffline(false);
  await expect(offers.giveUp).toBeEnabled();
  await look('one');
  await offers.giveUp.click();
  await expect(offers.own.filter({ hasText: daily.coin })).toContainText(text('launchpad.own.state.cancelled'));

  const id = await short;
  const isAllotted = async () => (await api.offer(id)).allottedAt !== null;
  await expect.poll(isAllotted).toBe(true);
  await offers.openOffer(id);
  await expect(offers.shares).toHaveCount(3);
  await expect(offers.shares.first()).toHaveText(/142,8571 \/ 200/);
  await look('allotted');
  await offers.findMe();
  await offers.computeAgain();
  await look('found');
  const csv = await contentOf(page.waitForEvent('download'), () => offers.csv.click());
  expect(csv.trim().split(/\r?\n/)).toHaveLength(4);
  await offers.open();
  await offers.showOwn();
  await offers.own.filter({ hasText: SHORT_COIN }).click();
  await expect(offers.figure(offers.sheet, 'own.released')).toHaveText('28,57145 USDT');
  await look('one allotted');
  expect(faults).toEqual([]);
});

const SHORT_COIN = 'QUAY';

/** Offers 1,000 of a coin at 0.5 for a moment; three users subscribe with 700, the one of the token first. */
async function offerAndFill(exchange: Exchange, api: Api, token: string): Promise<Offering['id']> {
  const others = await Promise.all(
    ['200', '400'].map(async (amount) => {
      const other = await api.register(newAddress());
      await api.fund(other, 'USDT', amount);
      return { token: other, amount };
    }),
  );
  await exchange.operate('offers', 'fund', SHORT_COIN, '--amount', '1025');
  const id = await publishInTime(exchange);
  const isOpen = async () => (await api.offer(id)).state === 'open';
  await expect.poll(isOpen, { intervals: [250] }).toBe(true);
  for (const one of [{ token, amount: '100' }, ...others]) await api.subscribe(one.token, id, one.amount);
  return id;
}

/** An offering cannot begin in the past, so the tool gets more time until it has enough. Open for as long again. */
async function publishInTime(exchange: Exchange): Promise<Offering['id']> {
  const file = join(exchange.dataDir, 'offer.json');
  for (const lead of LEADS_MS) {
    await writeFile(file, JSON.stringify(planOf(Date.now() + lead, lead)));
    const published = await exchange.operate('offers', 'publish', '--file', file, '--json').catch(() => undefined);
    if (published !== undefined) return (JSON.parse(published) as Pick<Offering, 'id'>).id;
  }
  throw new Error('the offer was not published');
}

function planOf(startMs: number, openMs: number) {
  const [start, end] = [startMs, startMs + openMs].map((ms) => new Date(ms).toISOString());
  const terms = {
    rule: 'offer/1',
    coin: SHORT_COIN,
    unit_places: 4,
    currency: 'USDT',
    price: '0.5',
    supply: '1000',
    min_coins: '10',
    user_cap: null,
    start_at: start,
    end_at: end,
    online_at: end,
    lock_days: 2,
    interest_rate: '2.5',
  };
  const texts = { introduction: 'A coin', source: 'A test', recommend_title: 'New', recommend_text: 'Look' };
  return { terms, texts: { en: texts }, recommend: false };
}

/** The text of a countdown to an instant within these minutes: hours, minutes and seconds, or the latter two. */
function leftUntil(instant: string): RegExp {
  const minutes = [-2, -1, 0, 1].map((more) => {
    const left = new Date(Date.parse(instant) - Date.now() + more * 60_000).toISOString();
    return left.slice(11, 16).replace(/^00:/, '');
  });
  return new RegExp(`^(${minutes.join('|')}):\\d\\d$`);
}

async function contentOf(download: Promise<{ path(): Promise<string> }>, press: () => Promise<void>): Promise<string> {
  await press();
  return readFile(await (await download).path(), 'utf8');
}
