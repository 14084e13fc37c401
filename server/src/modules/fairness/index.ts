/** Public evidence of fairness: rules, results of options and positions by day, and the house's capital. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { add, decimal, toModelNumber, ZERO } from '@halyard/contract/money';
import { dateOf, DAY_MS } from '@halyard/contract/time';
import { toBase64 } from '@halyard/contract/transparency/bytes';
import {
  getFairnessSummary,
  getRules,
  getStatistics,
  STATISTICS_DAYS,
  type AnnouncedTake,
  type EndedDay,
  type FairnessSummary,
  type HouseSide,
  type RuleDocument,
  type WinShare,
} from '@halyard/contract/transparency/figureCalls';
import { ALL, SUMMED_LEAST, unbalancedCurrency, type FuturesTotals } from '@halyard/contract/transparency/totalEntries';
import { compareWins } from '@halyard/contract/transparency/winTheory';
import { answerPublic } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { listAnnounced, type HouseTake } from '../../house/houseTakes.ts';
import { recurringJob, type TransactionJob } from '../../jobs/job.ts';
import type { Module, PublicProduct } from '../../module.ts';
import { twoDigits } from '../../terms/houseSide.ts';
import type { RuleText } from '../../terms/versions.ts';
import { indexAt, placeIn, readLogNumber } from '../../transparency/logPlaces.ts';
import { addPending, readLoggedEntries, type PlaceRange } from '../../transparency/pending.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';

export const fairness: Module = {
  create: (deps) => ({
    handlers: [
      answerPublic(getRules, () => answerRules(deps)),
      answerPublic(getStatistics, ({ days }) => answerStatistics(deps, days)),
      answerPublic(getFairnessSummary, () => answerSummary(deps)),
    ],
    jobs: [createRulesJob(deps), createStatisticsJob(deps)],
  }),
};

// Results by day of the options and positions that ended on it: one entry of the public log for each day.

const STATISTICS = 'statistics';

/** The last ones of a day are settled some seconds after it. */
const AFTER_MS = 60_000;

const RETRY_MS = 10_000;

/** Creates the job. A day is written when all that ends on it has ended, and later days follow it. */
export function createStatisticsJob(deps: {
  readonly clock: Clock;
  readonly products: readonly Pick<PublicProduct, 'hasOpen' | 'readEnded'>[];
}): TransactionJob {
  const { clock, products } = deps;
  return recurringJob(STATISTICS, clock, async (tx, nowMs) => {
    const dayMs = await nextDay(tx);
    if (dayMs === undefined) return { againInMs: RETRY_MS };
    const dueMs = dayMs + DAY_MS + AFTER_MS;
    if (nowMs < dueMs) return { againAtMs: dueMs };
    const day = { fromMs: dayMs, toMs: dayMs + DAY_MS };
    if (!(await isOverInLog(tx, day.toMs))) return { againInMs: RETRY_MS };
    for (const { hasOpen } of products) if (await hasOpen(tx, day)) return { againInMs: RETRY_MS };
    const ended: FuturesTotals[] = [];
    for (const { readEnded } of products) ended.push(...(await readEnded(tx, day)));
    const totals = withoutSmall(ended).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    await addPending(tx, { kind: 'statistics', day: dateOf(dayMs), totals });
    return { againInMs: 0 };
  });
}

/** Merges groups that are too small to be published separately; a merged group that is still too small has no sums. */
export function withoutSmall(totals: readonly FuturesTotals[]): readonly FuturesTotals[] {
  const large = totals.filter(({ count }) => count >= SUMMED_LEAST);
  const together = new Map<string, FuturesTotals>();
  for (const one of totals.filter(({ count }) => count < SUMMED_LEAST)) {
    const key = `${one.contract} ${one.currency}`;
    const other = together.get(key);
    together.set(key, other === undefined ? { ...one, market: ALL, direction: ALL } : sumOf(other, one));
  }
  return [...large, ...[...together.values()].map(withoutFewSums)];
}

function withoutFewSums(totals: FuturesTotals): FuturesTotals {
  return totals.count < SUMMED_LEAST ? { ...totals, staked: null, paid: null } : totals;
}

function sumOf(one: FuturesTotals, other: FuturesTotals): FuturesTotals {
  return {
    ...one,
    count: one.count + other.count,
    won: one.won + other.won,
    lost: one.lost + other.lost,
    tied: one.tied + other.tied,
    void: one.void + other.void,
    staked: add(one.staked ?? ZERO, other.staked ?? ZERO),
    paid: add(one.paid ?? ZERO, other.paid ?? ZERO),
  };
}

/** The day after the last one, or the day on which the log began; undefined before that. */
async function nextDay(reader: Reader): Promise<number | undefined> {
  const [row] = await rowsOf<{ last: string | null; begun_ms: string | null }>(
    reader,
    sql`select (select max(substring(body from 'day ([0-9-]{10})')) from log_pending where kind = 'statistics') as last,
        (select (extract(epoch from sealed_at) * 1000)::bigint::text from log_entries where idx = 0) as begun_ms`,
  );
  if (typeof row?.last === 'string') return Date.parse(row.last) + DAY_MS;
  return typeof row?.begun_ms === 'string' ? Math.floor(Number(row.begun_ms) / DAY_MS) * DAY_MS : undefined;
}

/** Whether the log's own time has passed the day, so that its entry comes after it. */
async function isOverInLog(tx: Transaction, endMs: number): Promise<boolean> {
  const [row] = await rowsOf<{ logged_ms: string }>(
    tx,
    sql`select (extract(epoch from sealed_at) * 1000)::bigint::text as logged_ms
      from log_entries order by idx desc limit 1`,
  );
  return Number(row?.logged_ms) >= endMs;
}

function keyOf({ market, contract, direction, currency }: FuturesTotals): string {
  return `${market} ${contract} ${direction} ${currency}`;
}

// Public answers about the exchange as a whole, from the published part of the log.

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
      takes: (await listAnnounced(tx)).filter(({ account }) => account !== 'fees').map(announcedOf),
      ...(await readLog(tx, places)),
      asOf: new Date(clock.nowMs()).toISOString(),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

function announcedOf({ account, currency, amount, dueAt }: HouseTake): AnnouncedTake {
  return { account, currency, amount, dueAt };
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
          at: new Date(snapshot.loggedMs).toISOString(),
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

// Documents in the public log: their texts are stored, their hashes logged, once a version.

const RULES = 'rules';
/** Terms are published at least a day before they begin, by another process. */
const EVERY_MS = 60_000;

type Document = { readonly name: string; readonly version: string; readonly sha256: string; readonly text: string };

/** Creates the job that logs new documents, at start and every minute. */
export function createRulesJob(deps: {
  readonly clock: Clock;
  readonly readRules: (reader: Reader) => Promise<readonly RuleText[]>;
}): TransactionJob {
  const { clock, readRules } = deps;
  return recurringJob(RULES, clock, async (tx) => {
    await logNewDocuments(tx, await readRules(tx));
    return { againInMs: EVERY_MS };
  });
}

async function logNewDocuments(tx: Transaction, rules: readonly RuleText[]): Promise<void> {
  const known = await rowsOf<{ name: string; version: string; sha256: string }>(
    tx,
    sql`select name, version, sha256 from rule_documents order by pending_id desc`,
  );
  let waiting = rules.flatMap((rule): readonly Document[] => {
    const own = known.filter(({ name }) => name === rule.name);
    const sha256 = createHash('sha256').update(rule.text).digest('hex');
    const isKnown =
      rule.version === undefined ? own[0]?.sha256 === sha256 : own.some((one) => one.version === rule.version);
    return isKnown ? [] : [{ ...rule, version: rule.version ?? String(own.length + 1), sha256 }];
  });
  // An entry contains a name once, and older versions come first.
  while (waiting.length > 0) {
    const names = new Set<string>();
    const next = waiting.toReversed().filter(({ name }) => !names.has(name) && names.add(name));
    await logDocuments(
      tx,
      next.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
    waiting = waiting.filter((one) => !next.includes(one));
  }
}

async function logDocuments(tx: Transaction, documents: readonly Document[]): Promise<void> {
  const pendingId = await addPending(tx, {
    kind: 'rules',
    documents: documents.map(({ name, version, sha256: digest }) => ({ name, version, digest })),
  });
  await tx.execute(
    sql`insert into rule_documents (name, version, sha256, text, pending_id)
      select name, version, sha256, text, ${pendingId}
      from jsonb_to_recordset(${JSON.stringify(documents)}::text::jsonb)
        as document (name text, version text, sha256 text, text text)`,
  );
}

/**
 * The documents in the published log, newest first. The time of a document repeated from a previous log is that of its
 * first entry.
 */
async function readDocuments(reader: Reader, { from, end }: PlaceRange): Promise<RuleDocument[]> {
  const rows = await rowsOf<Document & { logged_at: string; index: string }>(
    reader,
    sql`select d.name, d.version, d.sha256, d.text, ${isoText(sql`e.sealed_at`)} as logged_at, own.idx::text as index
      from rule_documents d join log_pending p on p.id = d.pending_id join log_entries e on e.idx = p.idx
        join log_pending own on own.kind = p.kind and own.body = p.body
      where own.idx >= ${from} and own.idx < ${end} order by p.id desc, d.name`,
  );
  return rows.map(({ logged_at: loggedAt, index, ...document }) => ({
    ...document,
    loggedAt,
    index: indexAt(Number(index)),
  }));
}
