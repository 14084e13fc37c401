/** A real exchange with a public log, whose operator does what the exchange itself refuses to do. */
import { sql } from 'drizzle-orm';
import { formatVkey } from '@halyard/contract/log/keys';
import { rowsOf } from '../db/database.ts';
import { readLogKey } from '../log/logKey.ts';
import { publishedHead } from '../log/publishedHead.ts';
import { createSealer } from '../log/sealer.ts';
import { createTestClock, type TestClock } from './testClock.ts';
import { startTestServer } from './testServer.ts';

export type TamperedLog = {
  readonly url: string;
  /** The key that signs. */
  readonly vkey: string;
  readonly clock: TestClock;
  /** So many seconds with a price of BTC/USDT in each. */
  sealSeconds(seconds: number): Promise<void>;
  /** How many entries are published. */
  size(): Promise<number>;
  /** Changes the price of a tick; the newest without a seq. */
  changeTick(seq?: number): Promise<void>;
  /** Takes the log back to a size, as if nothing of the rest had been published. */
  takeBack(size: number): Promise<void>;
  close(): Promise<void>;
};

/** Starts it; a first second is sealed. */
export async function openTamperedLog(): Promise<TamperedLog> {
  const clock = createTestClock();
  const server = await startTestServer({ clock });
  const { db, dataDir, feed, url } = server;
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  const key = await readLogKey(dataDir, undefined);
  const published = publishedHead(dataDir);
  const size = async () => (await published.read())?.size ?? 0;
  const sealSeconds = async (seconds: number) => {
    const sealer = createSealer({ db, clock, key, naming, published });
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      await feed.append('BTC/USDT', { price: String(60_000 + second) });
      await sealer.seal();
    }
  };
  /** Without the triggers that keep what is in the table. */
  const tamper = (table: string, statement: string) =>
    db.transaction(async (tx) => {
      const [off, on] = ['disable', 'enable'].map((how) => `alter table ${table} ${how} trigger all`);
      for (const one of [off, statement, on]) await tx.execute(sql.raw(one ?? ''));
    });
  await sealSeconds(1);
  return {
    url,
    vkey: formatVkey(key.signer(key.originOf(naming, clock.nowMs())).key),
    clock,
    sealSeconds,
    size,
    changeTick: (seq) => {
      const due = '(select series_id, max(logged_seq) from log_series group by 1 order by 2 desc limit 1)';
      const place = seq === undefined ? `(series_id, seq) = ${due}` : `seq = ${seq}`;
      return tamper('ticks', `update ticks set price = price + 0.01 where ${place}`);
    },
    takeBack: async (to) => {
      const [row] = await rowsOf<{ note: string }>(db, sql`select note from log_checkpoints where size = ${to}`);
      await tamper('log_entries', `delete from log_entries where idx >= ${to}`);
      await tamper('log_checkpoints', `delete from log_checkpoints where size > ${to}`);
      await published.write(row?.note ?? '');
    },
    close: () => server.close(),
  };
}
