// A device judges the public log by itself: a contradiction to what it saw is a finding with evidence; valid growth and
// unreadable data are none. Real logs with known keys.
import { expect, it } from 'vitest';
import { fromBase64 } from '@halyard/contract/transparency/bytes';
import { formatEntry } from '@halyard/contract/transparency/entries';
import { verifyEvidence } from '@halyard/contract/transparency/evidence';
import { ENTRIES, LOG, ORIGIN, ROOT, signerKey } from '@halyard/contract/testing/logFixtures';
import { formatVkey } from '@halyard/contract/transparency/note';
import { fakeLog, grownBy, type FakeLog } from '../../testing/publicLog.ts';
import { judgeLog } from './judgeLog.ts';
import type { LogPin } from './logPin.ts';
import { UnreachableError, type RemoteLog } from './remoteLog.ts';

const NOW_MS = 1_763_900_000_000;
const OTHER = signerKey(ORIGIN, 'log', 9);
const NEXT = signerKey('halyard.example/log/2026b', 'log', 9);
const keyEntry = formatEntry({ kind: 'key', key: OTHER.key, fromMs: NOW_MS });
const forkAt = (place: number, texts: readonly string[]) =>
  texts.map((text, index) =>
    index === place ? formatEntry({ kind: 'prices', loggedMs: 1_763_856_061_200, series: [] }) : text,
  );

/** The pin of a device that saw the log with these entries. */
const pinOf = (...given: Parameters<typeof fakeLog>) => judgeLog(undefined, fakeLog(...given), 1);
const judge = (pin: LogPin, remote: RemoteLog) => judgeLog(pin, remote, NOW_MS);

it('trusts the first log it sees, and follows its growth', async () => {
  const first = await pinOf(ENTRIES);
  expect(first).toMatchObject({ vkeys: [formatVkey(LOG.key)], size: 7, atMs: 1, firstAtMs: 1 });
  expect(await judge(first, fakeLog(grownBy(300)))).toMatchObject({ size: 307, atMs: NOW_MS, firstAtMs: 1 });
});

it('keeps evidence of two signed histories in a self-contained file', async () => {
  const pin = await pinOf(ENTRIES);
  for (const more of [0, 1, 300]) {
    const found = await judge(pin, fakeLog(forkAt(4, grownBy(more))));
    expect(found).toMatchObject({ note: pin.note, finding: { kind: 'forked', isEvidence: true, isSeen: false } });
    expect(verifyEvidence(found.finding?.file.text ?? '', [LOG.key]).isTrue).toBe(true);
    expect(await judge(found, fakeLog(grownBy(300)))).toBe(found);
  }
});

it('reports a log that became shorter, with evidence if its larger tree is still readable', async () => {
  const pin = await pinOf(grownBy(300));
  const shrunk = await judge(pin, fakeLog(ENTRIES));
  expect(shrunk.finding).toMatchObject({ kind: 'shrunk', isEvidence: false, size: 7 });
  expect(shrunk.finding?.file.text).toContain(pin.note);
  const { checkpoint } = fakeLog(forkAt(4, ENTRIES));
  const forked = await judge(pin, { ...fakeLog(grownBy(300)), checkpoint });
  expect(forked.finding).toMatchObject({ kind: 'forked', isEvidence: true });
  expect(verifyEvidence(forked.finding?.file.text ?? '', [LOG.key]).isTrue).toBe(true);
  // An old checkpoint in between is replaced by the next consistent one.
  expect((await judge(shrunk, fakeLog(grownBy(301)))).finding).toBeUndefined();
});

it('reports hashes that do not make the signed tree', async () => {
  const pin = await pinOf(ENTRIES);
  const log = fakeLog(grownBy(300));
  const tile: RemoteLog['tile'] = async (place) => (await log.tile(place)).map((byte) => byte ^ 1);
  expect((await judge(pin, { ...log, tile })).finding?.kind).toBe('tiles');
});

it('accepts a new key only from an entry of the known log', async () => {
  const texts = [...grownBy(1), keyEntry];
  const pin = await pinOf(ENTRIES);
  expect((await judge(pin, fakeLog(texts, { log: OTHER }))).finding?.kind).toBe('key');
  // The device did not see the entry while the old key still signed: the owner of the new key alone could have made it.
  expect((await judge(pin, fakeLog(texts, { log: OTHER, keyEntries: [8] }))).finding?.kind).toBe('key');
  const known = await pinOf(texts);
  const rotated = await judge(known, fakeLog([...texts, ...grownBy(1).slice(-1)], { log: OTHER, keyEntries: [8] }));
  expect(rotated.finding).toBeUndefined();
  expect(rotated.vkeys).toEqual([LOG, OTHER].map(({ key }) => formatVkey(key)));
});

const THIRD = signerKey('halyard.example/log/2026c', 'log', 10);
type After = { readonly before?: FakeLog; readonly log?: typeof NEXT };
const successor = (size: number, root = ROOT, origin = ORIGIN, { before, log = NEXT }: After = {}) => {
  const predecessor = { origin, size, root: fromBase64(root) ?? new Uint8Array() };
  return fakeLog([formatEntry({ kind: 'log', origin: log.key.name, predecessor })], {
    log,
    origin: log.key.name,
    ...(before !== undefined && { before }),
  });
};
const rootOfNote = (note: string) => note.split('\n')[2] ?? '';
const after = (before: FakeLog, log = NEXT) =>
  successor(before.size, rootOfNote(before.note), before.note.split('\n')[0], { before, log });

it('moves to a log that names the known state, or a later one signed by its key', async () => {
  const pin = await pinOf(ENTRIES);
  const met = await judge(pin, successor(7));
  const vkeysOf = (...keys: (typeof LOG)[]) => keys.map(({ key }) => formatVkey(key));
  expect(met).toMatchObject({ vkeys: vkeysOf(NEXT, LOG), size: 1, before: { origin: ORIGIN, size: 7 } });
  expect(met.finding).toBeUndefined();
  const shown = await judge(pin, after(fakeLog(grownBy(300))));
  expect(shown).toMatchObject({ before: { origin: ORIGIN, size: 307 } });
  // Two successors started between two checks.
  const third = await judge(pin, after(after(fakeLog(grownBy(300))), THIRD));
  expect(third).toMatchObject({ vkeys: vkeysOf(THIRD, LOG), before: { origin: ORIGIN, size: 307 } });
  expect([shown.finding, third.finding]).toEqual([undefined, undefined]);
});

it('reports a new log without a signature of the known key, and stays with that key', async () => {
  const pin = await pinOf(ENTRIES);
  const grown = fakeLog(grownBy(300));
  const forged = fakeLog(grownBy(300), { log: OTHER });
  const unserved = { ...after(grown), before: () => Promise.reject(new UnreachableError('before')) };
  const invented = { ...successor(9), before: async () => grown };
  const hidden = { ...after(after(grown), THIRD), before: unserved.before };
  for (const log of [successor(9), unserved, invented, hidden, after(forged)]) {
    const found = await judge(pin, log);
    expect(found).toMatchObject({ vkeys: pin.vkeys, note: pin.note, finding: { kind: 'anew', isSeen: false } });
    expect(found.finding?.file.text).toContain(log.note);
    expect(found.finding?.file.text).toContain(pin.note);
  }
  expect((await judge(await judge(pin, unserved), after(grown))).finding).toBeUndefined();
});

it('does not move to a log that drops known entries, or names another one', async () => {
  const pin = await pinOf(ENTRIES);
  const kindOf = async (log: RemoteLog) => (await judge(pin, log)).finding?.kind;
  expect(await kindOf(successor(6))).toBe('shrunk');
  expect(await kindOf(successor(7, ROOT.replace('L', 'M')))).toBe('forked');
  expect(await kindOf(after(fakeLog(forkAt(4, grownBy(300)))))).toBe('forked');
  expect(await kindOf(after(successor(7, ROOT, 'elsewhere.example/log/2026a'), THIRD))).toBe('anew');
  expect(
    await kindOf(
      fakeLog([formatEntry({ kind: 'log', origin: NEXT.key.name, predecessor: null })], {
        log: NEXT,
        origin: NEXT.key.name,
      }),
    ),
  ).toBe('key');
});

it('has no finding when nothing can be read', async () => {
  const pin = await pinOf(ENTRIES);
  const log = fakeLog(grownBy(300));
  const lost = () => Promise.reject(new UnreachableError('no network'));
  await expect(judge(pin, { ...log, checkpoint: lost })).rejects.toThrow(UnreachableError);
  await expect(judge(pin, { ...log, tile: lost })).rejects.toThrow(UnreachableError);
  await expect(judge(pin, { ...log, checkpoint: () => Promise.resolve('<html>Welcome</html>') })).rejects.toThrow(
    'a note is',
  );
});
