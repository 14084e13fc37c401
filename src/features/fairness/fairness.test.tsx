// The fairness page over a real log with known keys: published figures, unreadable data, the alarm with evidence that
// the contract's code accepts, and the user's own part of the totals.
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { getLogWitnesses } from '@halyard/contract/transparency/calls';
import {
  getFairnessSummary,
  getRules,
  getStatistics,
  getLiabilityProof,
  getLiabilityTotals,
} from '@halyard/contract/transparency/figureCalls';
import { parseCheckpoint } from '@halyard/contract/transparency/note';
import {
  formatLiabilityProof,
  liabilityLeaf,
  liabilityTag,
  provenChunk,
  sumNode,
  sumPath,
  sumTree,
  sumUnits,
  type SumNode,
} from '@halyard/contract/transparency/verifyLiability';
import { listEntries } from '@halyard/contract/wallet/entryCalls';
import { formatEntry } from '@halyard/contract/transparency/entries';
import { verifyEvidence } from '@halyard/contract/transparency/evidence';
import { ENTRIES, LOG, ORIGIN, publish, signerKey } from '@halyard/contract/testing/logFixtures';
import { decimal, ZERO, type Decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { readPin } from '../../domain/transparency/logPin.ts';
import { watchLog } from '../../domain/transparency/watchLog.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { entryOf, serveExchange, TRADER, walletOf } from '../../testing/exchange.ts';
import { breakConnection, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeLog, grownBy, servePublicLog } from '../../testing/publicLog.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const AT = '2026-01-02T03:00:00.000Z';

type Opened = { readonly log?: ReturnType<typeof fakeLog>; readonly backend?: (server: FakeBackend) => void };

const open = ({ log = fakeLog(ENTRIES), backend }: Opened = {}, user?: typeof TRADER) =>
  renderApp({
    path: paths.fairness(),
    ...(user !== undefined && { user }),
    backend: (server) => {
      if (user !== undefined) serveExchange(server, { wallet: walletOf([['USDT', '100', '5']]) });
      servePublicLog(server, log);
      backend?.(server);
    },
  });

const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page', () => {
  it('shows the known log, its witnesses, and everything that can be verified', async () => {
    await open({
      backend: (server) => {
        const witness = {
          name: 'north',
          vkey: 'w',
          url: null,
          size: 7,
          cosignedAtMs: Date.now(),
          state: 'ok',
        } as const;
        server.on(getLogWitnesses, () => ({ witnesses: [witness], quorum: 'none', isRequired: true }));
        const rule = { name: 'option-terms', version: '1', sha256: 'ab'.repeat(32), loggedAt: AT, index: 3, text: 'x' };
        server.on(getRules, () => ({ documents: [rule] }));
        const shares = { won: 48, lost: 52, tied: 1, void: 2, share: decimal('47.52'), expected: decimal('47.5') };
        server.on(getStatistics, () => ({
          days: [],
          shares: [{ kind: 'option' as const, direction: 'up' as const, ...shares, deviations: decimal('0.1') }],
        }));
        const revealed = { day: '2026-01-01', key: ROOT_LIKE, index: 6 };
        const takes = [{ account: 'contracts', currency: 'USDT', amount: decimal('350'), dueAt: AT }];
        server.on(getFairnessSummary, () => ({ ...build(getFairnessSummary.answer), revealed, takes }));
        server.on(getLiabilityTotals, () => build(getLiabilityTotals.answer, { at: AT, isBalanced: true }));
      },
    });
    await screen.findByText(/First seen now/);
    const known = await part('Log on this device');
    await known.findByText('2eb9 527e 734e 9497');
    expect(known.getByText('Key of the log').parentElement?.textContent).toMatch(/AYqI4910CfGV/);
    expect(known.getByText('Key of the log').parentElement?.textContent).toContain(ORIGIN);
    (await part('Witnesses')).getByText('signs');
    (await part('Rules and versions')).getByText('option-terms');
    (await part('Results vs. theory')).getByText('48 won of 101: 47.52%');
    (await part('House funds and limits')).getAllByText('Capital');
    (await part('House funds and limits')).getByText('Futures · 350 USDT');
    (await part('Last day with a published key')).getByText('2026-01-01');
    (await part('Owed to users')).getByText('Each coin adds up to zero together with the house.');
    (await part('Owed to users')).getByText(/^Log in to check/);
    const hash = await (await part('Check without this app')).findByText('SHA-256 of the file');
    expect(hash.parentElement?.textContent).toContain('5d'.repeat(32));
  });

  it('shows missing data in every part', async () => {
    await open();
    for (const text of [
      /^This log has no witnesses/,
      /^The log has no rules/,
      /^No results yet/,
      /^The house has no open risk/,
      /^No key is published/,
    ])
      await screen.findByText(text);
    await screen.findByText(/^The log has no totals yet/);
  });

  it('shows its promises when nothing can be read, without a finding', async () => {
    await open({
      backend: (server) => {
        for (const call of [getLogWitnesses, getRules, getStatistics, getFairnessSummary])
          server.on(call, breakConnection);
        server.on(getLiabilityTotals, () => refuse('SERVICE_UNAVAILABLE'));
        server.onFile('/log/checkpoint', () => Promise.reject(new TypeError('Failed to fetch')));
        server.onFile('/log/halyard-verify.mjs.sha256', () => Promise.reject(new TypeError('Failed to fetch')));
      },
    });
    await screen.findByText(/^The log cannot be read now, so it/);
    expect((await screen.findAllByRole('button', { name: 'Try again' })).length).toBeGreaterThan(4);
    await part('Protections');
    expect(readPin()).toBeUndefined();
  });
});

describe('the alarm page', () => {
  it('opens when the log has two histories, with self-contained evidence', async () => {
    const app = await open();
    await screen.findByText(/^First seen .*From now on/);
    const other = grownBy(2).map((text, place) => (place === 4 ? (grownBy(3).at(-1) ?? text) : text));
    servePublicLog(app.server, fakeLog(other));
    vi.stubGlobal(
      'PerformanceObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const went = vi.fn();
    const stop = watchLog(went);
    vi.advanceTimersByTime(20_000);
    vi.useRealTimers();
    const alarm = await screen.findByRole('alert');
    within(alarm).getByText('The log does not match what this device saw');
    within(alarm).getByText(/^The exchange signed two histories/);
    stop();
    const file = readPin()?.finding?.file;
    expect(file?.name).toBe('halyard-evidence-9.txt');
    expect(verifyEvidence(file?.text ?? '', [LOG.key]).isTrue).toBe(true);
    within(alarm).getByRole('button', { name: 'Save evidence' });
    await app.user.click(within(alarm).getByRole('button', { name: 'Start over with the current log' }));
    await app.user.click(await screen.findByRole('button', { name: 'Forget' }));
    expect(readPin()).toBeUndefined();
  });

  it('does not take a successor of the known log for a fork', async () => {
    const app = await open();
    await screen.findByText(/^First seen .*From now on/);
    const next = signerKey('halyard.example/log/2026b', 'log', 9);
    const last = fakeLog(grownBy(2));
    const predecessor = parseCheckpoint(last.note);
    const text = formatEntry({ kind: 'log', origin: next.key.name, predecessor });
    servePublicLog(app.server, last);
    servePublicLog(app.server, fakeLog([text], { log: next, origin: next.key.name }), 1);
    await app.user.click(screen.getByRole('button', { name: 'Check now' }));
    await screen.findByText(/^This log continues an earlier one .* and contains all/);
    expect(screen.queryByText('The log does not match what this device saw')).toBeNull();
  });
});

const ROOT_LIKE = 'LrlSfnNOlJcfz++oVShQFZRKnIE4dJ6SRSkIBDUW9/I=';

const LOGGED_MS = 1_763_856_121_200;

/** The user's liability proof over an amount of USDT, and the log with its totals, optionally with later ones. */
async function owing(amount: string, total: Decimal = decimal(amount), more: readonly string[] = [], email?: string) {
  const nonce = new Uint8Array(32).fill(7);
  const owner = { userId: TRADER.id, contact: email ?? TRADER.email ?? '' };
  const mine = [sumUnits(decimal(amount))];
  const others = new Uint8Array(32).fill(1);
  const leaves: readonly SumNode[] = Array.from({ length: 1024 }, (_, place) =>
    place === 5
      ? liabilityLeaf(liabilityTag(nonce, { ...owner, chunk: 0 }), mine)
      : liabilityLeaf(
          others.map((byte) => (byte + place) % 256),
          [0n],
        ),
  );
  const tree = sumTree(leaves);
  const root = tree.at(-1)?.[0] ?? sumNode(leaves[0] as SumNode, leaves[1] as SumNode);
  const house = [{ account: 'outside', total: decimal(`-${total}`) }];
  const text = formatEntry({
    kind: 'liabilities',
    loggedMs: LOGGED_MS,
    snapshot: 3,
    journalId: 40,
    root: root.hash,
    leaves: 1024,
    currencies: [{ id: 1, code: 'USDT', users: total, house }],
  });
  const texts = [...ENTRIES, text, ...more];
  const { entries, checkpoint } = await publish(texts);
  const chunks = [provenChunk(5, mine, sumPath(tree, 5))];
  const proof = {
    snapshot: 3,
    ...owner,
    nonce,
    chunks,
    entries: entries.slice(ENTRIES.length, ENTRIES.length + 1),
    checkpoint,
  };
  return { log: fakeLog(texts), file: formatLiabilityProof(proof) };
}

describe('the user’s part of the totals', () => {
  /** 105 USDT now, 12.5 less after entry 40 of the ledger. */
  const check = async ({ log, file }: { log: ReturnType<typeof fakeLog>; file?: string }, index = ENTRIES.length) => {
    const app = await open(
      {
        log,
        backend: (server) => {
          server.on(getLiabilityTotals, () => build(getLiabilityTotals.answer, { index }));
          server.on(getLiabilityProof, () =>
            file === undefined ? refuse('SNAPSHOT_NOT_FOUND') : { at: AT, isNewest: true, file },
          );
          const rows = [entryOf(41), entryOf(40, { availableChange: decimal('7'), heldChange: ZERO })];
          server.on(listEntries, () => ({ rows, total: 2, limit: 100 }));
        },
      },
      TRADER,
    );
    await app.user.click(await screen.findByRole('button', { name: 'Check my balances' }));
    return screen.findByRole('button', { name: 'Check again' });
  };

  it('matches the user’s own records', async () => {
    await check(await owing('117.5'));
    await screen.findByText(/^Your balances at/);
    expect(screen.getByText('USDT: you had 117.5, the totals include 117.5').nextElementSibling?.textContent).toBe(
      'Correct',
    );
    screen.getByRole('button', { name: 'Save proof' });
  });

  it('is wrong when the totals hold less than the user had, or do not add up', async () => {
    await check(await owing('105'));
    await screen.findByText(/^Something does not match/);
    expect(screen.getByText('USDT: you had 117.5, the totals include 105').nextElementSibling?.textContent).toBe(
      'Wrong',
    );
  });

  it('is wrong when the totals are not those of the tree', async () => {
    await check(await owing('117.5', decimal('100')));
    await screen.findByText(/^Something does not match/);
    const line = screen.getByText('Your parts add up to the totals');
    expect(line.nextElementSibling?.textContent).toBe('Wrong');
  });

  const newer = (journalId: number, loggedMs = LOGGED_MS + 3_600_000) =>
    formatEntry({
      kind: 'liabilities',
      loggedMs,
      snapshot: 4,
      journalId,
      root: new Uint8Array(32),
      leaves: 1024,
      currencies: [],
    });

  it('is missing when the newest totals leave the user out, whatever older ones hold', async () => {
    const stale = await owing('117.5', undefined, [newer(40)]);
    await check(stale, ENTRIES.length + 1);
    await screen.findByText(/^You had a balance at .* but those totals do not include you/);
    const line = screen.getByText('These are the newest totals in the log');
    expect(line.nextElementSibling?.textContent).toBe('Wrong');
    screen.getByRole('button', { name: 'Save proof' });
  });

  it('is missing when no totals were ever shown to hold the user', async () => {
    await check({ log: (await owing('1', undefined, [newer(40)])).log }, ENTRIES.length + 1);
    await screen.findByText(/^You had a balance at/);
  });

  it('is not confirmed by totals too old to be the log’s newest', async () => {
    await check(await owing('117.5', undefined, grownBy(1, LOGGED_MS + 30 * 86_400_000).slice(-1)));
    await screen.findByText(/^The newest totals are from/);
    expect(screen.queryByText(/^Your balances at/)).toBeNull();
  });

  it('is fine when it names an earlier address of the user', async () => {
    await check(await owing('117.5', undefined, [], 'before@example.com'));
    await screen.findByText('The proof names before@example.com. This is right if it was yours at that time.');
    expect(screen.queryByText(/^Something does not match/)).toBeNull();
  });
});
