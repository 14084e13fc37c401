// Tests that the figures and states in the user agreement, the privacy page and the articles on orders, options and
// futures match the code, and that all eight languages have the same headings, links and figures.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import {
  add,
  decimal,
  divide,
  multiply,
  negate,
  placesOf,
  round,
  subtract,
  toFixedText,
  type Decimal,
} from '@halyard/contract/money';
import {
  bankruptcyPrice,
  closingProfit,
  FUTURES_SHARES,
  cutLots,
  equityAt,
  liquidationPrice,
  openingMoney,
  entryPriceAt,
  overnightFee,
  profitCapPrice,
  type Position,
  type PositionSide,
} from '@halyard/contract/futures/position';
import {
  breakEvenPercent,
  END_TICK_WITHIN_MS,
  ENTRY_TICK_WITHIN_MS,
  EVEN_RATIO_MAX,
  evenRatio,
  OPTION_SHARES,
  houseEdgePercent,
  optionMoney,
} from '@halyard/contract/options/rules';
import { DAY_MS } from '@halyard/contract/time';
import { checkMaxSlippage, USUAL_MAX_SLIPPAGE } from '@halyard/contract/spot/slippage';
import { ARRIVAL_HOURS, WITHDRAWALS_PER_DAY } from '@halyard/contract/withdrawals/rules';
import { readConfig, refuseForRealMoney } from '../../server/src/config.ts';
import { REVIEW_WITHIN_MS } from '../../server/src/modules/launchpad/advanceJob.ts';
import { OUTBOX_KEPT_MS } from '../../server/src/modules/sandbox/index.ts';
import { UNUSED_KEPT_MS } from '../../server/src/modules/uploads/index.ts';
import { TRIES_RETENTION_MS } from '../../server/src/modules/user/loginGuard.ts';
import { CODES_RETENTION_MS, ENDED_SESSIONS_RETENTION_MS } from '../../server/src/modules/user/index.ts';
import { DEVICE_COOKIE_SECONDS } from '../../server/src/plugins/calls.ts';
import { REQUESTS_RETENTION_MS } from '../../server/src/retention.ts';
import { builtRouteOf, isBuilt } from '../../src/shared/navigation/builtPages.ts';
import { RECORDS_GOOD_MS } from '../../src/shared/storage/vault.ts';

const DATABASE_URL = 'postgres://exchange@localhost/exchange';
const SESSION = readConfig({});
const FORGET = new URL('../../server/src/db/functions/spot_forget.sql', import.meta.url);
const ORDERS_KEPT_DAYS = /interval '(\d+) days'/.exec(readFileSync(FORGET, 'utf8'))?.[1];

function read(slug: string, language: Language): string {
  const file = readFileSync(new URL(`../../content/help/${slug}/${language}.md`, import.meta.url), 'utf8');
  return file.replace(/^---\n[\s\S]*?\n---\n/, '').replaceAll(/ {2,}/g, ' ');
}

const found = (pattern: RegExp, text: string) => Array.from(text.matchAll(pattern), ([whole]) => whole);

/** Numbers that English spells out, as in "one second" or "a tenth"; other languages use figures. */
const SPELLED_OUT = new Set(['0', '1', '2', '10']);

/** A separator of thousands in a number of four digits counts as none: Spanish writes none there. */
const figuresOf = (text: string) => found(/\d+/g, text.replaceAll(/(?<![\d.,])([1-9])[.,](\d{3})(?!\d)/g, '$1$2'));

/** Those that are left after one of each of `taken` is gone. */
function without(figures: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...figures];
  for (const figure of taken) {
    const place = left.indexOf(figure);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

/** The parts that must be the same in every language, beside figures. */
function shapeOf(text: string) {
  const links = found(/\]\(#\/[^)]*\)/g, text);
  return {
    headings: found(/^#+ /gm, text),
    links: links.toSorted(),
    rows: found(/^\|/gm, text).length,
    items: found(/^- /gm, text).length,
  };
}

describe.each([
  'user-agreement',
  'privacy',
  'spot-orders',
  'order-groups',
  'options',
  'contracts',
  'trust',
  'new-coins',
])('%s', (slug) => {
  it.each(LANGUAGES)('has the same figures in %s', (language) => {
    const [own, english] = [read(slug, language), read(slug, 'en')];
    expect(shapeOf(own)).toEqual(shapeOf(english));
    const [more, fewer] = [without(figuresOf(own), figuresOf(english)), without(figuresOf(english), figuresOf(own))];
    expect({ more: more.filter((figure) => !SPELLED_OUT.has(figure)), fewer }).toEqual({ more: [], fewer: [] });
  });

  it('links to pages that exist', () => {
    const paths = found(/#\/[^)?]*/g, read(slug, 'en')).map((link) => link.slice(1));
    expect(paths.filter((path) => builtRouteOf(path) === undefined)).toEqual([]);
  });
});

describe('privacy', () => {
  it.each([
    ['Sessions: browser, network address, times', `${ENDED_SESSIONS_RETENTION_MS / DAY_MS} days after their end`],
    [
      'with the address and the network address of the request',
      `${CODES_RETENTION_MS / DAY_MS} days after they expired`,
    ],
    ['Password attempts', `${TRIES_RETENTION_MS / DAY_MS} day after the last one`],
    ['Orders that were cancelled without a fill', `${ORDERS_KEPT_DAYS} days after their end`],
    ['`halyard_device`', `up to ${(DEVICE_COOKIE_SECONDS * 1000) / DAY_MS} days`],
    ['Files that you uploaded but did not submit', `${UNUSED_KEPT_MS / DAY_MS} day`],
    ['Request numbers, which prevent double execution', `${REQUESTS_RETENTION_MS / DAY_MS} days`],
    ['A session ends', `after ${SESSION.sessionIdleHours / 24} days without use`],
    ['A session ends', `after ${SESSION.sessionAgeHours / 24} days in any case`],
    ['Your balances and records, encrypted', `at most ${RECORDS_GOOD_MS / DAY_MS} days`],
    ['In a sandbox, anyone who enters your address', `kept for ${OUTBOX_KEPT_MS / DAY_MS} days`],
  ])('says how long: %s, %s', (what, howLong) => {
    const line = read('privacy', 'en')
      .split('\n')
      .find((each) => each.includes(what));
    expect(line).toContain(howLong);
  });
});

describe('the article on orders', () => {
  const text = read('spot-orders', 'en');
  const percent = (fraction: string) => `${multiply(decimal(fraction), decimal('100'))}%`;

  it('has the figures of the slippage cap, and the retention of an order that never traded', () => {
    const { min, max } = checkMaxSlippage(decimal('1'))?.params ?? {};
    expect(text).toContain(`${percent(USUAL_MAX_SLIPPAGE)} by default, ${min}% to ${max}%`);
    expect(text).toContain(`kept for ${ORDERS_KEPT_DAYS} days after its end`);
  });
});

describe('the article on options', () => {
  const text = read('options', 'en');
  const rates = { profitRatio: decimal('85'), feeRate: decimal('0') };
  const seconds = (ms: number) => `${ms / 1000} seconds`;

  it('gives for every delivery time the figures that follow from its payout ratio', () => {
    const rows = Array.from(
      text.matchAll(/^\| (\d+) s \| ([\d.]+)% \| ([\d.]+)% \| ([\d.]+)% \|$/gm),
      ([, ...row]) => row,
    );
    expect(rows).toHaveLength(5);
    for (const [, ratio = '', breakEven, edge] of rows) {
      const ofRow = { ...rates, profitRatio: decimal(ratio) };
      expect([breakEven, edge]).toEqual([round(breakEvenPercent(ofRow), 1, 'half-even'), houseEdgePercent(ofRow)]);
    }
  });

  it('has examples that the rules give', () => {
    const { stake, payout } = optionMoney(decimal('100'), rates);
    expect(text).toContain(
      `a profit of ${payout}. A loss costs ${stake}. One win and one loss make a loss of ${subtract(stake, payout)}.`,
    );
    const times = divide(evenRatio(decimal('10'), houseEdgePercent(rates)) ?? decimal('0'), decimal('100'), 2, 'down');
    expect(text).toContain(`so ${times} times the stake`);
  });

  it('has the spans and shares of the rules', () => {
    expect(text).toContain(`arrive within ${seconds(ENTRY_TICK_WITHIN_MS)}`);
    expect(text).toContain(`up to ${seconds(END_TICK_WITHIN_MS)} later`);
    expect(text).toContain(`at most ${EVEN_RATIO_MAX}%`);
    const shares = found(/(?<=\| )\d+(?=% \|$)/gm, text.slice(text.indexOf('## House limits')));
    expect(shares).toEqual([OPTION_SHARES.order, OPTION_SHARES.user, OPTION_SHARES.side, OPTION_SHARES.all]);
  });
});

describe('the article on futures', () => {
  const text = read('contracts', 'en');
  const [tick, spread, leverage] = [decimal('60000'), decimal('12'), 20];
  const terms = { lot: decimal('0.01'), feeRate: decimal('0.05'), profitCap: decimal('9') };
  const shown = (amount: Decimal | undefined, places = 2) =>
    toFixedText(amount ?? decimal('0'), Math.max(places, placesOf(amount ?? decimal('0')))).replace(
      /\d(?=(\d{3})+\.)/g,
      '$&,',
    );
  const opened = (side: PositionSide): Position & { readonly notional: Decimal; readonly fee: Decimal } => {
    const entryPrice = entryPriceAt(side, tick, spread);
    const money = openingMoney({ side, lots: 5, leverage, entryPrice }, terms);
    const rates = { liquidationLevel: decimal('50'), pricePrecision: 2 };
    const stops = { takeProfit: null, stopLoss: null };
    return {
      ...money,
      ...stops,
      side,
      mode: 'isolated',
      lots: 5,
      entryPrice,
      originMargin: money.margin,
      terms: rates,
    };
  };
  const [long, short] = [opened('long'), opened('short')];

  it('has a table that the rules give', () => {
    const rows: readonly (readonly [string, (position: typeof long) => string])[] = [
      ['Entry price', ({ entryPrice }) => shown(entryPrice).replace(/\.00$/, '')],
      ['Value of 0.05 BTC', ({ notional }) => shown(notional)],
      ['Margin: value / leverage', ({ margin }) => shown(margin)],
      ['Fee: 0.05% of the value', ({ fee }) => shown(fee)],
      ['Liquidation price', (position) => shown(liquidationPrice(position))],
      ['The margin is used up at', (position) => shown(bankruptcyPrice(position))],
      ['Profit cap: 9 times the margin', ({ reserve }) => shown(reserve)],
      ['The profit cap is reached at', (position) => shown(profitCapPrice(position))],
    ];
    for (const [name, figureOf] of rows) {
      const row = text.split('\n').find((line) => line.startsWith(`| ${name}`));
      expect(
        row
          ?.split('|')
          .slice(2, 4)
          .map((cell) => cell.trim()),
      ).toEqual([figureOf(long), figureOf(short)]);
    }
  });

  it('continues with figures that the rules give', () => {
    const added = { ...long, margin: add(long.margin, decimal('10')) };
    expect(text).toContain(`more margin, the long in the table is liquidated at ${shown(liquidationPrice(added))}.`);
    const night = overnightFee(long.quantity, decimal('60500'), decimal('0.03'));
    const later = { ...long, margin: subtract(long.margin, night) };
    expect(text).toContain(`the fee is ${night}. The margin is then ${later.margin}`);
    expect(text).toContain(`the liquidation price of the long ${shown(liquidationPrice(later))}.`);
    const { part, rest } = cutLots(later, 2);
    const profit = closingProfit(part, decimal('61000'));
    const back = add(part.margin, profit);
    expect(text).toContain(`${part.margin} of the margin and a profit of ${profit}, in total ${back}.`);
    expect(text).toContain(`3 lots keep a margin of ${rest.margin}`);
    const left = equityAt(rest, liquidationPrice(rest) ?? tick);
    expect(text).toContain(`If they are liquidated there, you get ${left}.`);
    const loss = closingProfit(rest, decimal('55000'));
    const beyond = subtract(negate(loss), rest.margin);
    expect(text).toContain(`they lose ${negate(loss)}: ${beyond} more than their margin`);
  });

  it('has the shares of the rules', () => {
    expect(text).toContain(`within ${ENTRY_TICK_WITHIN_MS / 1000} seconds, or nothing is opened`);
    const shares = found(/(?<=\| )\d+(?=% \|$)/gm, text.slice(text.indexOf('## Limits')));
    expect(shares).toEqual([FUTURES_SHARES.order, FUTURES_SHARES.user, FUTURES_SHARES.side, FUTURES_SHARES.all]);
  });
});

describe('the user agreement', () => {
  const text = read('user-agreement', 'en');

  it('has the span in which the end of an option is looked for', () => {
    expect(text).toContain(`within ${END_TICK_WITHIN_MS / 1000} seconds after it`);
  });

  it('has how long a subscription waits for a review', () => {
    expect(text).toContain(`reviewed within ${REVIEW_WITHIN_MS / 3_600_000} hours after the end`);
  });

  it('has the figures of withdrawals', () => {
    expect(text).toContain(`all withdrawals are on hold for ${readConfig({ DATABASE_URL }).withdrawalHoldHours} hours`);
    expect(readConfig({}).withdrawalHoldHours).toBe(0);
    expect(text).toContain(`make ${WITHDRAWALS_PER_DAY} requests a UTC day`);
    expect(text).toContain(`due, ${ARRIVAL_HOURS} hours after`);
  });

  it('states where the exchange refuses real money', () => {
    expect(text).toContain('simulated or replayed prices is always a sandbox');
    expect(() => refuseForRealMoney(readConfig({ DATABASE_URL, SANDBOX: '0' }))).toThrow('SANDBOX=0 with simulated');
  });

  it('names the products that do not exist yet, and no other', () => {
    const products = ['option', 'lever', 'trust', 'publications', 'promotion'] as const;
    const names = ['Options', 'Futures', 'Earn products', 'new coins', 'referral'];
    const listed = text.slice(text.indexOf('## Not available yet'));
    expect(products.map((product) => !isBuilt(product))).toEqual(names.map((name) => listed.includes(name)));
  });
});
