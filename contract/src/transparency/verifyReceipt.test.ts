// A true receipt passes. Any change or omission fails at the step about it. Each receipt is of a small log whose root
// is computed for it.
import { describe, expect, it } from 'vitest';
import { isThorough } from '../../testing/thorough.ts';
import { decimal } from '../money/money.ts';
import { joinBytes, utf8Of } from './bytes.ts';
import { ENTRIES, LOG, ORIGIN, signerKey, WITNESS } from '../../testing/logFixtures.ts';
import { formatVkey } from './note.ts';
import { parsePolicy } from './policy.ts';
import {
  commits,
  EVEN,
  FIRST,
  NONCE,
  OPTION,
  prices,
  receiptOf,
  WON,
  type Case,
} from '../../testing/receiptFixtures.ts';
import { formatReceipt, formatTerms, parseReceipt, parseTerms, type Receipt } from './receipt.ts';
import { RECEIPT_STEPS, verifyReceipt } from './verifyReceipt.ts';

const EXIT = ENTRIES[6] ?? '';
const ALONE = parsePolicy(`log ${formatVkey(LOG.key)}\nquorum none\n`);
const WITNESSED = parsePolicy(`log ${formatVkey(LOG.key)}\nwitness w ${formatVkey(WITNESS.key)}\nquorum w\n`);
/** The step at which it fails, with the reason; `true` for none. */
function verdictOf(receipt: Receipt | string, policy = ALONE): string {
  const { isTrue, steps } = verifyReceipt(typeof receipt === 'string' ? receipt : formatReceipt(receipt), policy);
  expect(steps.map(({ step }) => step)).toEqual(RECEIPT_STEPS);
  const place = steps.findIndex(({ state }) => state !== 'passed');
  expect(isTrue).toBe(place < 0);
  const after = steps.slice(place < 0 ? steps.length : place + 1);
  expect(after.every(({ state }) => state === 'open')).toBe(true);
  const failed = steps[place];
  return failed === undefined ? 'true' : `${failed.step}: ${failed.reason ?? ''}`;
}

describe('a receipt', () => {
  it('of an option that was won is true, and names what remains to be trusted', async () => {
    const json = formatReceipt(await receiptOf());
    expect(parseReceipt(json)).toEqual(await receiptOf());
    expect(parseTerms((await receiptOf()).terms)).toEqual(OPTION);
    expect(verifyReceipt(json, ALONE)).toMatchObject({
      isTrue: true,
      signed: [{ key: { name: ORIGIN } }],
      terms: OPTION,
    });
    expect(verdictOf(json, WITNESSED)).toContain('witnesses: ');
    const seen = formatReceipt(await receiptOf({ published: { witness: WITNESS } }));
    expect(verdictOf(seen, ALONE)).toBe('true');
    expect(verifyReceipt(seen, WITNESSED)).toMatchObject({
      isTrue: true,
      signed: [{ key: { name: ORIGIN } }, { key: { name: WITNESS.key.name }, atSeconds: 1_763_856_122 }],
    });
  });

  const end = (price: string, loggedMs = 1_763_856_121_200) =>
    prices(loggedMs, 'series 1 81239', `1763856121000 ${price} 0.5`);
  const late = end('60001.05', 1_763_856_126_001);
  const tooLate = prices(1_763_856_150_300, 'series 1 81239', '1763856150124 60001.05 0.5');
  const silence = Array.from({ length: 36 }, (_, second) => prices(1_763_856_121_200 + second * 1000));
  const silent = { instead: { 6: silence[0] ?? '' }, more: silence.slice(1) } as const;
  it.each<[string, Case]>([
    ['lost', { instead: { 6: end('60000') }, result: { outcome: 'lost', exit: '81239 60000', paid: '0 USDT' } }],
    ['lost down', { option: { direction: 'down' }, result: { ...WON, outcome: 'lost', paid: '0 USDT' } }],
    [
      'tied',
      { instead: { 6: end('60000.15') }, result: { outcome: 'tied', exit: '81239 60000.15', paid: '100 USDT' } },
    ],
    [
      'tied at the places of the market',
      { instead: { 6: end('60000.154') }, result: { outcome: 'tied', exit: '81239 60000.154', paid: '100 USDT' } },
    ],
    [
      'won even',
      { option: { direction: 'even' }, instead: { 6: end('60000.15') }, result: { ...WON, exit: '81239 60000.15' } },
    ],
    ['won from the first tick after its purchase on', { option: FIRST }],
    ['won even within its band', { option: EVEN, result: { ...WON, paid: '928 USDT' } }],
    [
      'lost even outside of its band',
      {
        option: EVEN,
        instead: { 6: end('60005.38') },
        result: { outcome: 'lost', exit: '81239 60005.38', paid: '0 USDT' },
      },
    ],
    ['void with a late tick', { instead: { 6: late }, result: { ...WON, outcome: 'void', paid: '101 USDT' } }],
    ['won with a late tick where none can be chosen', { option: { lateMs: null }, instead: { 6: late } }],
    ['void with a tick too late', { instead: { 6: tooLate }, result: { ...WON, outcome: 'void', paid: '101 USDT' } }],
    ['void without a tick', { ...silent, result: { outcome: 'void', exit: null, paid: '101 USDT' } }],
  ])('of an option that was %s is true', async (_, one) => {
    expect(verdictOf(await receiptOf(one))).toBe('true');
  });

  const other = signerKey(ORIGIN, 'log', 5);
  const nowhere = signerKey('nowhere.example/log', 'log', 6);
  it.each<[string, Case, string]>([
    [
      'a checkpoint of another log',
      { published: { log: nowhere, origin: nowhere.key.name } },
      'checkpoint: the checkpoint of',
    ],
    [
      'a second tick after the purchase',
      { option: { ...FIRST, purchasedMs: 1_763_856_058_900 } },
      'entry_tick: not the first tick',
    ],
    [
      'a tick from before the delay is over',
      { option: { ...FIRST, entryDelayMs: 1000 } },
      'entry_tick: a tick from before the purchase',
    ],
    [
      'an opening tick that came too late',
      { option: { ...FIRST, purchasedMs: 1_763_856_056_999 } },
      'entry_tick: a tick too long after the purchase',
    ],
    [
      'even that pays less than its chance gives',
      { option: { ...EVEN, profitRatio: decimal('827') }, result: { ...WON, paid: '927 USDT' } },
      'paid: another payout ratio',
    ],
    [
      'even of a market without a published model',
      { option: { ...EVEN, market: 'ABC/USDT' }, result: { ...WON, paid: '928 USDT' } },
      'paid: another payout ratio',
    ],
    ['an unknown key', { published: { log: other } }, 'signature: no signature'],
    [
      'terms of another contract',
      { option: { id: 19 }, instead: { 3: commits(1_763_856_061_200, 'others') } },
      'commitment: ',
    ],
    [
      'terms that were logged 5 s after the purchase',
      { instead: { 3: commits(1_763_856_065_124, formatTerms(OPTION)) } },
      'commitment_time: committed to too late',
    ],
    [
      'terms that were logged after the end',
      {
        option: { expiresMs: 1_763_856_061_100, entry: { seq: 81_235, price: decimal('60000.1') } },
      },
      'commitment_time: committed to too late',
    ],
    [
      'terms that stand after the end',
      { instead: { 3: EXIT, 6: commits(1_763_856_061_200, formatTerms(OPTION)) } },
      'commitment_time: committed to after',
    ],
    [
      'another price at the purchase',
      { option: { entry: { seq: 81_236, price: decimal('60000.1') } } },
      'entry_tick: not the tick',
    ],
    [
      'another tick at the purchase',
      { option: { entry: { seq: 81_235, price: decimal('60000.15') } } },
      'entry_tick: not the tick',
    ],
    [
      'an old tick at the purchase',
      { option: { entry: { seq: 81_235, price: decimal('60000.1') }, purchasedMs: 1_763_856_062_001 } },
      'entry_tick: not the newest',
    ],
    ['a tick from after the purchase', { option: { purchasedMs: 1_763_856_059_999 } }, 'entry_tick: a tick from after'],
    ['ticks of another series', { option: { series: 2 } }, 'entry_tick: not the tick'],
    ['no tick at the purchase', { indexes: [3, 4, 5, 6] }, 'entry_tick: not the tick'],
    ['no tick after the purchase', { indexes: [2, 3, 5, 6] }, 'entry_tick: the tick after'],
    ['no tick before the end', { indexes: [2, 3, 4, 6] }, 'exit_tick: the tick before'],
    ['no tick at the end', { indexes: [2, 3, 4, 5] }, 'exit_tick: the tick at the end'],
    ['a tick in two places', { more: [EXIT] }, 'entry_tick: a tick twice'],
    ['a tick too early at the end', { result: { ...WON, exit: '81238 60000.9' } }, 'outcome: another tick'],
    [
      'a tick too late at the end',
      {
        more: [prices(1_763_856_122_200, 'series 1 81240', '1763856122000 60002 1')],
        result: { ...WON, exit: '81240 60002' },
      },
      'outcome: another tick',
    ],
    [
      'the right tick left out, and the next one in its place',
      {
        more: [prices(1_763_856_122_200, 'series 1 81240', '1763856122000 60002 1')],
        result: { ...WON, exit: '81240 60002' },
        indexes: [2, 3, 4, 5, 7],
      },
      'exit_tick: the tick before',
    ],
    ['a late tick that won', { instead: { 6: late } }, 'outcome: it was void'],
    ['a tick too late that won', { instead: { 6: tooLate } }, 'outcome: it was void'],
    ['void in spite of a good tick', { result: { ...WON, outcome: 'void', paid: '101 USDT' } }, 'outcome: it was won'],
    ['no exit in spite of a good tick', { result: { ...WON, exit: null } }, 'outcome: another tick'],
    ['too little paid', { result: { ...WON, paid: '184.99 USDT' } }, 'paid: what is due is 185 USDT'],
    ['another currency paid', { result: { ...WON, paid: '185 BTC' } }, 'paid: what is due is 185 USDT'],
    [
      'a gap with a hole',
      {
        ...silent,
        indexes: [2, 3, 4, 5, 6, 7, 9, ...Array.from({ length: 31 }, (_, place) => place + 10)],
        result: { outcome: 'void', exit: null, paid: '101 USDT' },
      },
      'exit_tick: the tick at the end',
    ],
    [
      'a gap that ends too early',
      {
        instead: silent.instead,
        more: silent.more.slice(0, -2),
        result: { outcome: 'void', exit: null, paid: '101 USDT' },
      },
      'exit_tick: the tick at the end',
    ],
    [
      'a gap of ticks that may still come',
      { ...silent, option: { lateMs: null }, result: { outcome: 'void', exit: null, paid: '101 USDT' } },
      'exit_tick: the tick at the end',
    ],
    ['an unknown kind of entry', { instead: { 5: 'halyard/more/v1\n' } }, 'entries: line 1: an unknown kind'],
  ])('is refused with %s', async (_, one, due) => {
    expect(verdictOf(await receiptOf(one))).toContain(due);
  });

  it('is refused when two of them are crossed', async () => {
    const one = await receiptOf();
    const two = await receiptOf({
      option: { id: 18 },
      instead: { 2: prices(1, 'series 1 81236', '1763856060000 60000.15 1') },
    });
    const swapped = { ...one, terms: formatTerms({ ...OPTION, id: 20 }) };
    expect(verdictOf(swapped)).toContain('commitment: ');
    expect(verdictOf({ ...one, nonce: NONCE.with(0, 8) })).toContain('commitment: ');
    expect(verdictOf({ ...one, checkpoint: two.checkpoint })).toContain('inclusion: entry 2');
    expect(verdictOf({ ...one, entries: two.entries })).toContain('inclusion: entry 2');
    const [first, second, ...rest] = one.entries;
    if (first === undefined || second === undefined) throw new Error('no entries');
    const exchanged = [{ ...first, text: second.text }, { ...second, text: first.text }, ...rest];
    expect(verdictOf({ ...one, entries: exchanged })).toContain('inclusion: entry 2');
    expect(verdictOf({ ...one, entries: [...one.entries, first] })).toContain('inclusion: an entry twice');
    expect(verdictOf({ ...one, entries: [{ ...first, index: 3 }, ...rest] })).toContain('inclusion: entry 3');
    expect(verdictOf({ ...one, entries: [{ ...first, index: 7 }, ...rest] })).toContain('inclusion: entry 7');
  });

  it('is refused with any change of terms', async () => {
    const receipt = await receiptOf();
    const bytes = joinBytes(receipt.terms);
    for (const place of bytes.keys()) {
      const terms = utf8Of(bytes.with(place, (bytes[place] ?? 0) ^ 1)) ?? '';
      expect(verdictOf({ ...receipt, terms })).toMatch(/^(terms|commitment): /);
    }
    for (const [from, to] of [
      ['window_ms 30000', 'window_ms 40000'],
      ['rule option/1', 'rule option/2'],
      ['late_ms 5000', 'late_ms 5000 1'],
      ['window_ms 30000\n', 'window_ms 30000\nmore 1\n'],
    ] as const)
      expect(verdictOf({ ...receipt, terms: receipt.terms.replace(from, to) })).toContain('terms: line');
  });

  // Spaces between the fields do not change the content.
  it('is refused with any byte of its file changed', async () => {
    const receipt = await receiptOf();
    const json = formatReceipt(receipt);
    const bytes = joinBytes(json);
    const places = [...bytes.keys()].filter((place) => isThorough || place % 5 === 0);
    for (const place of places) {
      const changed = utf8Of(bytes.with(place, (bytes[place] ?? 0) ^ 1));
      if (changed === undefined || !verifyReceipt(changed, ALONE).isTrue) continue;
      expect(parseReceipt(changed)).toEqual(receipt);
    }
  });
});
