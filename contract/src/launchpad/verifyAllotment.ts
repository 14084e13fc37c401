/** Recomputes a published allotment from its file. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { allot } from './allotment.ts';

/** Result of the recomputation; `wrongRow`: the first row whose units differ. */
export type Verified = {
  readonly participants: number;
  readonly demand: bigint;
  readonly given: bigint;
  readonly wrongRow: number | undefined;
};

const COLUMNS = 'row,participant,demand,cap,units';
const LINE = /^(\d+),([0-9a-f]{64}),(\d+),(\d*),(\d+)$/;

/** Recomputes an allotment for a supply in units. Undefined where the text is not such a file, or a row is missing. */
export function verifyAllotment(csv: string, supply: bigint): Verified | undefined {
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  if (head !== COLUMNS) return undefined;
  const rows = lines.map((line) => LINE.exec(line)?.slice(1) ?? []);
  if (rows.some(([row], place) => row !== String(place + 1))) return undefined;
  const claims = rows.map(([, , demand = '', cap]) => ({
    demand: BigInt(demand),
    cap: cap === undefined || cap === '' ? undefined : BigInt(cap),
  }));
  const published = rows.map(([, , , , units = '']) => BigInt(units));
  const wrong = allot(supply, claims).findIndex((units, place) => units !== published[place]);
  return {
    participants: rows.length,
    demand: claims.reduce((sum, { demand }) => sum + demand, 0n),
    given: published.reduce((sum, units) => sum + units, 0n),
    wrongRow: wrong < 0 ? undefined : wrong + 1,
  };
}

/** Pseudonym of a participant in the file: SHA-256 of salt and user id, hexadecimal. */
export function participantOf(salt: string, userId: number): string {
  return bytesToHex(sha256(utf8ToBytes(`${salt}${userId}`)));
}
