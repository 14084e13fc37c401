/** Public answers about the exchange as a whole, from the published part of the log. */
import {
  STATISTICS_DAYS,
  type EndedDay,
  type FairnessSummary,
  type HouseSide,
  type WinShare,
} from '@halyard/contract/transparency/figureCalls';
import { toBase64 } from '@halyard/contract/transparency/bytes';
import { unbalancedCurrency } from '@halyard/contract/transparency/totalEntries';
import { compareWins } from '@halyard/contract/transparency/winTheory';
import { decimal, toModelNumber } from '@halyard/contract/money';
import type { Clock } from '../../clock.ts';
import type { Database, Reader } from '../../db/database.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import { placeIn } from '../../transparency/logPlaces.ts';
import { readLogNumber } from '../../transparency/logSuccessors.ts';
import { readLoggedEntries, type PlaceRange } from '../../transparency/loggedEntries.ts';
import type { PublicProduct } from '../../module.ts';
import { twoDigits } from '../../terms/houseSide.ts';
import { readDocuments } from './ruleDocuments.ts';

export type AnswerDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly products: readonly PublicProduct[];
};

/** All documents in the log. */
export async function answerRules({ db, dataDir }: AnswerDeps) {
  return { documents: await readDocuments(db, await readPlaces(db, dataDir)) };
}

/** The last days in the log, or in its predecessors. */
export async function answerStatistics({ db, dataDir }: AnswerDeps, asked: number | undefined) {
  const most = Math.min(asked ?? STATISTICS_DAYS.usual, STATISTICS_DAYS.most);
  const own = await readPlaces(db, dataDir);
  const entries = await readLoggedEntries(db, 'statistics', { from: 0, end: own.end, most });
  const days = entries.map(({ entry, log, index }) => ({
    day: entry.day,
    ...(placeIn(log, 0) < own.from && { log }),
    index,
    totals: entry.totals.map(({ market: symbol, contract: kind, ...rest }) => ({ symbol, kind, ...rest })),
  })) as EndedDay[];
  return { days, shares: sharesOf(days.flatMap(({ totals }) => totals)) };
}

/** Over all markets and currencies. */
function sharesOf(totals: EndedDay['totals']): WinShare[] {
  const keys = [...new Set(totals.map(({ kind, direction }) => `${kind} ${direction}`))].toSorted();
  return keys.flatMap((key) => {
    const own = totals.filter(({ kind, direction }) => `${kind} ${direction}` === key);
    const [first] = own;
    if (first === undefined) return [];
    const sum = (name: 'won' | 'lost' | 'tied' | 'void') => own.reduce((total, one) => total + one[name], 0);
    const counts = { won: sum('won'), lost: sum('lost'), tied: sum('tied'), void: sum('void') };
    const { kind, direction } = first;
    return [{ kind, direction, ...counts, ...compareWins(direction, counts) }];
  });
}

/** The summary, all of one moment. */
export async function answerSummary({ db, clock, dataDir, products }: AnswerDeps): Promise<FairnessSummary> {
  const places = await readPlaces(db, dataDir);
  return db.transaction(
    async (tx) => ({
      house: await readHouse(tx, products),
      ...(await readLog(tx, places)),
      asOf: new Date(clock.nowMs()).toISOString(),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function readHouse(reader: Reader, products: readonly PublicProduct[]): Promise<HouseSide[]> {
  const house: HouseSide[] = [];
  for (const product of products) house.push(...(await product.readHouse(reader)));
  return house.map(withoutPurchases);
}

/** Rounded to two digits, so that in large books two calls do not reveal a single purchase. */
function withoutPurchases(side: HouseSide): HouseSide {
  const { capital, setAside, atRisk, open, most, insurance } = side;
  return {
    ...side,
    capital: twoDigits(capital),
    setAside: twoDigits(setAside),
    atRisk: twoDigits(atRisk),
    open: toModelNumber(twoDigits(decimal(`${open}`))),
    most: twoDigits(most),
    insurance: insurance && twoDigits(insurance),
  };
}

async function readLog(
  reader: Reader,
  places: PlaceRange,
): Promise<Pick<FairnessSummary, 'snapshot' | 'seed' | 'revealed'>> {
  const newest = { ...places, most: 1 };
  const [snapshot] = await readLoggedEntries(reader, 'liabilities', newest);
  const [seed] = await readLoggedEntries(reader, 'seed', newest);
  const [revealed] = await readLoggedEntries(reader, 'reveal', newest);
  return {
    snapshot: snapshot
      ? {
          snapshot: snapshot.entry.snapshot,
          at: new Date(snapshot.sealedMs).toISOString(),
          index: snapshot.index,
          isBalanced: unbalancedCurrency(snapshot.entry.currencies) === undefined,
        }
      : null,
    seed: seed
      ? {
          firstDay: seed.entry.firstDay,
          days: seed.entry.days,
          anchor: toBase64(seed.entry.anchor),
          index: seed.index,
        }
      : null,
    revealed: revealed ? { day: revealed.entry.day, key: toBase64(revealed.entry.key), index: revealed.index } : null,
  };
}

/** The range of the published log in the tables; unpublished entries are never shown. */
async function readPlaces(reader: Reader, dataDir: string): Promise<PlaceRange> {
  const head = await publishedHead(dataDir).read();
  if (head === undefined) return { from: 0, end: 0 };
  const log = await readLogNumber(reader, head.origin);
  return { from: placeIn(log, 0), end: placeIn(log, head.size) };
}
