// Settings that follow their user: stored and refused values, the language of mails, events to other devices only on a
// change, and parallel changes by two devices. The real app, on every supported database engine; real sockets.
import { sql } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '@halyard/contract/money';
import type { Drawing, DrawingRecord } from '@halyard/contract/user/drawings';
import {
  listDrawings,
  listPreferences,
  PREFERENCE_BYTES_MAX,
  savePreference,
  type StoredName,
} from '@halyard/contract/user/preferenceCalls';
import { rooms } from '@halyard/contract/realtime/rooms';
import { rowsOf } from '../../db/database.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import { recordMessages, subscribeTo, until } from '../../testing/realtimeHarness.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

describe('settings that follow the user', () => {
  let server: TestServer;
  let user: TestUser;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });

  const list = (of = user) => server.call(listPreferences, {}, { token: of.token });
  const save = (name: StoredName, value: unknown, of = user) =>
    server.call(savePreference, { name, value: JSON.stringify(value) }, { token: of.token });
  const languageOf = async (of = user) => {
    const [row] = await rowsOf<{ language: string }>(server.db, sql`select language from users where id = ${of.id}`);
    return row?.language;
  };
  const eventsDuring = async (work: () => Promise<unknown>) => {
    const published: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => {
      if (event.type === 'preference-changed') published.push(event);
    });
    await work();
    stop();
    return published;
  };
  const connect = async (token: string) => {
    const socket = io(server.url, { transports: ['websocket'], forceNew: true, auth: { token } });
    sockets.push(socket);
    await until(() => socket.connected);
    await subscribeTo(socket, rooms.account);
    return recordMessages(socket);
  };

  it('are none at first, then those that were set, with rising versions, of this user alone', async () => {
    expect(await list()).toEqual([]);
    expect(await save('favourites', ['BTC/USDT'])).toEqual({ name: 'favourites', value: '["BTC/USDT"]', version: 1 });
    await save('hides_small', true);
    await save('favourites', []);
    expect(await list()).toEqual([
      { name: 'favourites', value: '[]', version: 3 },
      { name: 'hides_small', value: 'true', version: 2 },
    ]);
    expect(await list(await server.registerUser())).toEqual([]);
  });

  it('that do not change keep their version, and publish nothing', async () => {
    await save('chart', { interval: '1day' });
    const published = await eventsDuring(() => save('chart', { interval: '1day' }));
    expect(published).toEqual([]);
    expect(await list()).toEqual([{ name: 'chart', value: '{"interval":"1day"}', version: 1 }]);
  });

  it('are published to the other devices of the user, and to no one else', async () => {
    const stranger = await connect((await server.registerUser()).token);
    const device = await connect(user.token);
    const published = await eventsDuring(() => save('price_colours', 'red-up'));
    expect(published).toEqual([{ type: 'preference-changed', userId: user.id, version: 1 }]);
    await until(() => device.length === 1);
    expect(device[0]?.data).toEqual({ event: 'preference', version: 1 });
    expect(stranger).toEqual([]);
  });

  it('include the language of mails to the user', async () => {
    expect(await languageOf()).toBe('en');
    await save('language', 'esp');
    expect(await languageOf()).toBe('esp');
    await save('total_unit', 'BTC');
    expect(await languageOf()).toBe('esp');
  });

  it.each([
    ['language', '"klingon"'],
    ['language', 'esp'],
    ['language', '["en"]'],
    ['favourites', ''],
    ['favourites', '{'],
    ['chart', JSON.stringify('x'.repeat(PREFERENCE_BYTES_MAX - 1))],
    ['chart', JSON.stringify('ü'.repeat(PREFERENCE_BYTES_MAX / 2))],
  ] as const)('of the name %s are refused when they are %j', async (name, value) => {
    const saving = server.call(savePreference, { name, value }, { token: user.token });
    await expect(saving).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    expect([await list(), await languageOf()]).toEqual([[], 'en']);
  });

  it('have a maximum length', async () => {
    const longest = 'x'.repeat(PREFERENCE_BYTES_MAX - 2);
    expect((await save('chart', longest)).value).toHaveLength(PREFERENCE_BYTES_MAX);
  });

  it('set by two devices in parallel are those of one of them, and every change has a version of its own', async () => {
    const names = ['language', 'favourites', 'chart'] as const;
    const values = { language: ['th', 'vnm'], favourites: [['A/B'], ['C/D']], chart: [1, 2] } as const;
    const saved = await Promise.all(
      [0, 1].flatMap((device) => names.map((name) => save(name, values[name][device as 0 | 1]))),
    );
    expect(saved.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    // The stored value is the one with the higher version.
    const last = (name: StoredName) =>
      saved.filter((one) => one.name === name).toSorted((a, b) => b.version - a.version)[0];
    expect(await list()).toEqual([last('chart'), last('favourites'), last('language')]);
    expect(JSON.stringify(await languageOf())).toBe(last('language')?.value);
  });

  describe('drawings', () => {
    const NAME = 'drawings:BTC/USDT';
    const level = (id: string, at: number, price = '100'): Drawing => ({
      id,
      at,
      kind: 'level',
      points: [[1_700_000_000_000, decimal(price)]],
      colour: 0,
      width: 1,
    });
    const drawn = async (name: typeof NAME, of = user): Promise<DrawingRecord[]> => {
      const [stored] = await server.call(listDrawings, { name }, { token: of.token });
      return stored === undefined ? [] : (JSON.parse(stored.value) as DrawingRecord[]);
    };

    it('of two devices at once are merged, and are none of the settings', async () => {
      expect(await drawn(NAME)).toEqual([]);
      await Promise.all([save(NAME, [level('aaaaaaaa', 1)]), save(NAME, [level('bbbbbbbb', 2)])]);
      expect(await drawn(NAME)).toEqual([level('aaaaaaaa', 1), level('bbbbbbbb', 2)]);
      expect(await list()).toEqual([]);
      expect(await drawn(NAME, await server.registerUser())).toEqual([]);
    });

    it('that arrive late change nothing, and publish nothing', async () => {
      await save(NAME, [level('aaaaaaaa', 5, '200')]);
      await save(NAME, [{ id: 'bbbbbbbb', at: 6, gone: true }]);
      const published = await eventsDuring(() => save(NAME, [level('aaaaaaaa', 4), level('bbbbbbbb', 3)]));
      expect(published).toEqual([]);
      expect(await drawn(NAME)).toEqual([level('aaaaaaaa', 5, '200'), { id: 'bbbbbbbb', at: 6, gone: true }]);
    });

    it.each([
      ['of an unknown market', 'drawings:NOT/HERE', [level('aaaaaaaa', 1)]],
      ['with an unknown field', NAME, [{ ...level('aaaaaaaa', 1), href: 'x' }]],
      ['without any', NAME, []],
      ['too many at once', NAME, Array.from({ length: 21 }, (_, place) => level(`aaaaaaaa${place}`, 1))],
    ] as const)('%s are refused', async (_what, name, value) => {
      await expect(save(name, value)).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
      expect(await drawn(NAME)).toEqual([]);
    });
  });
});
