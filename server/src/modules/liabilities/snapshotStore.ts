/** Storage of snapshots: the tree in tiles, and the leaves of each user. */
import { randomBytes, randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { DAY_MS } from '@halyard/contract/time';
import { fromBase64, HASH_BYTES, joinBytes } from '@halyard/contract/transparency/bytes';
import {
  AMOUNT_BYTES,
  LEAVES_LEAST,
  liabilityLeaf,
  liabilityNonce,
  liabilityTag,
  parseSums,
  sumBytes,
  sumLevels,
  sumPath,
  type SumNode,
  type Sums,
} from '@halyard/contract/transparency/verifyLiability';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import type { Pruner } from '../../jobs/job.ts';
import { indexAt, placeIn } from '../../transparency/logPlaces.ts';
import type { LogPlace } from '../../transparency/logStore.ts';
import type { Holder } from './readBooks.ts';

/** How long users can request the proof of a snapshot. */
const RETENTION_MS = 90 * DAY_MS;
/** Limits a statement to some hundred kilobytes. */
const TILES_AT_ONCE = 16;
const OWNERS_AT_ONCE = 2000;

const iso = (ms: number) => new Date(ms).toISOString();

export type NewSnapshot = {
  readonly id: number;
  readonly periodMs: number;
  readonly takenMs: number;
  readonly pendingId: number;
  readonly tiles: readonly SumTile[];
  readonly owners: readonly Owner[];
};

/** Stores the data for proofs. */
export async function insertSnapshot(tx: Transaction, snapshot: NewSnapshot): Promise<void> {
  const { id, periodMs, takenMs, pendingId, tiles, owners } = snapshot;
  await tx.execute(sql`insert into liability_snapshots (id, period_at, taken_at, pending_id)
    values (${id}, ${iso(periodMs)}::timestamptz, ${iso(takenMs)}::timestamptz, ${pendingId})`);
  for (let from = 0; from < tiles.length; from += TILES_AT_ONCE) {
    const rows = tiles
      .slice(from, from + TILES_AT_ONCE)
      .map(({ nodes, ...place }) => ({ ...place, nodes: Buffer.from(nodes).toString('base64') }));
    await tx.execute(sql`insert into liability_tiles (snapshot_id, level, n, nodes)
      select ${id}::bigint, level, n, decode(nodes, 'base64')
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as tile (level smallint, n integer, nodes text)`);
  }
  for (let from = 0; from < owners.length; from += OWNERS_AT_ONCE) {
    const rows = owners
      .slice(from, from + OWNERS_AT_ONCE)
      .map(({ userId, contact, leaves }) => ({ user_id: userId, contact, leaves: `{${leaves.join(',')}}` }));
    await tx.execute(sql`insert into liability_owners (snapshot_id, user_id, contact, leaves)
      select ${id}::bigint, user_id, contact, leaves::integer[]
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as own (user_id integer, contact text, leaves text)`);
  }
}

/** Stores the secrets of new holders. */
export async function insertSecrets(tx: Transaction, holders: readonly (Holder & { secret: Uint8Array })[]) {
  if (holders.length === 0) return;
  const rows = holders.map(({ userId, secret }) => ({
    user_id: userId,
    secret: Buffer.from(secret).toString('base64'),
  }));
  await tx.execute(sql`insert into liability_secrets (user_id, secret) select user_id, decode(secret, 'base64')
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as own (user_id integer, secret text)`);
}

/** A snapshot whose entry is in the log. */
export type LoggedSnapshot = { readonly id: number; readonly takenAt: string; readonly index: number };

/** The newest snapshot among the first `size` entries of a log. */
export async function readNewest(reader: Reader, place: LogPlace): Promise<LoggedSnapshot | undefined> {
  const [row] = await rowsOf<LoggedRow>(
    reader,
    sql`select ${LOGGED} from liability_snapshots s join log_pending p on p.id = s.pending_id
      where ${isAmong(place)} order by s.id desc limit 1`,
  );
  return row && loggedOf(row);
}

/** A user's leaves in a snapshot, with contact and secret. */
export type OwnLeaves = LoggedSnapshot & {
  readonly contact: string;
  readonly secret: Uint8Array;
  readonly leaves: readonly number[];
};

/** Leaves of the newest snapshot that contains the user, within retention; undefined when there is none. */
export async function readOwnLeaves(
  reader: Reader,
  userId: UserId,
  { nowMs, ...place }: LogPlace & { readonly nowMs: number },
): Promise<OwnLeaves | undefined> {
  const [row] = await rowsOf<LoggedRow & { contact: string; secret: string; leaves: string }>(
    reader,
    sql`select ${LOGGED}, o.contact, encode(u.secret, 'base64') as secret, array_to_string(o.leaves, ',') as leaves
      from liability_snapshots s join log_pending p on p.id = s.pending_id
      join liability_owners o on o.snapshot_id = s.id and o.user_id = ${userId}
      join liability_secrets u on u.user_id = o.user_id
      where ${isAmong(place)} and s.taken_at >= ${iso(nowMs - RETENTION_MS)}::timestamptz order by s.id desc limit 1`,
  );
  if (row === undefined) return undefined;
  const { contact, secret, leaves } = row;
  return {
    ...loggedOf(row),
    contact,
    secret: fromBase64(secret) ?? new Uint8Array(),
    leaves: leaves.split(',').map((index) => Number(index)),
  };
}

function isAmong({ log, size }: LogPlace) {
  return sql`p.idx >= ${placeIn(log, 0)} and p.idx < ${placeIn(log, size)}`;
}

type LoggedRow = { id: string; taken_at: string; idx: string };

const LOGGED = sql`s.id::text as id, s.taken_at, p.idx::text as idx`;

function loggedOf({ id, taken_at: takenAt, idx: index }: LoggedRow): LoggedSnapshot {
  return { id: Number(id), takenAt: new Date(takenAt).toISOString(), index: indexAt(Number(index)) };
}

/** Tiles of a snapshot, in the order of `places`. Throws when one is missing. */
export async function readTiles(
  reader: Reader,
  snapshotId: number,
  places: readonly TilePlace[],
): Promise<readonly Uint8Array[]> {
  const rows = await rowsOf<TilePlace & { nodes: string }>(
    reader,
    sql`select t.level, t.n, encode(t.nodes, 'hex') as nodes
      from jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb) as wanted (level smallint, n integer)
      join liability_tiles t on t.snapshot_id = ${snapshotId} and t.level = wanted.level and t.n = wanted.n`,
  );
  return places.map(({ level, n }) => {
    const found = rows.find((row) => row.level === level && row.n === n);
    if (found === undefined) throw new Error(`the tree of snapshot ${snapshotId} has no tile ${level} ${n}`);
    return new Uint8Array(Buffer.from(found.nodes, 'hex'));
  });
}

/** Deletes old trees and owners of leaves; totals and secrets stay. */
export const LIABILITY_PRUNERS: Readonly<Record<string, Pruner>> = {
  liability_tiles: forget('liability_tiles'),
  liability_owners: forget('liability_owners'),
};

/**
 * Uses a database function that has the right, and never deletes younger rows, regardless of this process's clock.
 */
function forget(table: 'liability_tiles' | 'liability_owners'): Pruner {
  return async (tx, nowMs, rowsMax) => {
    const [row] = await rowsOf<{ count: number }>(
      tx,
      sql`select forget_liabilities(${table}, ${iso(nowMs - RETENTION_MS)}::timestamptz, ${rowsMax}) as count`,
    );
    return row?.count ?? 0;
  };
}

// The sum tree of a snapshot: each holder's sums in one to four parts, empty leaves up to a power of two, all in a
// random order. It is built in tiles of 64 nodes, from which paths are read later, and yields to other work in between.

const TILE_NODES = 64;
const PARTS_MAX = 4;
/** A tile takes about half a millisecond. */
const TILES_A_TURN = 8;

type TilePlace = { readonly level: number; readonly n: number };
type SumTile = TilePlace & { readonly nodes: Uint8Array };
/** The leaves of a user, by chunk. */
type Owner = Pick<Holder, 'userId' | 'contact'> & { readonly leaves: readonly number[] };
export type GrownTree = {
  readonly leaves: number;
  readonly root: Uint8Array;
  readonly tiles: readonly SumTile[];
  readonly owners: readonly Owner[];
};

/** Builds the tree. Every holder has a secret by now. */
export async function growTree(
  snapshotId: number,
  holders: readonly (Holder & { readonly secret: Uint8Array })[],
  currencies: number,
): Promise<GrownTree> {
  const chunks: (readonly Sums[])[] = [];
  let count = 0;
  for (const [turn, { sums }] of holders.entries()) {
    const own = splitSums(sums, randomInt(PARTS_MAX) + 1);
    chunks.push(own);
    count += own.length;
    if (turn % TILE_NODES === 0) await setImmediate();
  }
  const places = shuffledPlaces(Math.max(LEAVES_LEAST, 2 ** Math.ceil(Math.log2(Math.max(count, 1)))));
  const leaves: SumNode[] = [];
  const owners: Owner[] = [];
  let used = 0;
  for (const [turn, { userId, contact, secret }] of holders.entries()) {
    const nonce = liabilityNonce(secret, snapshotId);
    const own = (chunks[turn] ?? []).map((sums, chunk) => {
      const place = places[used + chunk] ?? 0;
      leaves[place] = liabilityLeaf(liabilityTag(nonce, { userId, contact, chunk }), sums);
      return place;
    });
    used += own.length;
    owners.push({ userId, contact, leaves: own });
    if (turn % TILE_NODES === 0) await setImmediate();
  }
  for (const [turn, place] of places.slice(used).entries()) {
    leaves[place] = emptyLeaf(currencies);
    if (turn % TILE_NODES === 0) await setImmediate();
  }
  return { leaves: leaves.length, owners, ...(await growTiles(leaves)) };
}

async function growTiles(leaves: readonly SumNode[]): Promise<Pick<GrownTree, 'root' | 'tiles'>> {
  const tiles: SumTile[] = [];
  let nodes = leaves;
  for (let level = 0; nodes.length > 1; level += 1) {
    const above: SumNode[] = [];
    for (let from = 0; from < nodes.length; from += TILE_NODES) {
      const own = nodes.slice(from, from + TILE_NODES);
      above.push(...(sumLevels(own).at(-1) ?? []));
      const bytes = joinBytes(...own.flatMap(({ hash, sums }) => [hash, sumBytes(sums)]));
      tiles.push({ level, n: from / TILE_NODES, nodes: bytes });
      if (tiles.length % TILES_A_TURN === 0) await setImmediate();
    }
    nodes = above;
  }
  return { root: nodes[0]?.hash ?? new Uint8Array(), tiles };
}

/** The tiles on the path from a leaf to the root, from the bottom. */
export function tilesOf(leaf: number, leaves: number): readonly (TilePlace & { readonly at: number })[] {
  const places: (TilePlace & { readonly at: number })[] = [];
  let index = leaf;
  for (let width = leaves; width > 1; width /= TILE_NODES) {
    const n = Math.floor(index / TILE_NODES);
    places.push({ level: places.length, n, at: index % TILE_NODES });
    index = n;
  }
  return places;
}

/** The sums of a leaf and the sibling nodes on its path, by the tiles of {@link tilesOf}. */
export function readPath(
  tiles: readonly { readonly at: number; readonly nodes: Uint8Array }[],
  currencies: number,
): { readonly sums: Sums; readonly path: readonly SumNode[] } {
  const read = tiles.map(({ at, nodes }) => ({ at, nodes: parseNodes(nodes, currencies) }));
  const [first] = read;
  const sums = first?.nodes[first.at]?.sums;
  if (sums === undefined) throw new Error('a tree of liabilities has no such leaf');
  return { sums, path: read.flatMap(({ at, nodes }) => sumPath(sumLevels(nodes), at)) };
}

function parseNodes(bytes: Uint8Array, currencies: number): readonly SumNode[] {
  const width = HASH_BYTES + currencies * AMOUNT_BYTES;
  return Array.from({ length: bytes.length / width }, (_, place) => {
    const node = bytes.subarray(place * width, (place + 1) * width);
    return { hash: node.slice(0, HASH_BYTES), sums: parseSums(node.subarray(HASH_BYTES), currencies) };
  });
}

/** Random parts that add up to the sums. */
function splitSums(sums: Sums, parts: number): readonly Sums[] {
  const cuts = sums.map((sum) => {
    const inner = Array.from({ length: parts - 1 }, () => (sum === 0n ? 0n : randomUpTo(sum)));
    return [0n, ...inner.toSorted((one, other) => (one < other ? -1 : 1)), sum];
  });
  return Array.from({ length: parts }, (_, part) => cuts.map((own) => (own[part + 1] ?? 0n) - (own[part] ?? 0n)));
}

/** With 64 bits more than any amount, so that all values are practically equally likely. */
function randomUpTo(most: bigint): bigint {
  return BigInt(`0x${randomBytes(AMOUNT_BYTES + 8).toString('hex')}`) % (most + 1n);
}

function emptyLeaf(currencies: number): SumNode {
  return liabilityLeaf(
    randomBytes(HASH_BYTES),
    Array.from({ length: currencies }, () => 0n),
  );
}

function shuffledPlaces(count: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [places[last], places[other]] = [places[other] ?? 0, places[last] ?? 0];
  }
  return places;
}
