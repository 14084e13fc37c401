/**
 * A process that appends six ticks a second in one statement and does nothing else: `<data directory or address of a
 * PostgreSQL database>`. Prints a line when it has begun.
 */
import { setInterval } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../server/src/db/connect.ts';
import { rowsOf } from '../server/src/db/database.ts';

const SERIES = 6;

const [place = ''] = process.argv.slice(2);
const { db } = await openDatabase(place.startsWith('postgres') ? { databaseUrl: place } : { dataDir: place });
await db.execute(
  sql`create table bare_ticks (series integer, seq bigint, at timestamptz, price numeric, quantity numeric, primary key (series, seq))`,
);
process.stdout.write('begun\n');
let seq = 0;
for await (const _ of setInterval(1000)) {
  seq += 1;
  await rowsOf(
    db,
    sql`insert into bare_ticks select series, ${seq}::bigint, now(), 100.25 + series, 0.125 from generate_series(1, ${SERIES}::integer) as series`,
    'bare',
  );
}
