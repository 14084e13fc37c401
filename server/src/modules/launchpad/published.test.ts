// The file of an allotment alone is enough to compute it again: the script and the app's rule give the same result,
// detect a changed row, and find a participant by the salt; over the real calls of a real server.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OfferingId } from '@halyard/contract/ids';
import {
  getOffering,
  getOwnShare,
  listShares,
  listSubscriptions,
  SHARES_CSV_PATH,
  subscribe,
  SUBSCRIPTIONS_CSV_PATH,
} from '@halyard/contract/launchpad/calls';
import { decimal } from '@halyard/contract/money';
import { coinUnits } from '@halyard/contract/launchpad/terms';
import { participantOf, verifyAllotment } from '@halyard/contract/launchpad/verifyAllotment';
import { HOUR_MS } from '@halyard/contract/time';
import { REPOSITORY } from '../../folders.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { publishTestOffering } from '../../testing/offeringDesk.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const SCRIPT = join(REPOSITORY, 'scripts/allotment.mjs');

describe('a published allotment', () => {
  const clock = createTestClock();
  let server: TestServer;
  let users: TestUser[];
  let id: OfferingId;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halyard-allotment-'));
    server = await startTestServer({ clock });
    users = [await server.registerUser(), await server.registerUser(), await server.registerUser()];
    id = await publishTestOffering(server.db, clock.nowMs());
    for (const [index, user] of users.entries()) {
      await server.fund(user, CURRENCY.USDT, '1000');
      const request = {
        offeringId: id,
        amount: decimal(['100', '200', '400'][index] ?? ''),
        clientRequestId: randomUUID(),
      };
      await server.call(subscribe, request, user);
    }
    await server.db.execute(sql`update offering_subscriptions set status = 'passed'`);
    clock.advance(HOUR_MS);
    const isLocked = async () => {
      const [own] = (await server.call(listSubscriptions, {}, users[2])).rows;
      if (own?.state !== 'locked') throw new Error('not allotted yet');
    };
    await vi.waitFor(isLocked, { interval: 50 });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const fileOf = async () => (await server.app.inject({ url: `/api/${SHARES_CSV_PATH}?id=${id}` })).body;
  async function run(csv: string, ...more: string[]) {
    const path = join(folder, 'allotment.csv');
    await writeFile(path, csv);
    const { terms, supply } = await server.call(getOffering, { id });
    const args = [SCRIPT, path, String(coinUnits(supply, terms)), ...more];
    return new Promise<{ code: number; text: string }>((resolve) => {
      execFile(process.execPath, args, (error, text) => resolve({ code: error === null ? 0 : 1, text }));
    });
  }

  it('is reproduced from its file, by the script and by the app', async () => {
    const csv = await fileOf();
    const { terms, supply } = await server.call(getOffering, { id });
    expect(verifyAllotment(csv, coinUnits(supply, terms))).toMatchObject({ participants: 3, wrongRow: undefined });
    expect(await run(csv)).toEqual({ code: 0, text: '3 rows, 0 wrong, 10000000 units in all\n' });
    const forged = csv.replace(',1428571\r\n', ',1428572\r\n');
    expect(forged).not.toBe(csv);
    expect(verifyAllotment(forged, coinUnits(supply, terms))?.wrongRow).toBe(1);
    expect((await run(forged)).code).toBe(1);
    expect(verifyAllotment(csv.split('\r\n').toSpliced(1, 1).join('\r\n'), 1n)).toBeUndefined();
  });

  it('shows each participant their own row, without identities to others', async () => {
    const [ann, bob] = users as [TestUser, TestUser];
    const own = await server.call(getOwnShare, { id }, ann);
    expect(own && participantOf(own.salt, ann.id)).toBe(own?.share.participant);
    expect(own && participantOf(own.salt, bob.id)).not.toBe(
      (await server.call(getOwnShare, { id }, bob))?.share.participant,
    );
    const { text } = await run(await fileOf(), own?.salt ?? '', String(ann.id));
    expect(text).toContain('row 1 is yours: 1428571 units');
    expect(await server.call(getOwnShare, { id }, await server.registerUser())).toBeNull();
    expect((await server.call(listShares, { id })).total).toBe(3);
  });

  it('matches each user’s own share', async () => {
    const [ann] = users as [TestUser];
    const { rows } = await server.call(listSubscriptions, {}, ann);
    expect(rows).toMatchObject([{ state: 'locked', allotted: '142.8571', paid: '71.42855', released: '28.57145' }]);
    const headers = { authorization: ann.token };
    const csv = (await server.app.inject({ url: `/api/${SUBSCRIPTIONS_CSV_PATH}`, headers })).body.split('\r\n');
    expect(csv[1]).toContain(',NOVA,0.5,USDT,100,locked,142.8571,3.5714,71.42855,28.57145,');
  });
});
