// Answers that never change again, beside answers of the same size that may: 1,500 closed candles beside those with
// the open one, and a full bundle of the public log beside one that lacks an entry. Processor time of this process, in
// which PGlite is and PostgreSQL is not.
import { MINUTE_MS } from '@halyard/contract/time';
import { readLogKey } from '../server/src/transparency/logKey.ts';
import { publishedHead } from '../server/src/transparency/publishedHead.ts';
import { createSequencer } from '../server/src/transparency/sequencer.ts';
import { createTestClock } from '../server/src/testing/testClock.ts';
import { newTestLocation, testEngines } from '../server/src/testing/testDatabase.ts';
import { startTestServer, type TestServer } from '../server/src/testing/testServer.ts';

const CALLS = 200;
const ROUNDS = 5;
const BARS = 3000;
const SECONDS = 300;
const FIRST_MS = Date.UTC(2026, 0, 5);

async function fill(server: TestServer, clock: ReturnType<typeof createTestClock>): Promise<void> {
  for (let from = 0; from < BARS; from += 500)
    await server.feed.append(
      'BTC/USDT',
      ...Array.from({ length: 500 }, (_, index) => ({
        at: new Date(FIRST_MS + (from + index) * MINUTE_MS).toISOString(),
        price: `${60_000 + ((index * 7919) % 977)}.${10 + (index % 80)}`,
        quantity: `0.${1000 + ((index * 31) % 8999)}`,
      })),
    );
  const { db, dataDir } = server;
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  const key = await readLogKey(dataDir, undefined);
  const sequencer = createSequencer({ db, clock, key, naming, published: publishedHead(dataDir) });
  for (let second = 0; second < SECONDS; second += 1) {
    clock.advance(1000);
    for (const symbol of ['ETH/USDT', 'SOL/USDT'])
      await server.feed.append(symbol, { price: `${300 + (second % 97)}.5` });
    await sequencer.advance();
  }
}

/** Milliseconds of a call. */
async function costOf(server: TestServer, url: string): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call += 1) {
    const { statusCode } = await server.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / CALLS;
}

/** In turns; the medians. */
async function costsOf(server: TestServer, urls: readonly string[]): Promise<readonly number[]> {
  const spent = urls.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [place, url] of urls.entries()) {
      const cost = await costOf(server, url);
      if (round > 0) spent[place]?.push(cost);
    }
  return spent.map((own) => own.toSorted((one, other) => one - other)[Math.floor(own.length / 2)] ?? Number.NaN);
}

const candles = (toMs: number) =>
  `/api/currency/new_timeshar?symbol=BTC/USDT&period=1min&from=0&to=${Math.floor(toMs / 1000)}`;
const PAIRS = [
  { name: 'candles', cached: candles(FIRST_MS + 2000 * MINUTE_MS), plain: candles(FIRST_MS + BARS * MINUTE_MS) },
  { name: 'bundle of the log', cached: '/log/tile/entries/000', plain: '/log/tile/entries/000.p/255' },
];

for (const engine of await testEngines()) {
  const clock = createTestClock();
  const { location, remove } = await newTestLocation(engine);
  const server = await startTestServer({ location, clock });
  await fill(server, clock);
  console.log(`answers that never change again, on ${engine}: ${CALLS} calls, ${ROUNDS} rounds`);
  for (const { name, cached, plain } of PAIRS) {
    const [own = Number.NaN, other = Number.NaN] = await costsOf(server, [cached, plain]);
    const share = `${Math.round((100 * own) / other)} %`;
    console.log(
      `  ${name.padEnd(18)}  ${own.toFixed(2).padStart(6)} ms, ${share.padStart(5)} of ${other.toFixed(2)} ms`,
    );
  }
  await server.close();
  await remove();
}
