/**
 * Judges whether the served log continues what this device knew: same key, and consistency proofs that the tree only
 * grew. Unreadable data proves nothing.
 */
import { isSameBytes, utf8Of } from '@halyard/contract/transparency/bytes';
import { entryHash, parseEntry, type Entry, type LogEntry } from '@halyard/contract/transparency/entries';
import { formatEvidence, shownGrowth, verifyEvidence } from '@halyard/contract/transparency/evidence';
import { isConsistent, isIncluded } from '@halyard/contract/transparency/merkle';
import {
  FalseSignatureError,
  formatVkey,
  parseCheckpoint,
  parseVkey,
  verifyNote,
  type Checkpoint,
  type VerifierKey,
} from '@halyard/contract/transparency/note';
import { formatPolicy, parsePolicy, type Policy } from '@halyard/contract/transparency/policy';
import { inclusionProof, TILE_WIDTH, tileWidth } from '@halyard/contract/transparency/tiles';
import { bothNotes, type Finding, type LogPin } from './logPin.ts';
import { isUnread, LOGS_MAX, UnreachableError, type EndedLog, type RemoteLog } from './remoteLog.ts';

/** The known log and the served one. */
type Case = {
  readonly pin: LogPin;
  readonly before: Checkpoint;
  readonly now: Checkpoint;
  readonly note: string;
  readonly nowMs: number;
};

/** The new pin. Throws {@link isUnread} errors when the log cannot be judged. */
export async function judgeLog(pin: LogPin | undefined, remote: RemoteLog, nowMs: number): Promise<LogPin> {
  // Two signed histories remain evidence, also if the log served later is consistent.
  if (pin?.finding?.isEvidence === true) return pin;
  const note = await remote.checkpoint();
  const now = parseCheckpoint(note);
  if (pin === undefined) {
    const { logs, ...others } = await servedPolicy(remote, now);
    const witnesses = formatPolicy({ ...others, logs: [] });
    return { vkeys: vkeysOf(logs), witnesses, note, size: now.size, atMs: nowMs, firstAtMs: nowMs };
  }
  const known: Case = { pin, before: parseCheckpoint(pin.note), now, note, nowMs };
  return now.origin === known.before.origin ? judgeGrowth(known, remote) : judgeSuccession(known, remote);
}

/** The policy that the exchange serves, limited to the log of the checkpoint and signed by one of its keys. */
async function servedPolicy(remote: RemoteLog, checkpoint: Checkpoint): Promise<Policy> {
  const served = parsePolicy(await remote.policy());
  const logs = served.logs.filter(({ key }) => key.name === checkpoint.origin);
  const keys = logs.map(({ key }) => key);
  if (!isSigned(checkpoint, keys)) throw new UnreachableError('the checkpoint is not signed by the key that is served');
  return { ...served, logs };
}

function vkeysOf(logs: Policy['logs']): string[] {
  return logs.map(({ key }) => formatVkey(key));
}

async function judgeGrowth(known: Case, remote: RemoteLog): Promise<LogPin> {
  const { pin, before, now, note, nowMs } = known;
  const keys = await keysFor(known, remote);
  if (keys === undefined) return withFinding(known, 'key');
  const hasShrunk = now.size < before.size;
  const [smaller, larger] = hasShrunk ? [now, before] : [before, now];
  const shown = await shownGrowth(smaller.size, larger, remote.tile).catch((error: unknown) => {
    // A log that removed entries has no consistency proof.
    if (hasShrunk && isUnread(error)) return undefined;
    throw error;
  });
  if (shown === undefined) return withFinding(known, 'shrunk');
  const growth = { oldSize: smaller.size, oldRoot: shown.root, size: larger.size, root: larger.root };
  if (!isConsistent(growth, shown.proof)) return withFinding(known, hasShrunk ? 'shrunk' : 'tiles');
  if (!isSameBytes(shown.root, smaller.root)) {
    const notes = hasShrunk ? { smaller: note, larger: pin.note } : { smaller: pin.note, larger: note };
    return withFinding(known, 'forked', formatEvidence({ ...shown, ...notes }));
  }
  if (hasShrunk) return withFinding(known, 'shrunk');
  const { finding: _gone, ...pinned } = pin;
  return { ...pinned, vkeys: await withNewKeys(keys, now, remote), note, size: now.size, atMs: nowMs };
}

/** The known keys if one of them signed; or a new key that the log named within the known part. */
async function keysFor({ pin, before, now }: Case, remote: RemoteLog): Promise<readonly VerifierKey[] | undefined> {
  const keys = pin.vkeys.map((vkey) => parseVkey(vkey, 'log'));
  if (isSigned(now, keys)) return keys;
  const more = [...keys, ...(await namedKeys(before, remote))];
  return isSigned(now, more) ? more : undefined;
}

/** While two keys sign, the log names the new one; later it signs alone. */
async function withNewKeys(keys: readonly VerifierKey[], now: Checkpoint, remote: RemoteLog): Promise<string[]> {
  const isNew = now.note.signatures.some(
    ({ name, keyId }) => name === now.origin && !keys.some(({ id }) => id === keyId),
  );
  const named = isNew ? await namedKeys(now, remote) : [];
  return [...new Set([...keys, ...named].map(formatVkey))];
}

/** Keys named by entries of a tree, each entry proven to be in it. */
async function namedKeys(head: Checkpoint, remote: RemoteLog): Promise<readonly VerifierKey[]> {
  const places = (await remote.keyEntries()).filter((index) => index < head.size);
  const entries = await Promise.all(places.map((index) => readEntry(index, head, remote)));
  return entries.flatMap((entry) => (entry.kind === 'key' && entry.key.name === head.origin ? [entry.key] : []));
}

/** An entry proven to be in a tree. Throws when it is not. */
export async function readEntry(
  index: number,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  remote: Pick<RemoteLog, 'entries' | 'tile'>,
): Promise<Entry> {
  const tile = Math.floor(index / TILE_WIDTH);
  const entries = await remote.entries({ index: tile, width: tileWidth(0, tile, size) });
  const text = utf8Of(entries[index % TILE_WIDTH] ?? new Uint8Array()) ?? '';
  const proof = await inclusionProof(index, size, remote.tile);
  if (!isIncluded({ index, size, leaf: entryHash(text), root }, proof))
    throw new UnreachableError(`entry ${index} is not in the tree`);
  return parseEntry(text);
}

/**
 * Judges a different log: valid if it continues from an end of the known log, signed by a known key, and drops nothing.
 */
async function judgeSuccession(known: Case, remote: RemoteLog): Promise<LogPin> {
  const { pin, before, now, note, nowMs } = known;
  const { logs } = await servedPolicy(remote, now);
  const end = await orUnread(() => namedEnd(before.origin, now, remote));
  if (end === null) return withFinding(known, 'key');
  if (end === undefined) return withFinding(known, 'anew');
  if (end.size < before.size) return withFinding(known, 'shrunk');
  const shown = end.size === before.size ? end.root : await orUnread(() => shownBefore(known, end, remote));
  if (shown === undefined) return withFinding(known, 'anew');
  if (!isSameBytes(shown, before.root)) return withFinding(known, 'forked');
  // Signatures of the ended log remain valid.
  const vkeys = [...new Set([...vkeysOf(logs), ...pin.vkeys])];
  const { witnesses, firstAtMs } = pin;
  const pinned = { vkeys, witnesses, note, size: now.size, atMs: nowMs, firstAtMs };
  return { ...pinned, before: { origin: end.origin, size: end.size } };
}

type LogEnd = NonNullable<LogEntry['predecessor']>;

/** The end of the known log as named by its successors; null when the first of them names none. */
async function namedEnd(origin: string, now: Checkpoint, remote: RemoteLog): Promise<LogEnd | null> {
  let named = await predecessorIn(now, remote);
  for (let passed = 1; named !== null && named.origin !== origin; passed += 1) {
    if (passed === LOGS_MAX) return null;
    named = await predecessorIn(named, await remote.before(named.origin));
  }
  return named;
}

async function predecessorIn(head: Pick<Checkpoint, 'size' | 'root'>, log: EndedLog): Promise<LogEnd | null> {
  const first = await readEntry(0, head, log);
  return first.kind === 'log' ? first.predecessor : null;
}

/** The ended log at the known size; undefined when no signature of its key shows its end. */
async function shownBefore({ pin, before }: Case, end: LogEnd, remote: RemoteLog): Promise<Uint8Array | undefined> {
  const log = await remote.before(before.origin);
  const last = parseCheckpoint(await log.checkpoint());
  const keys = pin.vkeys.map((vkey) => parseVkey(vkey, 'log'));
  const isEnd = last.origin === end.origin && last.size === end.size && isSameBytes(last.root, end.root);
  if (!isEnd || !isSigned(last, keys)) return undefined;
  const { root, proof } = await shownGrowth(before.size, end, log.tile);
  const growth = { oldSize: before.size, oldRoot: root, size: end.size, root: end.root };
  return isConsistent(growth, proof) ? root : undefined;
}

/** Undefined when the data cannot be read. */
async function orUnread<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isUnread(error)) return undefined;
    throw error;
  }
}

function isSigned({ note }: Checkpoint, keys: readonly VerifierKey[]): boolean {
  try {
    return verifyNote(note, keys).length > 0;
  } catch (error) {
    if (error instanceof FalseSignatureError) return false;
    throw error;
  }
}

/** The stored checkpoint stays unchanged: it is half of the evidence. */
function withFinding({ pin, before, now, note, nowMs }: Case, kind: Finding['kind'], evidence?: string): LogPin {
  const keys = pin.vkeys.map((vkey) => parseVkey(vkey, 'log'));
  const isEvidence = evidence !== undefined && verifyEvidence(evidence, keys).isTrue;
  const name = isEvidence ? `halyard-evidence-${now.size}.txt` : `halyard-notes-${before.size}-${now.size}.txt`;
  const isSame = pin.finding?.kind === kind && !isEvidence;
  const finding: Finding = {
    kind,
    atMs: isSame ? (pin.finding?.atMs ?? nowMs) : nowMs,
    note,
    size: now.size,
    file: { name, text: evidence ?? bothNotes(pin.note, note) },
    isEvidence,
    isSeen: isSame && pin.finding?.isSeen === true,
  };
  return { ...pin, finding };
}
