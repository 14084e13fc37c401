/** A real exchange with a public log, whose operator does what the exchange itself refuses to do. */
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { HOUR_MS } from '@halyard/contract/time';
import { formatVkey } from '@halyard/contract/transparency/note';
import { rowsOf, type Database } from '../db/database.ts';
import { pruneBars } from '../market/candles.ts';
import { readLogKey } from '../transparency/logKey.ts';
import { addPending, type PendingEntry } from '../transparency/pending.ts';
import { publishedHead } from '../transparency/publishedHead.ts';
import { createSequencer } from '../transparency/sequencer.ts';
import { logCheckCommand, LOG_COMMANDS } from '../modules/transparency/logCommands.ts';
import { createTestClock, type TestClock } from './testClock.ts';
import { startTestServer } from './testServer.ts';

export type TamperedLog = {
  readonly url: string;
  /** The key that signs. */
  readonly vkey: string;
  readonly clock: TestClock;
  /** Appends that many seconds with a price of BTC/USDT in each, and that many other entries. */
  logSeconds(seconds: number, others?: number): Promise<void>;
  /** Number of published entries. */
  size(): Promise<number>;
  /** Adds the signature of another key, like the operator's tool. */
  rotateKey(): Promise<void>;
  /** Changes the price of the newest tick; resolves to its entry, since later ones may exist. */
  changeTick(): Promise<number>;
  /** Changes the tick with that seq. */
  tamperTick(how: keyof typeof TAMPERINGS, seq: number): Promise<void>;
  /** Findings of `operator log check`. */
  check(): Promise<readonly string[]>;
  /** Shows another high for the minutes of BTC/USDT. */
  changeCandles(): Promise<void>;
  /** Deletes the bars that are old enough; resolves to their number. */
  pruneCandles(): Promise<number>;
  /** Deletes the bars of all minutes but the newest. */
  deleteCandles(): Promise<void>;
  /** As at the end of a market. */
  hideMarket(): Promise<void>;
  /** Truncates the log to a size, as if the rest had not been published. */
  takeBack(size: number): Promise<void>;
  close(): Promise<void>;
};

const SOME_RULES: PendingEntry = {
  kind: 'rules',
  documents: [{ name: 'options', version: '1', digest: '0'.repeat(64) }],
};

/** Of the only series with ticks. Seqs are unique at every moment, so moved ones go below zero first. */
const TAMPERINGS = {
  changed: (seq: number) => [`update ticks set price = price + 0.01 where seq = ${seq}`],
  dropped: (seq: number) => [`delete from ticks where seq = ${seq}`],
  doubled: (seq: number) => [
    `update ticks set seq = -seq where seq > ${seq}`,
    `update ticks set seq = 1 - seq where seq < 0`,
    `insert into ticks select (jsonb_populate_record(t, jsonb_build_object('seq', t.seq + 1))).* from ticks t
      where seq = ${seq}`,
  ],
  swapped: (seq: number) => [
    `update ticks set seq = seq - ${2 * seq + 1} where seq in (${seq}, ${seq + 1})`,
    `update ticks set seq = -seq where seq < 0`,
  ],
};

/** Starts it; a first second and the documents of rules are sequenced. */
export async function openTamperedLog(): Promise<TamperedLog> {
  // Early in an hour, so that no snapshot of the next one is among the counted entries.
  const clock = createTestClock(Date.now() - (Date.now() % HOUR_MS) + 60_000);
  const server = await startTestServer({ clock });
  const { db, dataDir, feed, url } = server;
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  const key = await readLogKey(dataDir, undefined);
  const published = publishedHead(dataDir);
  const size = async () => (await published.read())?.size ?? 0;
  const logSeconds = async (seconds: number, others = 0) => {
    const sequencer = createSequencer({ db, clock, key, naming, published });
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      await feed.append('BTC/USDT', { price: String(60_000 + second) });
      await db.transaction(async (tx) => {
        for (let other = 0; other < others; other += 1) await addPending(tx, SOME_RULES);
      });
      await sequencer.advance();
    }
  };
  /** Without the triggers that protect the rows of the table. */
  const tamper = (table: string, statement: string) =>
    db.transaction(async (tx) => {
      const [off, on] = ['disable', 'enable'].map((how) => `alter table ${table} ${how} trigger all`);
      for (const one of [off, statement, on]) await tx.execute(sql.raw(one ?? ''));
    });
  /** A job stores the documents after the start: the first sequencing includes them, also on a busy machine. */
  const haveRules = async () => (await rowsOf(db, sql`select 1 from rule_documents limit 1`)).length > 0;
  await vi.waitUntil(haveRules, { timeout: 60_000, interval: 10 });
  await logSeconds(1);
  return {
    url,
    vkey: formatVkey(key.signer(key.originOf(naming, clock.nowMs())).key),
    clock,
    logSeconds,
    size,
    rotateKey: async () => {
      const rotate = LOG_COMMANDS.find(({ name }) => name === 'rotate-key');
      await rotate?.run({ ...server, isSandbox: true }, { name: 'olga' }, { args: [], options: {} });
    },
    changeTick: async () => {
      const due = '(select series_id, max(logged_seq) from log_series group by 1 order by 2 desc limit 1)';
      await tamper('ticks', `update ticks set price = price + 0.01 where (series_id, seq) = ${due}`);
      return lastEntryOfPrices(db);
    },
    tamperTick: async (how, seq) => {
      for (const statement of TAMPERINGS[how](seq)) await tamper('ticks', statement);
    },
    check: async () => {
      const { data } = await logCheckCommand.run(
        { ...server, isSandbox: true },
        { name: 'olga' },
        { args: [], options: {} },
      );
      return (data as { readonly faults: readonly string[] }).faults;
    },
    pruneCandles: () => db.transaction((tx) => pruneBars(tx, 1, 100)),
    deleteCandles: () =>
      tamper(
        'candles',
        `delete from candles where period = '1min' and opened_at < (select max(opened_at) from candles)`,
      ),
    hideMarket: () => tamper('markets', `update markets set is_displayed = false`),
    changeCandles: () => tamper('candles', `update candles set high = high + 0.01 where period = '1min'`),
    takeBack: async (to) => {
      const [row] = await rowsOf<{ note: string }>(db, sql`select note from log_checkpoints where size = ${to}`);
      // Series, first seq and number of the ticks of an entry are consecutive.
      await tamper(
        'log_series',
        `update log_series l set logged_seq = e.numbers[2] - 1 from
          (select log_unpack(ranges) as numbers from log_entries
            where idx >= ${to} and length(ranges) > 0 order by idx limit 1) e
          where l.series_id = e.numbers[1]`,
      );
      await tamper('log_entries', `delete from log_entries where idx >= ${to}`);
      await tamper('log_checkpoints', `delete from log_checkpoints where size > ${to}`);
      await published.write(row?.note ?? '');
    },
    close: () => server.close(),
  };
}

async function lastEntryOfPrices(db: Database): Promise<number> {
  const last = sql`select max(idx)::int as idx from log_entries where length(ranges) > 0`;
  const [row] = await rowsOf<{ idx: number }>(db, last);
  if (row === undefined) throw new Error('no price is logged');
  return row.idx;
}
