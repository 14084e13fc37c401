/**
 * Compares the exchange's signed liability to the user with the user's own records: current balances minus everything
 * that moved since the snapshot's last ledger entry.
 */
import { utf8Of } from '@halyard/contract/transparency/bytes';
import { parseCheckpoint, type Checkpoint } from '@halyard/contract/transparency/note';
import { TILE_WIDTH, tileWidth } from '@halyard/contract/transparency/tiles';
import type { LiabilitiesEntry } from '@halyard/contract/transparency/totalEntries';
import type { UserEntry } from '@halyard/contract/wallet/entryCalls';
import type { User } from '@halyard/contract/user/calls';
import { ACCOUNT_KINDS, type Wallet } from '@halyard/contract/wallet/calls';
import { parseEntry } from '@halyard/contract/transparency/entries';
import type { StepReport } from '@halyard/contract/transparency/steps';
import {
  type LiabilityStep,
  type LiabilityVerdict,
  parseLiabilityProof,
  verifyLiability,
} from '@halyard/contract/transparency/verifyLiability';
import { add, compare, type Decimal, isZero, subtract, ZERO } from '@halyard/contract/money';
import type { AppError } from '../../shared/api/appError.ts';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import { readEntry } from './judgeLog.ts';
import type { LogPin } from './logPin.ts';
import { pinnedPolicy } from './pinnedPolicy.ts';
import { type RemoteLog, remoteLog, UnreachableError } from './remoteLog.ts';
import { publicLogEndpoints } from './publicLogApi.ts';

/** Totals come every hour. Older totals may be the only ones served, but are not the newest. */
const LATE_MS = 3 * 60 * 60_000;

/** `had` by the user's records, `owed` by the proof. */
export type ComparedCurrency = {
  readonly code: string;
  readonly had: Decimal;
  readonly owed: Decimal;
  readonly isSame: boolean;
};

export type OwnLeaf = {
  readonly steps: readonly StepReport<LiabilityStep | 'owner' | 'newest'>[];
  /** Whether all steps passed and all compared currencies match. */
  readonly isTrue: boolean;
  /** False when too much moved since. */
  readonly isCompared: boolean;
  /** When the proof's totals were logged; 0 when the proof is invalid. */
  readonly loggedMs: number;
  /** Time of the newest totals served. */
  readonly newestMs: number;
  /**
   * `gone`: the user is in older totals only, and had nothing by the newest. `late`: these totals are too old to be the
   * newest.
   */
  readonly age: 'new' | 'gone' | 'late';
  /** The contact that the leaf names, when it is not the user's current one. */
  readonly contact: string | undefined;
  readonly file: string | undefined;
  readonly currencies: readonly ComparedCurrency[];
};

/** After this many pages of entries, the next snapshot is the better choice. */
const PAGES_MAX = 20;

/** Balances may move while they are read. */
const TRIES = 3;

const FRESH = { subscribe: false, forceRefetch: true } as const;

type Failed = { readonly error: AppError };

/** Errors: those of the calls; `SNAPSHOT_NOT_FOUND` when no snapshot holds the user and none had to. */
export async function checkOwnLeaf(
  dispatch: AppDispatch,
  pin: LogPin,
  user: User,
  remote: RemoteLog = remoteLog(),
): Promise<OwnLeaf | Failed> {
  // Read first, so that a snapshot logged in between is in the proof.
  const totals = await dispatch(publicLogEndpoints.getLiabilityTotals.initiate(undefined, FRESH));
  if (totals.data === undefined) return { error: totals.error as AppError };
  const { data, error } = await dispatch(publicLogEndpoints.getLiabilityProof.initiate(undefined, FRESH));
  const refusal = error as AppError | undefined;
  if (data === undefined && refusal?.code !== 'SNAPSHOT_NOT_FOUND') return { error: refusal ?? { code: 'NETWORK' } };
  const proof = data && readProof(data.file, pin, user);
  if (proof?.isTrue === false) return { ...NOTHING, ...proof, age: 'new' };
  const newest = await newestTotals(totals.data.index, newerNote(pin, proof), remote);
  if (proof === undefined || proof.snapshot < newest.snapshot) return judgeOlder(dispatch, proof, newest);
  return judgeNewest(dispatch, proof, newest);
}

async function judgeNewest(dispatch: AppDispatch, proof: OwnProof, newest: NewestTotals): Promise<OwnLeaf | Failed> {
  const owned = await ownedAt(dispatch, proof.journal);
  if (owned !== undefined && 'error' in owned) return owned;
  const currencies = owned === undefined ? [] : compareOwned(owned, proof.owed);
  return {
    ...NOTHING,
    ...proof,
    steps: [...proof.steps, { step: 'newest', state: newest.isLate ? 'open' : 'passed' }],
    isTrue: currencies.every(({ isSame }) => isSame),
    isCompared: owned !== undefined,
    newestMs: newest.loggedMs,
    age: newest.isLate ? 'late' : 'new',
    currencies,
  };
}

const NOTHING = {
  steps: [],
  isCompared: false,
  loggedMs: 0,
  newestMs: 0,
  contact: undefined,
  file: undefined,
  currencies: [],
} as const;

type OwnProof = Pick<OwnLeaf, 'steps' | 'isTrue' | 'loggedMs' | 'contact'> & {
  readonly file: string;
  readonly snapshot: number;
  readonly journal: bigint;
  readonly owed: LiabilityVerdict['owed'];
};

function readProof(file: string, pin: LogPin, user: User): OwnProof {
  const { isTrue, steps, loggedMs = 0, owed } = verifyLiability(file, pinnedPolicy(pin));
  if (!isTrue) {
    const open = { step: 'owner', state: 'open' } as const;
    return { steps: [...steps, open], isTrue, loggedMs, contact: undefined, file, snapshot: 0, journal: 0n, owed };
  }
  const { userId, contact, snapshot } = parseLiabilityProof(file);
  // Two users with the same leaf would each find their balances in it.
  const isOwn = userId === user.id;
  // A user who changed their address or number since is named by the old one, which only they can recognise.
  const isNamed = contact === (user.email ?? user.phone ?? '');
  const state = isNamed ? 'passed' : 'open';
  return {
    steps: [...steps, { step: 'owner', state: isOwn ? state : 'failed' }],
    isTrue: isOwn,
    loggedMs,
    contact: isNamed ? undefined : contact,
    file,
    snapshot,
    journal: journalOf(file),
    owed,
  };
}

/** The user is missing from the newest totals, which is right if they had nothing by then. */
async function judgeOlder(
  dispatch: AppDispatch,
  proof: OwnProof | undefined,
  newest: NewestTotals,
): Promise<OwnLeaf | Failed> {
  const owned = await ownedAt(dispatch, BigInt(newest.journalId));
  if (owned !== undefined && 'error' in owned) return owned;
  const currencies = owned === undefined ? [] : compareOwned(owned, []);
  const isMissing = currencies.length > 0;
  if (!isMissing && proof === undefined) return { error: { code: 'SNAPSHOT_NOT_FOUND' } };
  const { steps } = proof ?? NOTHING;
  return {
    ...NOTHING,
    ...proof,
    steps: [...steps, { step: 'newest', state: isMissing ? 'failed' : 'open' }],
    isTrue: !isMissing,
    isCompared: owned !== undefined,
    newestMs: newest.loggedMs,
    age: newest.isLate ? 'late' : 'gone',
    currencies,
  };
}

/** The largest signed checkpoint. */
function newerNote(pin: LogPin, proof: OwnProof | undefined): string {
  const shown = proof === undefined ? pin.note : parseLiabilityProof(proof.file).checkpoint;
  return parseCheckpoint(shown).size > pin.size ? shown : pin.note;
}

/** The snapshot's last ledger entry, as logged. */
function journalOf(file: string): bigint {
  const [{ text } = { text: '' }] = parseLiabilityProof(file).entries;
  const entry = parseEntry(text);
  return BigInt(entry.kind === 'liabilities' ? entry.journalId : 0);
}

type Owned = ReadonlyMap<string, Decimal>;

/** The user's balance of each currency after a ledger entry; undefined when that is too long ago. */
async function ownedAt(
  dispatch: AppDispatch,
  journal: bigint,
): Promise<Owned | undefined | { readonly error: AppError }> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const read = await readNow(dispatch);
    if (read.error !== undefined) return { error: read.error };
    if (read.hasMoved) continue;
    const since = await readSince(read.newest, journal, (after) => entriesBefore(dispatch, after));
    return since === undefined || 'error' in since ? since : ownedBefore(read.wallet, since);
  }
  return undefined;
}

function entriesBefore(dispatch: AppDispatch, after?: string) {
  return dispatch(publicLogEndpoints.listEntriesBefore.initiate(after, FRESH));
}

async function readNow(dispatch: AppDispatch) {
  const { data: newest, error } = await entriesBefore(dispatch);
  const { data: wallet, error: walletError } = await dispatch(
    publicLogEndpoints.getOwnedNow.initiate(undefined, FRESH),
  );
  const { data: again, error: againError } = await entriesBefore(dispatch);
  if (newest === undefined || wallet === undefined || again === undefined)
    return { error: (error ?? walletError ?? againError) as AppError } as const;
  return { error: undefined, newest, wallet, hasMoved: newest[0]?.id !== again[0]?.id };
}

type Page = { readonly data?: readonly UserEntry[] | undefined; readonly error?: unknown };

async function readSince(
  first: readonly UserEntry[],
  journal: bigint,
  pageBefore: (after: string) => Promise<Page>,
): Promise<readonly UserEntry[] | undefined | { readonly error: AppError }> {
  const isLater = ({ id }: UserEntry) => BigInt(/^\d+/.exec(id)?.[0] ?? '0') > journal;
  const since = [...first];
  for (let page = first, pages = 1; page.length > 0 && page.every(isLater); pages += 1) {
    if (pages === PAGES_MAX) return undefined;
    const { data, error } = await pageBefore(since.at(-1)?.id ?? '');
    if (data === undefined) return { error: error as AppError };
    since.push(...data);
    page = data;
  }
  return since.filter(isLater);
}

function ownedBefore(wallet: Wallet, since: readonly UserEntry[]): Owned {
  const owned = new Map<string, Decimal>();
  const put = (currency: string, change: Decimal) => owned.set(currency, add(owned.get(currency) ?? ZERO, change));
  for (const kind of ACCOUNT_KINDS) {
    for (const { currency, available, held } of wallet[kind]?.balances ?? []) put(currency, add(available, held));
  }
  for (const { currency, availableChange = ZERO, heldChange = ZERO } of since)
    put(currency, subtract(ZERO, add(availableChange, heldChange)));
  return owned;
}

/** Each currency known to either side, except those with zero on both. */
function compareOwned(
  owned: Owned,
  owed: readonly { readonly code: string; readonly amount: Decimal }[],
): readonly ComparedCurrency[] {
  const owedOf = new Map(owed.map(({ code, amount }) => [code, amount]));
  return [...new Set([...owedOf.keys(), ...owned.keys()])]
    .map((code) => ({ code, had: owned.get(code) ?? ZERO, owed: owedOf.get(code) ?? ZERO }))
    .filter(({ had, owed: said }) => !isZero(had) || !isZero(said))
    .map((row) => ({ ...row, isSame: compare(row.had, row.owed) === 0 }));
}

/** The newest liability totals: proven to be in the log, and compared with how far the log has grown. */
type NewestTotals = LiabilitiesEntry & { readonly isLate: boolean };

/** The totals in an entry of the log that `note` signs. Throws `UnreachableError` when they are not there. */
async function newestTotals(index: number, note: string, remote: RemoteLog): Promise<NewestTotals> {
  const head = parseCheckpoint(note);
  if (index >= head.size) throw new UnreachableError(`entry ${index} is not in the log yet`);
  const entry = await readEntry(index, head, remote);
  if (entry.kind !== 'liabilities') throw new UnreachableError(`entry ${index} holds no totals`);
  return { ...entry, isLate: (await timeOf(head, remote)) - entry.loggedMs > LATE_MS };
}

/** Time of the last dated entry. */
async function timeOf(head: Checkpoint, remote: RemoteLog): Promise<number> {
  const tile = Math.floor((head.size - 1) / TILE_WIDTH);
  const entries = await remote.entries({ index: tile, width: tileWidth(0, tile, head.size) });
  const place = entries.findLastIndex((bytes) => 'loggedMs' in parseEntry(utf8Of(bytes) ?? ''));
  const entry = await readEntry(tile * TILE_WIDTH + Math.max(place, 0), head, remote);
  return 'loggedMs' in entry ? entry.loggedMs : Number.POSITIVE_INFINITY;
}
