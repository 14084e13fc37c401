/**
 * Whether what the exchange says that it owes the user, in the totals of the public log, is what his own records say
 * that he had by then: his balances of now, less all that moved since the last ledger entry of the snapshot.
 */
import { utf8Of } from '@halyard/contract/transparency/bytes';
import { TILE_WIDTH, tileWidth } from '@halyard/contract/transparency/tiles';
import type { LiabilitiesEntry } from '@halyard/contract/transparency/totalEntries';
import type { UserEntry } from '@halyard/contract/wallet/entryCalls';
import type { User } from '@halyard/contract/user/calls';
import { ACCOUNT_KINDS, type Wallet } from '@halyard/contract/wallet/calls';
import { type Checkpoint, parseCheckpoint } from '@halyard/contract/transparency/checkpoint';
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

/** Totals come every hour. Older ones than this may be all that is shown, but are not the newest ones. */
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
  /** Whether all steps passed, and all currencies that were compared are the same. */
  readonly isTrue: boolean;
  /** Not where too much moved since. */
  readonly isCompared: boolean;
  /** When the totals of the proof were sealed; 0 where the proof does not hold. */
  readonly sealedMs: number;
  /** Of the newest totals that are shown. */
  readonly newestMs: number;
  /** `gone`: he is in older totals alone, and had nothing by the newest. `late`: these are too old to be the newest. */
  readonly age: 'new' | 'gone' | 'late';
  /** By which the parts name him, where it is not the one that he has now. */
  readonly contact: string | undefined;
  readonly file: string | undefined;
  readonly currencies: readonly ComparedCurrency[];
};

/** Beyond so many pages of entries the next snapshot is the better one. */
const PAGES_MAX = 20;

/** Something may move while it is read. */
const TRIES = 3;

const FRESH = { subscribe: false, forceRefetch: true } as const;

type Failed = { readonly error: AppError };

/** Errors: what the calls answer, `SNAPSHOT_NOT_FOUND` where no snapshot holds the user and none had to. */
export async function checkOwnLeaf(
  dispatch: AppDispatch,
  pin: LogPin,
  user: User,
  remote: RemoteLog = remoteLog(),
): Promise<OwnLeaf | Failed> {
  // First, so that a snapshot that is sealed in between is in the proof.
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
    newestMs: newest.sealedMs,
    age: newest.isLate ? 'late' : 'new',
    currencies,
  };
}

const NOTHING = {
  steps: [],
  isCompared: false,
  sealedMs: 0,
  newestMs: 0,
  contact: undefined,
  file: undefined,
  currencies: [],
} as const;

type OwnProof = Pick<OwnLeaf, 'steps' | 'isTrue' | 'sealedMs' | 'contact'> & {
  readonly file: string;
  readonly snapshot: number;
  readonly journal: bigint;
  readonly owed: LiabilityVerdict['owed'];
};

function readProof(file: string, pin: LogPin, user: User): OwnProof {
  const { isTrue, steps, sealedMs = 0, owed } = verifyLiability(file, pinnedPolicy(pin));
  if (!isTrue) {
    const open = { step: 'owner', state: 'open' } as const;
    return { steps: [...steps, open], isTrue, sealedMs, contact: undefined, file, snapshot: 0, journal: 0n, owed };
  }
  const { userId, contact, snapshot } = parseLiabilityProof(file);
  // Two users who were given the same leaf would each find his balances in it.
  const isOwn = userId === user.id;
  // Who changed his address or number since is named by the old one, which he alone can tell.
  const isNamed = contact === (user.email ?? user.phone ?? '');
  const state = isNamed ? 'passed' : 'open';
  return {
    steps: [...steps, { step: 'owner', state: isOwn ? state : 'failed' }],
    isTrue: isOwn,
    sealedMs,
    contact: isNamed ? undefined : contact,
    file,
    snapshot,
    journal: journalOf(file),
    owed,
  };
}

/** He is not in the newest totals, which is right as long as he had nothing by then. */
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
    newestMs: newest.sealedMs,
    age: newest.isLate ? 'late' : 'gone',
    currencies,
  };
}

/** What is signed of the log at its largest. */
function newerNote(pin: LogPin, proof: OwnProof | undefined): string {
  const shown = proof === undefined ? pin.note : parseLiabilityProof(proof.file).checkpoint;
  return parseCheckpoint(shown).size > pin.size ? shown : pin.note;
}

/** The last ledger entry of the snapshot, as the log has it. */
function journalOf(file: string): bigint {
  const [{ text } = { text: '' }] = parseLiabilityProof(file).entries;
  const entry = parseEntry(text);
  return BigInt(entry.kind === 'liabilities' ? entry.journalId : 0);
}

type Owned = ReadonlyMap<string, Decimal>;

/** What the user had of each currency after a ledger entry; undefined where that is too long ago. */
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

/** Each currency that the one or the other knows of, but for those with nothing on both sides. */
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

/** The newest totals of what users are owed: shown to stand in the log, and beside how far the log has come since. */
type NewestTotals = LiabilitiesEntry & { readonly isLate: boolean };

/** The totals in an entry of the log that `note` signs. Throws `UnreachableError` where it does not show them. */
async function newestTotals(index: number, note: string, remote: RemoteLog): Promise<NewestTotals> {
  const head = parseCheckpoint(note);
  if (index >= head.size) throw new UnreachableError(`entry ${index} is not in the log yet`);
  const entry = await readEntry(index, head, remote);
  if (entry.kind !== 'liabilities') throw new UnreachableError(`entry ${index} holds no totals`);
  return { ...entry, isLate: (await timeOf(head, remote)) - entry.sealedMs > LATE_MS };
}

/** When the last entry that bears a time was sealed. */
async function timeOf(head: Checkpoint, remote: RemoteLog): Promise<number> {
  const tile = Math.floor((head.size - 1) / TILE_WIDTH);
  const entries = await remote.entries({ index: tile, width: tileWidth(0, tile, head.size) });
  const place = entries.findLastIndex((bytes) => 'sealedMs' in parseEntry(utf8Of(bytes) ?? ''));
  const entry = await readEntry(tile * TILE_WIDTH + Math.max(place, 0), head, remote);
  return 'sealedMs' in entry ? entry.sealedMs : Number.POSITIVE_INFINITY;
}
