// The socket between the tool and the exchange: private, placed elsewhere when the path is too long, taken over from a
// crashed exchange and not from a running one.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, connect, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { createLocalBus } from '../events/eventBus.ts';
import { createTool } from '../testing/operatorTool.ts';
import { createSignal } from '../testing/signal.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { askExchange } from './operate.ts';
import { databaseMark, findSocket, startOperatorServer, type OperatorServer } from './operatorServer.ts';

const REQUEST = { operator: 'olga', words: ['ledger', 'check'] };
const ASKING = { database: null, request: REQUEST };

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let folder: string;
const ears: OperatorServer[] = [];
const warn = vi.fn<() => void>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-socket-'));
  warn.mockClear();
});
afterEach(async () => {
  for (const ear of ears.splice(0)) await ear.close();
  rmSync(folder, { recursive: true });
});

async function listen(
  dataDir: string,
  { databaseUrl, db = database.db }: { readonly databaseUrl?: string; readonly db?: OpenDatabase['db'] } = {},
): Promise<OperatorServer> {
  const log = { warn, error: vi.fn<() => void>() };
  const events = createLocalBus(log);
  const ear = await startOperatorServer({
    isSandbox: true,
    withdrawalHoldHours: 0,
    db,
    events,
    clock: systemClock,
    dataDir,
    databaseUrl,
    log,
  });
  ears.push(ear);
  return ear;
}

const answer = async (dataDir: string) => (await askExchange(dataDir, ASKING))?.text;
const RIGHT = /^The books are right/;

/** Creates the socket that a killed process leaves: without a listener. */
async function leaveStaleSocket(path: string): Promise<void> {
  const server = createServer();
  const other = `${path}.alive`;
  await once(server.listen(other), 'listening');
  // Renamed, so that closing does not remove it.
  renameSync(other, path);
  await closed(server);
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

/** Sends a text over the socket; returns everything received until the exchange disconnects. */
async function send(path: string, text: string): Promise<string> {
  const socket = connect(path).setEncoding('utf8');
  let heard = '';
  socket.on('data', (chunk: string) => {
    heard += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  return heard;
}

describe('the socket', () => {
  test('is in the data folder, private, and removed with the exchange', async () => {
    const path = join(folder, 'operator.sock');
    const ear = await listen(folder);
    expect(lstatSync(path).isSocket()).toBe(true);
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(await answer(folder)).toMatch(RIGHT);
    expect(readdirSync(folder)).toEqual(['operator.sock']);
    await ear.close();
    expect(readdirSync(folder)).toEqual([]);
    expect(await answer(folder)).toBeUndefined();
  });

  test('replaces one that a killed exchange left', async () => {
    const path = join(folder, 'operator.sock');
    await leaveStaleSocket(path);
    expect(lstatSync(path).isSocket()).toBe(true);
    expect(await answer(folder)).toBeUndefined();
    await listen(folder);
    expect(await answer(folder)).toMatch(RIGHT);
  });

  test('stays with the exchange that listens on it, whichever ends first', async () => {
    const path = join(folder, 'operator.sock');
    const first = await listen(folder);
    const { ino } = statSync(path);
    const second = await listen(folder);
    expect(statSync(path).ino).toBe(ino);
    await second.close();
    expect(await answer(folder)).toMatch(RIGHT);
    await first.close();
    expect(existsSync(path)).toBe(false);
    expect(warn).not.toHaveBeenCalled();
  });

  test('is elsewhere when the path of the data folder is too long for a socket', async () => {
    const deep = join(folder, 'd'.repeat(120));
    const ear = await listen(deep);
    expect(readdirSync(deep)).toEqual(['operator.path']);
    expect(statSync(join(deep, 'operator.path')).mode & 0o777).toBe(0o600);
    const path = readFileSync(join(deep, 'operator.path'), 'utf8');
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(await answer(deep)).toMatch(RIGHT);
    await ear.close();
    expect(readdirSync(deep)).toEqual([]);
    expect(existsSync(dirname(path))).toBe(false);
  });

  test('that a killed exchange left elsewhere is removed', async () => {
    const deep = join(folder, 'd'.repeat(120));
    mkdirSync(deep);
    const left = mkdtempSync(join(tmpdir(), 'halyard-'));
    await leaveStaleSocket(join(left, 'operator.sock'));
    writeFileSync(join(deep, 'operator.path'), join(left, 'operator.sock'));
    await listen(deep);
    expect(existsSync(left)).toBe(false);
    expect(await answer(deep)).toMatch(RIGHT);
  });

  test('that has no place does not stop the exchange, and is logged', async () => {
    writeFileSync(join(folder, 'file'), '');
    const ear = await listen(join(folder, 'file', 'data'));
    expect(warn).toHaveBeenCalledOnce();
    await ear.close();
  });
});

describe('the exchange', () => {
  test('answers an unreadable command, and disconnects an endless one', async () => {
    await listen(folder);
    const path = findSocket(folder) ?? '';
    for (const text of ['hello\n', '{}\n', '{"database":null,"request":{"operator":"","words":[]}}\n', '\n']) {
      expect(JSON.parse(await send(path, text))).toMatchObject({ exitCode: 2, isDone: false });
    }
    expect(await send(path, 'x'.repeat(100_000))).toBe('');
    expect(await answer(folder)).toMatch(RIGHT);
  });

  test('of another database than the tool’s setting does not run its commands', async () => {
    const own = 'postgres://halyard:secret@db/halyard';
    await listen(folder, { databaseUrl: own });
    expect(
      await askExchange(folder, { database: databaseMark('postgres://db/other'), request: REQUEST }),
    ).toBeUndefined();
    expect((await askExchange(folder, { database: databaseMark(own), request: REQUEST }))?.text).toMatch(RIGHT);
    expect(await answer(folder)).toMatch(RIGHT);
  });

  test('finishes a running command before it stops, and does not wait for idle connections', async () => {
    const isStarted = createSignal();
    const db = new Proxy(database.db, {
      get: (target, name) => {
        isStarted.give();
        return Reflect.get(target, name) as unknown;
      },
    });
    const ear = await listen(folder, { db });
    const silent = connect(findSocket(folder) ?? '');
    await once(silent, 'connect');
    const [isHeld, isReleased] = [createSignal(), createSignal()];
    // The embedded database runs one transaction at a time, so the command waits for this one.
    const held = database.db.transaction(async () => {
      isHeld.give();
      await isReleased.given;
    });
    await isHeld.given;
    const asked = askExchange(folder, { database: null, request: { operator: 'olga', words: ['users', 'show', '7'] } });
    await isStarted.given;
    const closing = ear.close();
    await once(silent, 'close');
    isReleased.give();
    await Promise.all([held, closing]);
    expect(await asked).toMatchObject({ isDone: false, text: 'there is no user 7' });
  });

  test('that crashes during a command makes the tool report that, and the command has no effect', async () => {
    const path = join(folder, 'operator.sock');
    const dying = createServer((socket) => socket.on('data', () => socket.destroy()));
    await once(dying.listen(path), 'listening');
    const result = await createTool({ DATA_DIR: folder })('ledger', 'check');
    expect(result).toEqual({
      exitCode: 1,
      out: '',
      err: 'The exchange ended before it answered: look whether the command was done.',
    });
    await closed(dying);
  });

  // The root user can open every file.
  test.runIf(process.getuid?.() !== 0)('of another user is reported as such', async () => {
    await listen(folder);
    chmodSync(join(folder, 'operator.sock'), 0);
    const { exitCode, err } = await createTool({ DATA_DIR: folder })('ledger', 'check');
    expect([exitCode, err]).toEqual([1, expect.stringContaining('belongs to another user of this system')]);
  });
});
