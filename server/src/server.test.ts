// The server as a separate process: its output, its end, what survives it, and one line for every error that the
// operator can fix.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readOutbox } from '@halyard/contract/sandbox/calls';
import { listMarkets } from '@halyard/contract/market/calls';
import { getUser, logIn, registerUser, sendMailCode } from '@halyard/contract/user/calls';
import { createHttpCaller } from '@halyard/contract/testing/httpCaller';
import { REPOSITORY, SERVER } from './folders.ts';
import { putEmptyDatabase } from './testing/emptyDatabase.ts';
import { createFakeVenue } from './testing/fakeVenue.ts';
import { flatFeed } from './testing/flatFeed.ts';
import { newTestLocation, usualEngine, type TestLocation } from './testing/testDatabase.ts';

const PROGRAM = join(SERVER, 'build/server.mjs');
const PASSWORD = 'a quiet harbour';

let folder: string;
let feed: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-server-'));
  feed = flatFeed(folder);
});

const children: ChildProcess[] = [];
const places: TestLocation[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
  for (const place of places.splice(0)) await place.remove();
});
afterAll(() => rmSync(folder, { recursive: true }));

type Run = { readonly child: ChildProcess; readonly out: () => string; readonly error: () => string };

function run(env: Readonly<Record<string, string>>): Run {
  const [out, error]: [string[], string[]] = [[], []];
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: REPOSITORY,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      FEED: feed,
      LOG_LEVEL: 'silent',
      DATA_DIR: join(folder, 'data'),
      // A built app would be copied into each data folder.
      APP_DIR: join(folder, 'no-app'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => error.push(chunk.toString()));
  children.push(child);
  return { child, out: () => out.join(''), error: () => error.join('') };
}

/** Settings for an empty database of the usual engine, which starts faster than the embedded one. */
async function databaseEnv(name: string): Promise<Readonly<Record<string, string>>> {
  const place = await newTestLocation(await usualEngine());
  places.push(place);
  const { databaseUrl, dataDir = join(folder, name) } = place.location;
  return { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, SANDBOX: '1' }) };
}

async function urlOf({ child, out, error }: Run): Promise<string> {
  return vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${error()}`);
      const url = /Halyard is ready: +(http:\/\/127\.0\.0\.1:\d+)\/h5\//.exec(out())?.[1];
      if (url === undefined) throw new Error('not ready');
      return url;
    },
    { interval: 50 },
  );
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  return child.exitCode;
}

/**
 * Files of a folder that others may enter or write; PostgreSQL itself has two readable caches of its catalogue in it.
 */
function openToOthers(directory: string): readonly string[] {
  const inside = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => join(directory, name));
  return [
    ...[directory, join(directory, 'pg')].filter((path) => (lstatSync(path).mode & 0o077) !== 0),
    ...inside.filter((path) => (lstatSync(path).mode & 0o022) !== 0),
  ];
}

async function refusal(env: Readonly<Record<string, string>>): Promise<string> {
  const { child, error, out } = run(env);
  if (child.exitCode === null) await once(child, 'close');
  expect(child.exitCode, error()).toBe(1);
  expect(out()).toBe('');
  return error();
}

describe('the server', () => {
  test('prints its URL, answers there, preserves sessions over kill -9, and stops in order', async () => {
    const dataDir = join(folder, 'data');
    await putEmptyDatabase(dataDir);
    const first = run({});
    const call = createHttpCaller(await urlOf(first));
    const address = 'survivor@example.com';
    await call(sendMailCode, { address, purpose: 'register' });
    const [message] = await call(readOutbox, { address });
    const code = /\d{6}/.exec(message?.text ?? '')?.[0] ?? '';
    await call(registerUser, { kind: 'email', address, code, password: PASSWORD, passwordRepeat: PASSWORD });
    const token = await call(logIn, { address, password: PASSWORD });
    const user = await call(getUser, {}, token);
    await end(first.child, 'SIGKILL');
    expect(openToOthers(dataDir)).toEqual([]);
    // As an older version left it.
    for (const path of [dataDir, join(dataDir, 'pg', 'PG_VERSION')]) chmodSync(path, 0o777);

    const second = run({});
    const secondCall = createHttpCaller(await urlOf(second));
    expect(await secondCall(getUser, {}, token)).toEqual(user);
    expect(openToOthers(dataDir)).toEqual([]);

    const intruder = await refusal({});
    expect(intruder).toMatch(/^The data directory .* is in use by the process \d+: .*\n$/);
    expect(await secondCall(getUser, {}, token)).toEqual(user);

    expect(await end(second.child, 'SIGTERM')).toBe(0);
    expect(second.error()).toBe('');
  });

  test('starts on live prices, says what each venue quotes, and ends in order', async () => {
    const venues = await Promise.all(['kraken', 'okx'].map(createFakeVenue));
    venues[0]?.repeat([{ symbol: 'BTC/USDT', bid: '99.9', ask: '100.1' }]);
    venues[1]?.repeat([{ symbol: 'BTC-USDT', bid: '99.8', ask: '100' }]);
    try {
      const live = run({
        ...(await databaseEnv('live')),
        FEED: 'live:kraken,okx',
        LIVE_TERMS_ACCEPTED: 'yes',
        LIVE_URLS: venues.map(({ name, origin }) => `${name}=${origin}`).join(','),
      });
      const call = createHttpCaller(await urlOf(live));
      expect(live.out()).toMatch(
        /Live prices of kraken, okx: BTC\/USDT kraken \d\.\d s 0\.200 %, okx \d\.\d s 0\.200 %; ETH\/USDT no quote;/,
      );
      const bitcoin = async () =>
        (await call(listMarkets, {})).flatMap(({ markets }) => markets).find(({ lastPrice }) => lastPrice !== null);
      await vi.waitFor(async () => expect(await bitcoin()).toMatchObject({ lastPrice: '99.95', priceSource: 'live' }));
      expect(await end(live.child, 'SIGTERM')).toBe(0);
    } finally {
      await Promise.all(venues.map((venue) => venue.close()));
    }
  });
});

test.runIf((await usualEngine()) === 'postgres')('real money starts on live prices and PostgreSQL', async () => {
  // No market has a name at a venue, so that nothing is connected to.
  const coins = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'LTC'];
  const symbols = coins.flatMap((coin) => ['kraken', 'okx'].map((venue) => `${venue}:${coin}/USDT=none`));
  const real = run({
    ...(await databaseEnv('real')),
    SANDBOX: '0',
    FEED: 'live:kraken,okx',
    LIVE_TERMS_ACCEPTED: 'yes',
    LIVE_SYMBOLS: symbols.join(','),
  });
  const call = createHttpCaller(await urlOf(real));
  expect(real.out()).toContain('Live prices of kraken, okx: BTC/USDT no quote;');
  // Its orders wait for prices, and nothing of the sandbox is there.
  expect((await call(listMarkets, {})).flatMap(({ markets }) => markets)).toEqual([]);
  await expect(call(readOutbox, { address: 'user@example.com' })).rejects.toThrow();
  expect(await end(real.child, 'SIGTERM')).toBe(0);
});

describe('one line and exit code 1', () => {
  test('for real money at risk', async () => {
    expect(await refusal({ SANDBOX: '0' })).toMatch(/^SANDBOX=0 on the embedded database[^\n]*\n$/);
  });

  test('for a wrong setting', async () => {
    expect(await refusal({ FEED_SPEED: 'fast' })).toBe('FEED_SPEED must be a number above 0, such as 1 or 60.\n');
  });

  test('for a port in use, before anything is written', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const dataDir = join(folder, 'never');
    expect(await refusal({ PORT: port, DATA_DIR: dataDir })).toBe(
      `PORT ${port} is in use on 127.0.0.1: set PORT to another one.\n`,
    );
    other.close();
    await once(other, 'close');
  });

  test('for a database that does not answer', async () => {
    const line = await refusal({ DATABASE_URL: 'postgres://halyard:secret@127.0.0.1:1/halyard', SANDBOX: '1' });
    expect(line).toMatch(/^The database at postgres:\/\/halyard@127\.0\.0\.1:1\/halyard cannot be opened: .*\n$/);
  });

  test('for an invalid candle file', async () => {
    const path = join(folder, 'btcusdt-broken.csv');
    writeFileSync(path, 'hello\n');
    expect(await refusal({ ...(await databaseEnv('other')), FEED: `replay:${path}` })).toMatch(
      /^Replay file btcusdt-broken\.csv, line 1: .*\n$/,
    );
  });
});
