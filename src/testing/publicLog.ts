/** A public log for tests of the app, as a server provides it. Its keys are those of the contract's fixtures. */
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { getLogPolicy, getLogWitnesses } from '@halyard/contract/transparency/calls';
import {
  getFairnessSummary,
  getRules,
  getStatistics,
  getLiabilityTotals,
} from '@halyard/contract/transparency/figureCalls';
import { joinBytes } from '@halyard/contract/transparency/bytes';
import { entryHash, formatEntry } from '@halyard/contract/transparency/entries';
import { ENTRIES, LOG, ORIGIN, tilesOf } from '@halyard/contract/testing/logFixtures';
import { append, EMPTY_FRONTIER, rootOf } from '@halyard/contract/transparency/merkle';
import { signCheckpoint, type SignerKey } from '@halyard/contract/transparency/note';
import { formatPolicy } from '@halyard/contract/transparency/policy';
import { formatBundle, TILE_WIDTH, tilePath, type Tile } from '@halyard/contract/transparency/tiles';
import { build } from '@halyard/contract/testing/build';
import { logFolder } from '../domain/transparency/logAddress.ts';
import { UnreachableError, type RemoteLog } from '../domain/transparency/remoteLog.ts';
import { refuse, type FakeBackend } from './fakeBackend.ts';

export type FakeLog = RemoteLog & { readonly note: string; readonly policyText: string; readonly size: number };
type LogOptions = {
  readonly log?: SignerKey;
  readonly origin?: string;
  /** Entries that name keys. */
  readonly keyEntries?: readonly number[];
  /** Preceding log, if it is still served. */
  readonly before?: FakeLog;
};

/** The log with these entries, as a reader finds it. */
export function fakeLog(texts: readonly string[], options: LogOptions = {}): FakeLog {
  const { log = LOG, origin = ORIGIN, keyEntries = [], before } = options;
  const leaves = texts.map(entryHash);
  const root = rootOf(append(EMPTY_FRONTIER, leaves).frontier);
  const note = signCheckpoint({ origin, size: texts.length, root }, [log]);
  const policyText = formatPolicy({ logs: [{ key: log.key }], witnesses: [], groups: [], quorum: 'none' });
  const tiles = tilesOf(leaves);
  const isServed = ({ level, index, width }: Tile) =>
    level === 'entries' || (index * TILE_WIDTH + width) * TILE_WIDTH ** level <= texts.length;
  return {
    note,
    policyText,
    size: texts.length,
    checkpoint: () => Promise.resolve(note),
    policy: () => Promise.resolve(policyText),
    keyEntries: () => Promise.resolve(keyEntries),
    tile: (tile) => (isServed(tile) ? tiles(tile) : Promise.reject(new UnreachableError(tilePath(tile)))),
    before: (name) => {
      if (before === undefined) return Promise.reject(new UnreachableError('before'));
      return before.note.startsWith(`${name}\n`) ? Promise.resolve(before) : before.before(name);
    },
    entries: ({ index, width }) =>
      Promise.resolve(
        texts.slice(index * TILE_WIDTH, index * TILE_WIDTH + width).map((text) => new Uint8Array(joinBytes(text))),
      ),
  };
}

/** The entries of the small log plus `count` more, each in its own second. */
export function grownBy(count: number, fromMs = 1_763_856_200_000): readonly string[] {
  const more = Array.from({ length: count }, (_, place) =>
    formatEntry({ kind: 'prices', loggedMs: fromMs + place * 1000, series: [] }),
  );
  return [...ENTRIES, ...more];
}

/** Answers of a server whose log has not begun. */
export function serveNoLog(server: FakeBackend): void {
  server.on(getLogPolicy, () => refuse('LOG_NOT_BEGUN'));
  server.onFile('/log/checkpoint', () => new Response('', { status: 404 }));
}

/** Verifies the open receipt; returns the text of each check. */
export async function readChecks({ click }: Pick<UserEvent, 'click'>) {
  await click(await screen.findByRole('button', { name: 'Verify' }));
  const panel = within(await screen.findByRole('region', { name: 'In the public log' }));
  await panel.findByRole('button', { name: 'Save receipt' });
  // Folded behind the verdict.
  const lines = panel.getAllByRole('listitem', { hidden: true });
  return {
    panel,
    lines,
    verdicts: lines.map((line) => within(line).getByText(/^(Correct|Wrong|Not checked)$/).textContent),
  };
}

/**
 * Serves a log of fewer than 256 entries, the first one or a later one, and answers the other calls of the fairness
 * page.
 */
export function servePublicLog(server: FakeBackend, log: FakeLog, number = 0): void {
  const folder = `/log/${logFolder(number)}`;
  const text = (body: string) => () => new Response(body);
  const bytes = (read: () => Promise<Uint8Array>) => async () => new Response(new Uint8Array(await read()));
  server.onFile(`${folder}checkpoint`, text(log.note));
  server.onFile(`${folder}policy`, text(log.policyText));
  server.onFile('/log/halyard-verify.mjs.sha256', text(`${'5d'.repeat(32)}  halyard-verify.mjs\n`));
  for (let width = 1; width <= log.size; width += 1) {
    const tile = { index: 0, width };
    server.onFile(
      `${folder}${tilePath({ level: 0, ...tile })}`,
      bytes(() => log.tile({ level: 0, ...tile })),
    );
    server.onFile(
      `${folder}${tilePath({ level: 'entries', ...tile })}`,
      bytes(async () => formatBundle(await log.entries(tile))),
    );
  }
  server.on(getLogPolicy, async () => ({
    policy: log.policyText,
    keyEntries: [...(await log.keyEntries())],
    log: number,
  }));
  server.on(getLogWitnesses, () => ({ witnesses: [], quorum: 'none', isRequired: false }));
  server.on(getRules, () => ({ documents: [] }));
  server.on(getStatistics, () => ({ days: [], shares: [] }));
  server.on(getFairnessSummary, () =>
    build(getFairnessSummary.answer, { house: [], snapshot: null, seed: null, revealed: null }),
  );
  server.on(getLiabilityTotals, () => refuse('SNAPSHOT_NOT_FOUND'));
}
