// An option's terms are in the public log before its end, and its owner's file alone proves how it ended. THOROUGH=1
// searches the entries of 10,000 contracts for user data.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toBase64 } from '@halyard/contract/transparency/bytes';
import { parseEntry } from '@halyard/contract/transparency/entries';
import { parseCheckpoint, signCheckpoint } from '@halyard/contract/transparency/note';
import { parseReceipt } from '@halyard/contract/transparency/receipt';
import { followEntries, NOTHING_FOLLOWED } from '@halyard/contract/transparency/followEntries';
import { verifyReceipt } from '@halyard/contract/transparency/verifyReceipt';
import { parsePolicy } from '@halyard/contract/transparency/policy';
import type { Option } from '@halyard/contract/options/calls';
import type { UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { rowsOf } from '../../db/database.ts';
import type { TransactionJob } from '../../jobs/job.ts';
import { storeCosigned } from '../../transparency/cosigned.ts';
import { placeIn } from '../../transparency/logPlaces.ts';
import { readEntries } from '../../transparency/logStore.ts';
import { announceSeed, readSeeds } from '../../transparency/revealJob.ts';
import type { OperatorDeps } from '../../operator/command.ts';
import { openOptionDesk, type OptionDesk } from '../../testing/optionDesk.ts';
import { openTestLog, type TestLog } from '../../testing/testLog.ts';
import { NO_WITNESSES } from '../../transparency/witnesses.ts';
import {
  answerRules,
  answerStatistics,
  answerSummary,
  createRulesJob,
  createStatisticsJob,
} from '../fairness/index.ts';
import { policyOf } from '../transparency/index.ts';
import { logCheckCommand, LOG_COMMANDS } from '../transparency/logCommands.ts';
import { publicProduct, readRules } from './figures.ts';
import { purchase } from './purchase.ts';
import { readLoggedReceipt } from './receipts.ts';

const CONTRACTS = isThorough ? 10_000 : 20;
let desk: OptionDesk;
let log: TestLog;
beforeAll(async () => {
  desk = await openOptionDesk();
  log = await openTestLog(desk.db, desk.clock);
});
afterAll(async () => {
  await desk.close();
  log.close();
});

const seconds = async (count: number, price = '60000') => {
  for (let second = 0; second < count; second += 1) {
    desk.clock.advance(1000);
    await desk.tick(price);
    await log.advance();
  }
};
const fileOf = ({ userId, id }: Option) => readLoggedReceipt(desk.db, log.head, userId, id);
const logTexts = async () =>
  (await readEntries(desk.db, 0, (await log.head.read())?.size ?? 0)).map(({ text }) => text);
const commitsIn = (texts: readonly string[]) =>
  texts.map(parseEntry).flatMap((entry) => (entry.kind === 'commits' ? entry.commitments.map(toBase64) : []));

it('is proved by its file alone, for each result', async () => {
  const userId = await desk.verified('10000');
  await seconds(2);
  const up = await desk.purchase(userId, { stake: decimal('33.33'), seconds: 30 });
  desk.clock.advance(1500);
  await desk.tick();
  const down = await desk.purchase(userId, { direction: 'down', seconds: 30 });
  await expect(fileOf(up)).rejects.toMatchObject({ code: 'OPTION_NOT_SEALED' });
  await seconds(40, '60010.5');
  await desk.settle();
  for (const [option, outcome, paid] of [
    [up, 'won', '59.994 USDT'],
    [down, 'lost', '0 USDT'],
  ] as const) {
    const file = await fileOf(option);
    expect(verifyReceipt(file, log.policy)).toMatchObject({ isTrue: true, terms: { id: option.id } });
    expect(parseReceipt(file).result).toMatchObject({ outcome, paid });
  }
  await expect(readLoggedReceipt(desk.db, log.head, await desk.verified('1'), up.id)).rejects.toMatchObject({
    code: 'OPTION_NOT_FOUND',
  });
});

it('does not end before its tick is in the log', async () => {
  const userId = await desk.verified('10000');
  await seconds(1);
  const option = await desk.purchase(userId, { seconds: 30 });
  await seconds(28);
  desk.clock.advance(5000);
  await desk.tick('60001');
  await desk.settle();
  expect(await desk.read(option.id)).toMatchObject({ status: 'due', result: null });
  await log.advance();
  await desk.settle();
  expect(await desk.read(option.id)).toMatchObject({ status: 'closed', result: 'win' });
  expect(verifyReceipt(await fileOf(option), log.policy)).toMatchObject({ isTrue: true });
});

it('is not sold while the log is stopped, and has no file when its terms were logged late', async () => {
  const userId = await desk.verified('10000');
  await seconds(2);
  const late = await desk.purchase(userId, { seconds: 30 });
  for (let waited = 0; waited < 3; waited += 1) {
    desk.clock.advance(2000);
    await desk.tick();
  }
  const buy = (stake: string) => desk.purchase(userId, { stake: decimal(stake), seconds: 30 });
  expect(await desk.refusalOf(buy('11'))).toMatchObject({ code: 'PRICE_STALE' });
  await log.advance();
  const option = await buy('12');
  await seconds(40, '60002');
  await desk.settle();
  expect(await desk.read(late.id)).toMatchObject({ status: 'closed', result: 'win' });
  await expect(fileOf(late)).rejects.toMatchObject({ code: 'OPTION_NOT_SEALED' });
  expect(verifyReceipt(await fileOf(option), log.policy)).toMatchObject({ isTrue: true });
});

it('commits to each purchase once, blinded, and to no refused one', async () => {
  const userId = await desk.verified('50');
  const before = commitsIn(await logTexts()).length;
  const stakes = ['17.31', '17.31', '999'];
  for (const stake of stakes) {
    desk.clock.advance(2000);
    await desk.tick();
    await desk.purchase(userId, { stake: decimal(stake) }).catch(() => undefined);
  }
  await log.advance();
  await log.advance();
  const texts = await logTexts();
  const commits = commitsIn(texts);
  expect([commits.length - before, new Set(commits).size]).toEqual([2, commits.length]);
  expect(texts.join('')).not.toContain('17.31');
});

it('reveals neither the buyer nor the amount', async () => {
  for (const [sequence, first] of [
    ['users_id_seq', 770_001],
    ['options_id_seq', 880_001],
  ] as const)
    await desk.db.execute(sql.raw(`alter sequence ${sequence} restart with ${first}`));
  const buyers: Buyer[] = [];
  for (let count = 0; count < 10; count += 1) {
    const [userId, email] = [await desk.verified('100000'), `buyer-${count}@mail.example`];
    await desk.db.execute(sql`update users set email = ${email} where id = ${userId}`);
    buyers.push({ userId, email, stake: `${21 + count}.37` });
  }
  for (let bought = 0; bought < CONTRACTS; bought += buyers.length) {
    for (const { userId, stake } of buyers) await desk.purchase(userId, { stake: decimal(stake), seconds: 30 });
    await seconds(2);
    await desk.settle();
  }
  const known = buyers.flatMap(({ userId, email, stake }, place) => [
    String(userId),
    email,
    stake,
    `${880_001 + place}`,
  ]);
  const [priv] = await rowsOf<{ terms: string }>(desk.db, sql`select string_agg(terms, '') as terms from log_commits`);
  expect(known.filter((one) => stands(one, priv?.terms ?? ''))).toHaveLength(20);
  const texts = await logTexts();
  expect(commitsIn(texts).length).toBeGreaterThanOrEqual(CONTRACTS);
  expect(known.filter((one) => stands(one, texts.join('')))).toEqual([]);
});

it('is not sold without the required cosignatures, and its file contains them', async () => {
  const userId = await desk.verified('10000');
  await seconds(2);
  const buy = () => purchase({ ...desk.deps, settings: { isWitnessRequired: true } }, userId, desk.request());
  expect(await desk.refusalOf(buy())).toMatchObject({ code: 'MARKET_SUSPENDED' });
  const option = await desk.purchase(userId, { seconds: 30 });
  await seconds(35);
  await desk.settle();
  const { size, text } = (await log.head.read()) ?? { size: 0, text: '' };
  const cosigned = { size, note: `${text}— w1 AAAAAAA=\n`, cosignedAtMs: desk.clock.nowMs() };
  await desk.db.transaction((tx) => storeCosigned(tx, 0, cosigned));
  await seconds(1);
  expect(await buy()).toMatchObject({ userId });
  expect(parseReceipt(await fileOf(option)).checkpoint).toBe(cosigned.note);
  await seconds(125);
  expect(await desk.refusalOf(buy())).toMatchObject({ code: 'MARKET_SUSPENDED' });
  expect(parseReceipt(await fileOf(option)).checkpoint).toBe((await log.head.read())?.text);
});

it('is settled in the next log when its own cannot continue, and earlier files stay valid', async () => {
  const userId = await desk.verified('10000');
  for (const days of [3000, 4000]) {
    const anchor = toBase64(new Uint8Array(32).fill(days / 1000));
    await desk.db.transaction((tx) => announceSeed(tx, { firstDay: '2026-01-01', days, anchor }));
    await run(createRulesJob({ clock: desk.clock, readRules: async () => [{ name: 'fees', text: `${days}` }] }));
    await run(createRulesJob({ clock: desk.clock, readRules }));
    await seconds(2);
  }
  const before = await desk.purchase(userId, { seconds: 30 });
  await seconds(35);
  await desk.settle();
  const early = await fileOf(before);
  const atEnd = await desk.purchase(userId, { seconds: 30 });
  await seconds(31);
  await desk.settle();
  const running = await desk.purchase(userId, { seconds: 30 });
  await seconds(2);
  const waiting = await desk.purchase(userId, { seconds: 60 });
  // More was published than the database has: it is a restored one.
  const { origin, size } = (await log.head.read()) ?? { origin: '', size: 0 };
  const lost = { origin, size: size + 5, root: new Uint8Array(32).fill(1) };
  await log.head.write(signCheckpoint(lost, [log.signer]));
  log.reopen();
  await expect(log.advance()).rejects.toThrow(/older database/);
  const begin = () => command('new', 'after-restore');
  await begin();
  await expect(begin()).rejects.toThrow('The next log begins already.');
  await seconds(70, '60020');
  await desk.settle();
  const texts = (await readEntries(desk.db, placeIn(1, 0), 10)).map(({ text }) => parseEntry(text));
  expect(texts[0]).toEqual({ kind: 'log', origin: `${origin}/b`, predecessor: lost });
  expect(texts.some(({ kind }) => kind === 'commits')).toBe(true);
  for (const { id } of [running, waiting])
    expect((await rowsOf(desk.db, sql`select result from options where id = ${id}`))[0]).toEqual({ result: 'win' });
  expect(verifyReceipt(await fileOf(before), log.policy)).toMatchObject({ isTrue: true });
  // The last cosigned tree does not cover everything: nothing more comes, so the rest is proved by the last signed
  // tree.
  const note = parseReceipt(early).checkpoint;
  const cosigned = {
    size: parseCheckpoint(note).size,
    note: `${note}— w1 AAAAAAA=\n`,
    cosignedAtMs: desk.clock.nowMs(),
  };
  await desk.db.transaction((tx) => storeCosigned(tx, 0, cosigned));
  expect(parseReceipt(await fileOf(before)).checkpoint).toBe(cosigned.note);
  expect(verifyReceipt(await fileOf(atEnd), log.policy)).toMatchObject({ isTrue: true });
  // Its terms are in one log and its end in the other: no file proves both.
  await expect(fileOf(running)).rejects.toMatchObject({ code: 'OPTION_NOT_SEALED' });
  const after = await desk.purchase(userId, { seconds: 30 });
  await seconds(35);
  await desk.settle();
  const newPolicy = parsePolicy(await policyOf(desk.db, 1, NO_WITNESSES));
  expect(verifyReceipt(await fileOf(after), newPolicy)).toMatchObject({ isTrue: true });
  expect(verifyReceipt(await fileOf(after), log.policy).isTrue).toBe(false);
  expect(await command('check')).toMatchObject({ data: { faults: [] } });
  // The day counts options that only the previous log committed to; a follower of this log finds no fault in it.
  await desk.tickAt(desk.clock.nowMs() + 86_400_000, '60000');
  await log.advance();
  await run(createStatisticsJob({ clock: desk.clock, products: [publicProduct] }));
  await log.advance();
  const { size: newSize } = (await log.head.read()) ?? { size: 0 };
  const all = (await readEntries(desk.db, placeIn(1, 0), newSize)).map(({ text }) => text);
  const { fault, followed } = followEntries(NOTHING_FOLLOWED, all, `${origin}/b`);
  expect([fault, followed.size]).toEqual([undefined, newSize]);
  expect(followed.totals.ended).toBeGreaterThan(commitsIn(all).length);
  expect(followed.chains.map(({ days }) => days)).toEqual([3000, 4000]);
  expect(Object.keys(followed.rules).toSorted()).toEqual(['fees 1', 'fees 2', 'option-rule 1', 'option-terms 1']);
  // Each place is in the current log.
  const deps = { db: desk.db, clock: desk.clock, dataDir: log.dataDir, products: [] };
  const { seed, snapshot, revealed } = await answerSummary(deps);
  expect([snapshot, revealed]).toEqual([null, null]);
  expect(parseEntry(all[seed?.index ?? 0] ?? '')).toMatchObject({ kind: 'seed', days: 4000 });
  const { documents } = await answerRules(deps);
  expect(documents).toHaveLength(4);
  for (const { index, sha256 } of documents) expect(all[index]).toContain(` ${sha256}`);
  const { days } = await answerStatistics(deps, undefined);
  expect(days.map(({ index, log: number }) => [number, all[index]?.includes('halyard/statistics')])).toEqual([
    [undefined, true],
  ]);
  const reveals = await desk.db.transaction((tx) => readSeeds(tx));
  expect(reveals.map(({ days: count }) => count)).toEqual([3000, 4000]);
});

function run(kind: TransactionJob) {
  return desk.db.transaction((tx) => kind.run(tx, { key: 'only', payload: {}, failures: 0 }));
}

function command(name: string, ...args: readonly string[]) {
  const found = [...LOG_COMMANDS, logCheckCommand].find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  const deps = { db: desk.db, clock: desk.clock, dataDir: log.dataDir } as unknown as OperatorDeps;
  return found.run(deps, { name: 'olga' }, { args, options: {} });
}

type Buyer = { readonly userId: UserId; readonly email: string; readonly stake: string };

/** Whether a text contains a word, and not as a part of another number. */
function stands(word: string, text: string): boolean {
  return new RegExp(`(?<![\\d.])${word.replaceAll('.', '\\.')}(?![\\d.])`, 'u').test(text);
}
