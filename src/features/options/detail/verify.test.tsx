// The receipt of an option in the public log, through the real route and store: every step as a line, failed ones by
// name, and verification again offline from cached data.
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { commitmentOf, toBase64 } from '@halyard/contract/transparency/bytes';
import { getLoggedReceipt } from '@halyard/contract/transparency/calls';
import type { Option } from '@halyard/contract/options/calls';
import { formatEntry } from '@halyard/contract/transparency/entries';
import { ENTRIES, LOG, ORIGIN, publish, signerKey } from '@halyard/contract/testing/logFixtures';
import { decimal, ZERO } from '@halyard/contract/money';
import { formatReceipt, formatTerms, type Receipt } from '@halyard/contract/transparency/receipt';
import { judgeLog } from '../../../domain/transparency/judgeLog.ts';
import { readPin, writePin } from '../../../domain/transparency/logPin.ts';
import { changeDraftOwner } from '../../../shared/storage/draftOwner.ts';
import { clearOwnRecords, readRecord } from '../../../shared/storage/vault.ts';
import { breakConnection, refuse } from '../../../testing/fakeBackend.ts';
import { fakeCanvas } from '../../../testing/fakeCanvas.ts';
import { fakeIndexedDb } from '../../../testing/fakeIndexedDb.ts';
import { wonOption } from '../../../testing/options.ts';
import { openOptions, type OptionApp } from '../../../testing/openOptions.ts';
import { fakeLog, grownBy, readChecks, servePublicLog, type FakeLog } from '../../../testing/publicLog.ts';

fakeIndexedDb();

fakeCanvas();

const PURCHASED_MS = 1_763_856_060_123;
const EXPIRES_MS = 1_763_856_120_123;
const ALL_RIGHT = Array.from({ length: 14 }, () => 'Correct');

const isoOf = (ms: number) => new Date(ms).toISOString();

/** Option 17 of the small test log. */
const OPTION = wonOption({
  purchasedAt: isoOf(PURCHASED_MS),
  dueAt: isoOf(EXPIRES_MS),
  openTick: { seq: 81_236, at: isoOf(1_763_856_060_000), price: decimal('60000.15') },
  endTick: { seq: 81_239, at: isoOf(1_763_856_121_000), price: decimal('60001.05') },
});

const NONCE = new Uint8Array(32).fill(7);
const TERMS = formatTerms({
  id: 17,
  market: 'BTC/USDT',
  series: 1,
  direction: 'up',
  stake: decimal('100'),
  currency: 'USDT',
  profitRatio: decimal('85'),
  feeRate: ZERO,
  pricePlaces: 2,
  purchasedMs: PURCHASED_MS,
  entry: { seq: 81_236, price: decimal('60000.15') },
  expiresMs: EXPIRES_MS,
  lateMs: null,
});
const COMMIT = `halyard/commits/v1\nsealed 1763856061200\n${toBase64(commitmentOf(NONCE, TERMS))}\n`;
/** The small test log with the commitment to the option. */
const TEXTS = ENTRIES.map((text, index) => (index === 3 ? COMMIT : text));
/** The log's next key, and the entry that names it. */
const NEXT = signerKey(ORIGIN, 'log', 9);
const KEY_TEXT = formatEntry({ kind: 'key', key: NEXT.key, fromMs: 1_763_856_200_000 });

/** The option's receipt; `result` overrides the true result. */
async function loggedReceipt(result: Partial<Receipt['result']> = {}, texts = TEXTS, log = LOG): Promise<string> {
  const published = await publish(texts, { log });
  const entries = published.entries.filter(({ index }) => index > 1 && index < TEXTS.length);
  const said = { outcome: 'won', exit: '81239 60001.05', paid: '185 USDT', ...result } as const;
  return formatReceipt({ terms: TERMS, nonce: NONCE, result: said, entries, checkpoint: published.checkpoint });
}

/** The device has seen a log already. */
async function pin(texts: readonly string[], log = LOG): Promise<void> {
  writePin(await judgeLog(undefined, fakeLog(texts, { log }), 1));
}

async function open(option: Option): Promise<OptionApp> {
  const app = await openOptions({ over: [option] });
  await app.user.click(screen.getByRole('link', { name: 'Options history' }));
  await screen.findByRole('heading', { name: 'Options history' });
  return app;
}

function serve({ server }: OptionApp, file: string, log = fakeLog(TEXTS)): void {
  server.on(getLoggedReceipt, () => ({ file }));
  servePublicLog(server, log);
}

/** Opens the option and verifies it; returns the lines of the public log's steps. */
async function verify({ user }: OptionApp) {
  await user.click(await screen.findByRole('button', { name: /BTC\/USDT/ }));
  return readChecks(user);
}

async function verifyFile(file: string, option: Option = OPTION, log?: FakeLog) {
  const app = await open(option);
  serve(app, file, log);
  return verify(app);
}

afterEach(async () => {
  changeDraftOwner(undefined);
  await clearOwnRecords();
});

describe('the public log', () => {
  it('shows the terms and prices behind the result, and its signers', async () => {
    const { panel, verdicts } = await verifyFile(await loggedReceipt());
    panel.getByText('Proven by the public log.');
    panel.getByText(`Signed by the exchange only (${ORIGIN}).`);
    panel.getByText(/logged its terms publicly/);
    expect(verdicts).toEqual(ALL_RIGHT);
  });

  it('is asked again until it has all that the receipt needs', async () => {
    const app = await open(OPTION);
    const file = await loggedReceipt();
    serve(app, file);
    app.server.on(getLoggedReceipt, () => refuse('OPTION_NOT_SEALED'));
    await app.user.click(await screen.findByRole('button', { name: /BTC\/USDT/ }));
    await app.user.click(await screen.findByRole('button', { name: 'Verify' }));
    await screen.findByText(/does not yet hold everything/);
    app.server.on(getLoggedReceipt, () => ({ file }));
    await screen.findByText('Proven by the public log.');
  });

  it('names the failed step, its meaning and what to do', async () => {
    const file = await loggedReceipt();
    const { panel, lines, verdicts } = await verifyFile(file.replace('60001.05 0.5', '60009.05 0.5'));
    panel.getByText(/A step failed/);
    expect(verdicts).toEqual([...ALL_RIGHT.slice(0, 4), 'Wrong', ...Array.from({ length: 9 }, () => 'Not checked')]);
    expect(lines[4]?.textContent).toMatch(/An entry of the receipt is not in the signed log\. Save the receipt/);
    within(lines[4] as HTMLElement).getByText(/81239/);
  });

  it.each([
    ['what came back is another', { paid: '186 USDT' }, OPTION, 12],
    ['it is of another option', {}, wonOption(), 13],
    ['the history shows another profit', {}, { ...OPTION, payout: decimal('186') }, 13],
  ] as const)('reports when %s', async (_what, result, option, wrong) => {
    const { verdicts } = await verifyFile(await loggedReceipt(result), option);
    expect(verdicts.indexOf('Wrong')).toBe(wrong);
  });

  it('accepts no receipt of another log than the first known one', async () => {
    await pin(TEXTS, signerKey(ORIGIN, 'log', 3));
    const { verdicts, lines } = await verifyFile(await loggedReceipt());
    expect(verdicts.indexOf('Wrong')).toBe(2);
    expect(lines[2]?.textContent).toMatch(/ask support whether the log has a new key/);
  });

  it.each([
    ['takes a new key that the log named while the known one signed', [...TEXTS, KEY_TEXT], -1],
    ['takes no new key that the known one did not name', TEXTS, 2],
  ])('%s', async (_what, seen, wrong) => {
    await pin(seen);
    const texts = [...TEXTS, KEY_TEXT, ...grownBy(1).slice(-1)];
    const log = fakeLog(texts, { log: NEXT, keyEntries: [TEXTS.length] });
    const { verdicts } = await verifyFile(await loggedReceipt({}, texts, NEXT), OPTION, log);
    expect(verdicts.indexOf('Wrong')).toBe(wrong);
  });

  it('needs no exchange for an option opened once, also after a restart', async () => {
    const app = await open(OPTION);
    serve(app, await loggedReceipt());
    await app.user.click(await screen.findByRole('button', { name: /BTC\/USDT/ }));
    await screen.findByRole('button', { name: 'Verify' });
    await vi.waitFor(async () => expect(await readRecord('fairness/sealed_receipt?17')).toBeDefined());
    await vi.waitFor(() => expect(readPin()).toBeDefined());
    app.unmount();
    const again = await open(OPTION);
    again.server.on(getLoggedReceipt, breakConnection);
    const { verdicts } = await verify(again);
    expect(verdicts).toEqual(ALL_RIGHT);
  });
});
