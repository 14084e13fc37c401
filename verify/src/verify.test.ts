// Files are verified offline: true, false with the step, or not understood.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { commitmentOf, joinBytes } from '@halyard/contract/transparency/bytes';
import { formatEntry } from '@halyard/contract/transparency/entries';
import { formatEvidence } from '@halyard/contract/transparency/evidence';
import { ENTRIES, LOG, publish, tilesOf, WITNESS } from '@halyard/contract/testing/logFixtures';
import { leafHash } from '@halyard/contract/transparency/merkle';
import { LIQUIDATED, OPENED, positionReceipt } from '@halyard/contract/testing/positionFixtures';
import { formatVkey, parseCheckpoint } from '@halyard/contract/transparency/note';
import { formatPositionReceipt } from '@halyard/contract/transparency/positionReceipt';
import { formatReceipt, formatTerms } from '@halyard/contract/transparency/receipt';
import {
  formatLiabilityProof,
  liabilityLeaf,
  liabilityTag,
  provenChunk,
  sumPath,
  sumTree,
  sumUnits,
} from '@halyard/contract/transparency/verifyLiability';
import { verifyLoggedReceipt } from '@halyard/contract/transparency/verifyLoggedReceipt';
import { decimal } from '@halyard/contract/money';
import { judgeWithLog, verify } from './verify.ts';
import type { RemoteLog } from './remoteLog.ts';
import { readPolicy } from './trust.ts';

const NONCE = new Uint8Array(32).fill(7);
const VKEY = formatVkey(LOG.key);
const folder = mkdtempSync(join(tmpdir(), 'halyard-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function judge(command: string, text: string, ...options: readonly string[]) {
  const path = join(folder, 'file');
  writeFileSync(path, text);
  const lines: string[] = [];
  const trusted = options.length > 0 ? options : ['--log', VKEY];
  const machine = {
    print: (line: string) => lines.push(line),
    passSecond: () => Promise.resolve(false),
    nowMs: () => 0,
  };
  return { exitCode: await verify([command, path, ...trusted], machine), out: lines.join('\n') };
}

async function receipt() {
  const terms = formatTerms({
    id: 17,
    market: 'BTC/USDT',
    series: 1,
    direction: 'up',
    stake: decimal('100'),
    currency: 'USDT',
    profitRatio: decimal('85'),
    feeRate: decimal('1'),
    pricePlaces: 2,
    purchasedMs: 1_763_856_060_123,
    entry: { seq: 81_236, price: decimal('60000.15') },
    expiresMs: 1_763_856_120_123,
    lateMs: 5000,
  });
  const commitments = [commitmentOf(NONCE, terms)];
  const commit = formatEntry({ kind: 'commits', loggedMs: 1_763_856_061_200, commitments });
  const log = await publish(ENTRIES.toSpliced(3, 1, commit), { witness: WITNESS });
  const result = { outcome: 'won', exit: '81239 60001.05', paid: '185 USDT' } as const;
  return formatReceipt({ ...log, terms, nonce: NONCE, result, entries: log.entries.slice(2) });
}

async function liability() {
  const owner = { userId: 17, contact: 'a@example.com' };
  const sums = [sumUnits(decimal('60.5'))];
  const leafOf = (chunk: number, amounts: readonly bigint[]) =>
    liabilityLeaf(liabilityTag(NONCE, { ...owner, chunk }), amounts);
  const tree = sumTree(
    Array.from({ length: 1024 }, (_, place) => (place === 5 ? leafOf(0, sums) : leafOf(place, [0n]))),
  );
  const text = formatEntry({
    kind: 'liabilities',
    loggedMs: 1_763_856_121_200,
    snapshot: 12,
    journalId: 99,
    root: tree.at(-1)?.[0]?.hash ?? new Uint8Array(),
    leaves: 1024,
    currencies: [
      { id: 1, code: 'USDT', users: decimal('60.5'), house: [{ account: 'outside', total: decimal('-60.5') }] },
    ],
  });
  const { entries, checkpoint } = await publish([...ENTRIES, text]);
  const chunks = [provenChunk(5, sums, sumPath(tree, 5))];
  return formatLiabilityProof({ snapshot: 12, ...owner, nonce: NONCE, chunks, entries: entries.slice(7), checkpoint });
}

it('names the outcome of an option, and its signers and witnesses', async () => {
  const file = await receipt();
  const alone = await judge('receipt', file);
  expect(alone).toMatchObject({ exitCode: 0 });
  expect(alone.out).toContain('option 17: won, paid 185 USDT\nsigned by the exchange alone: halyard.example/log/2026a');
  const policy = join(folder, 'policy');
  writeFileSync(policy, `log ${VKEY}\nwitness w ${formatVkey(WITNESS.key)}\nquorum w\n`);
  const witnessed = await judge('receipt', file, '--policy', policy);
  expect(witnessed).toMatchObject({ exitCode: 0 });
  expect(witnessed.out).toContain('; witnessed by witness.example/w1 at 2025-11-23T00:02:02.000Z');
});

it('names the entry of a receipt that was not signed', async () => {
  const { exitCode, out } = await judge('receipt', (await receipt()).replace('60001.05 0.5', '60001.06 0.5'));
  expect(exitCode).toBe(1);
  expect(out).toContain('failed  inclusion: entry 6 (prices, series 1 seq 81239) is not in the tree');
  expect(out).toContain('open    paid');
});

it('names the liability to a user, and refuses a changed proof', async () => {
  const file = await liability();
  const { exitCode, out } = await judge('liability', file);
  expect([exitCode, out]).toEqual([0, expect.stringContaining('owed at 2025-11-23T00:02:01.200Z: 60.5 USDT')]);
  expect(out).toMatch(/^for user \d+, contact "a@example\.com": true for you only if both are your own$/mu);
  expect(await judge('liability', file.replace('a@example.com', 'b@example.com'))).toMatchObject({ exitCode: 1 });
});

it('refuses two notes as evidence where one may continue the other', async () => {
  const [smaller, larger] = [await publish(ENTRIES.slice(0, 6)), await publish(ENTRIES)];
  const { root } = parseCheckpoint(smaller.checkpoint);
  for (const shown of [root, new Uint8Array(32)]) {
    const text = formatEvidence({ root: shown, proof: [], smaller: smaller.checkpoint, larger: larger.checkpoint });
    expect(await judge('evidence', text)).toMatchObject({ exitCode: 1 });
  }
  const same = formatEvidence({ root, proof: [], smaller: smaller.checkpoint, larger: smaller.checkpoint });
  const { exitCode, out } = await judge('evidence', same);
  expect([exitCode, out]).toEqual([1, expect.stringContaining('contradiction: the larger tree continues the smaller')]);
});

it.each(['receipt', 'liability', 'evidence'])('does not understand garbage in place of a file: %s', async (command) => {
  for (const text of ['', '{}', 'not JSON', await receipt().then((file) => file.replace('"terms"', '"term"'))])
    expect(await judge(command, text)).toMatchObject({ exitCode: 2 });
});

it('does not understand unknown commands', async () => {
  const file = await receipt();
  expect(await judge('receipt', file, '--log', 'x+y+z')).toMatchObject({ exitCode: 2 });
  expect(await judge('receipt', file, '--policy', join(folder, 'missing'))).toMatchObject({ exitCode: 2 });
  expect(await judge('receipt', file, '--quiet')).toMatchObject({ exitCode: 2 });
  expect(await judge('constructor', file)).toMatchObject({ exitCode: 2 });
  expect(await judge('follow', file, '--log', VKEY)).toMatchObject({ exitCode: 2 });
});

it('reads the prices of a long life from the log, and leaves the step open without it', async () => {
  const prices = ['60000', '59999', '59000', '58511.71', '58511.7'];
  const result = { ...LIQUIDATED, exit: '104 58511.7' };
  const one = await positionReceipt({ chain: [OPENED], prices, result, has: (second) => second !== 2 });
  const json = formatPositionReceipt(one);
  const { exitCode, out } = await judge('receipt', json);
  expect([exitCode, out]).toEqual([
    0,
    expect.stringContaining('open    earlier_ticks: 1 of the ticks from 100 to 104'),
  ]);
  expect(out).toContain('contract 17: liquidation, paid 75.015 USDT');
  const policy = await readPolicy(VKEY, undefined);
  const alone = verifyLoggedReceipt(json, policy);
  const withLog = await judgeWithLog({ json, alone }, logOf(one), policy);
  expect(withLog.steps.filter(({ state }) => state !== 'passed')).toEqual([]);
  const other = await positionReceipt({ chain: [OPENED], prices: prices.with(1, '59998'), result });
  await expect(judgeWithLog({ json, alone }, logOf(other), policy)).rejects.toThrow('entry 4 of the file is not in');
});

function logOf({ texts, checkpoint }: { readonly texts: readonly string[]; readonly checkpoint: string }): RemoteLog {
  const bytes = texts.map((text) => joinBytes(text));
  return {
    checkpoint: () => Promise.resolve(checkpoint),
    tile: tilesOf(bytes.map(leafHash)),
    entries: ({ index, width }) => Promise.resolve(bytes.slice(index * 256, index * 256 + width)),
  };
}
