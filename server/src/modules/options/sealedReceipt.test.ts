// An option's terms stand in the public log before its end, and its owner's file shows by itself how it ended.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toBase64 } from '@halyard/contract/log/bytes';
import { parseEntry } from '@halyard/contract/log/entries';
import { parseReceipt } from '@halyard/contract/log/receipt';
import { verifyReceipt } from '@halyard/contract/log/verifyReceipt';
import type { Policy } from '@halyard/contract/log/policy';
import type { Option } from '@halyard/contract/calls/options';
import { decimal } from '@halyard/contract/money';
import { readLogKey } from '../../log/logKey.ts';
import { readEntries } from '../../log/logStore.ts';
import { publishedHead } from '../../log/publishedHead.ts';
import { createSealer, type Sealer } from '../../log/sealer.ts';
import { openOptionDesk, type OptionDesk } from '../../testing/optionDesk.ts';
import { readSealedReceipt } from './sealedReceipt.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'halyard-log-'));
const head = publishedHead(dataDir);
let desk: OptionDesk;
let sealer: Sealer;
let policy: Policy;
beforeAll(async () => {
  desk = await openOptionDesk();
  const key = await readLogKey(dataDir, undefined);
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  sealer = createSealer({ db: desk.db, clock: desk.clock, key, naming, published: head });
  await sealer.seal();
  const origin = (await head.read())?.origin ?? '';
  policy = { logs: [{ key: key.signer(origin).key }], witnesses: [], groups: [], quorum: 'none' };
});
afterAll(async () => {
  await desk.close();
  rmSync(dataDir, { recursive: true });
});

const seconds = async (count: number, price = '60000') => {
  for (let second = 0; second < count; second += 1) {
    desk.clock.advance(1000);
    await desk.tick(price);
    await sealer.seal();
  }
};
const fileOf = ({ userId, id }: Option) => readSealedReceipt(desk.db, head, userId, id);
const logTexts = async () => (await readEntries(desk.db, 0, (await head.read())?.size ?? 0)).map(({ text }) => text);
const commitsIn = (texts: readonly string[]) =>
  texts.map(parseEntry).flatMap((entry) => (entry.kind === 'commits' ? entry.commitments.map(toBase64) : []));

it('is shown by its file alone, whichever way it ended', async () => {
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
    expect(verifyReceipt(file, policy)).toMatchObject({ isTrue: true, terms: { id: option.id } });
    expect(parseReceipt(file).result).toMatchObject({ outcome, paid });
  }
  await expect(readSealedReceipt(desk.db, head, await desk.verified('1'), up.id)).rejects.toMatchObject({
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
  await sealer.seal();
  await desk.settle();
  expect(await desk.read(option.id)).toMatchObject({ status: 'closed', result: 'win' });
  expect(verifyReceipt(await fileOf(option), policy)).toMatchObject({ isTrue: true });
});

it('commits to each purchase once and to none that was refused, blinded', async () => {
  const userId = await desk.verified('50');
  const before = commitsIn(await logTexts()).length;
  const stakes = ['17.31', '17.31', '999'];
  for (const stake of stakes) {
    desk.clock.advance(2000);
    await desk.tick();
    await desk.purchase(userId, { stake: decimal(stake) }).catch(() => undefined);
  }
  await sealer.seal();
  await sealer.seal();
  const texts = await logTexts();
  const commits = commitsIn(texts);
  expect([commits.length - before, new Set(commits).size]).toEqual([2, commits.length]);
  expect(texts.join('')).not.toContain('17.31');
});
