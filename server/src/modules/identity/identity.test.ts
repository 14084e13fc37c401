// Identity verification through the real app and a real database: both levels complete, parallel reviews, and one ID
// number that several users submit.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getAdvancedIdentity } from '@halyard/contract/identity/calls';
import type { UserId } from '@halyard/contract/ids';
import { getUser } from '@halyard/contract/user/calls';
import { rowsOf } from '../../db/database.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import { runCommand } from '../../operator/runCommand.ts';
import { BASIC, identityOf, newIdNumber } from '../../testing/identities.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { END_VERIFICATION } from './index.ts';
import { requireVerifiedName } from './identityRepository.ts';

const clock = createTestClock();
const refusedWith = (code: string) => ({ code });
let server: TestServer;
let user: TestUser;
let own: ReturnType<typeof identityOf>;

const center = () => server.call(getUser, {}, { token: user.token });
const readAdvanced = () => server.call(getAdvancedIdentity, {}, { token: user.token });
const now = () => new Date(clock.nowMs()).toISOString();
const reasonsOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));

const NONE = { status: 'none', rejectReason: null, submittedAt: null, reviewedAt: null };

describe('an identity', () => {
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
    own = identityOf(server, user);
  });

  test('both levels are submitted, reviewed and notified', async () => {
    expect(await own.read()).toEqual({
      basic: NONE,
      advanced: NONE,
      country: null,
      name: null,
      idNumberMasked: null,
    });
    await expect(requireVerifiedName(server.db, user.id)).rejects.toMatchObject(refusedWith('REAL_NAME_REQUIRED'));
    const submittedAt = now();
    expect(await own.basic({ idNumber: ' ab 12-34 567 ', name: '  Ana   Núñez ' })).toBe('Submitted, awaiting review.');
    expect(await own.read()).toMatchObject({
      basic: { status: 'pending', rejectReason: null, submittedAt, reviewedAt: null },
      country: 'VN',
      name: 'Ana Núñez',
      idNumberMasked: 'AB******67',
    });
    expect(await center()).toMatchObject({ reviewStatus: 'pending', name: 'Ana Núñez', advancedStatus: 0 });
    await expect(requireVerifiedName(server.db, user.id)).rejects.toMatchObject(refusedWith('REAL_NAME_REQUIRED'));

    clock.advance(5000);
    await own.approve();
    await requireVerifiedName(server.db, user.id);
    expect((await own.read()).basic).toEqual({
      status: 'verified',
      rejectReason: null,
      submittedAt,
      reviewedAt: now(),
    });

    await own.advanced(await own.pictures());
    expect(await center()).toMatchObject({ reviewStatus: 'verified', idNumberMasked: 'AB******67', advancedStatus: 1 });
    expect(await readAdvanced()).toMatchObject({ status: 'pending' });
    await own.approve();
    expect(await readAdvanced()).toMatchObject({ status: 'verified' });
    expect(await center()).toMatchObject({ advancedStatus: 2 });
  });

  test('ending a verification frees the ID number for its owner, and notifies the user of the reason', async () => {
    const idNumber = newIdNumber();
    await own.basic({ idNumber });
    await own.approve();
    const owner = identityOf(server, await server.registerUser());
    await owner.basic({ idNumber });
    await expect(owner.approve()).rejects.toThrow('verified with the same ID number');
    const end = (reason: string) =>
      runCommand(
        { ...server, log: server.app.log },
        { operator: 'rosa', words: ['identity', 'end', `${user.id}`, '--reason', reason] },
      );
    expect(await end('The number of somebody else')).toMatchObject({ exitCode: 0 });
    expect((await own.read()).basic).toMatchObject({ status: 'rejected', rejectReason: 'The number of somebody else' });
    await owner.approve();
    expect((await owner.read()).basic.status).toBe('verified');
    expect(await end('Again')).toMatchObject({ exitCode: 1 });
    expect(END_VERIFICATION.rule).toEqual({ right: 'review', second: 'always' });
  });

  test('one ID number is accepted from eight users, and verified for one of them', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => server.registerUser()));
    const idNumber = newIdNumber();
    const spellings = [
      idNumber,
      idNumber.toLowerCase(),
      ` ${idNumber} `,
      `${idNumber.slice(0, 4)}-${idNumber.slice(4)}`,
    ];
    const outcomes = await Promise.allSettled(
      users.map((who, index) => identityOf(server, who).basic({ idNumber: spellings[index % spellings.length] })),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set([JSON.stringify({ status: 'fulfilled', value: 'Submitted, awaiting review.' })]),
    );
    const reviews = await Promise.allSettled(users.map((who) => identityOf(server, who).approve()));
    const refused = reasonsOf(reviews);
    expect(refused).toHaveLength(7);
    const verified = users[reviews.findIndex(({ status }) => status === 'fulfilled')];
    const message = new RegExp(
      `^identity check \\d+ cannot be verified: user ${verified?.id} \\(identity check \\d+\\) `,
    );
    for (const reason of refused) {
      expect(reason).toMatchObject({
        name: 'ReviewError',
        cause: 'duplicate',
        message: expect.stringMatching(message),
      });
    }
    const loser = users.find((who) => who !== verified) ?? user;
    expect((await identityOf(server, loser).read()).basic.status).toBe('pending');
  });

  test('eight parallel submissions of one user are one check of each level', async () => {
    for (let round = 0; round < 5; round += 1) {
      const who = identityOf(server, await server.registerUser());
      const basics = reasonsOf(await Promise.allSettled(Array.from({ length: 8 }, () => who.basic())));
      expect(basics).toHaveLength(7);
      for (const reason of basics) expect(reason).toMatchObject(refusedWith('IDENTITY_PENDING'));
      await who.approve();
      const given = await who.pictures();
      const advanced = reasonsOf(await Promise.allSettled(Array.from({ length: 8 }, () => who.advanced(given))));
      expect(advanced).toHaveLength(7);
      for (const reason of advanced) expect(reason).toMatchObject(refusedWith('IDENTITY_PENDING'));
    }
  });

  test('of eight parallel reviews one counts, and only that one is in the audit log', async () => {
    await own.basic();
    const id = await own.newestId();
    const published: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => published.push(event));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0 ? own.approve(id) : own.reject('The name differs.', id),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const reason of reasonsOf(outcomes))
      expect(reason).toMatchObject({ name: 'ReviewError', cause: 'not-pending' });
    const lines = await rowsOf(
      server.db,
      sql`select operator, action, reason from operator_actions where subject = ${`identity:${id}`}`,
    );
    const { status } = (await own.read()).basic;
    expect(lines).toEqual([
      status === 'verified'
        ? { operator: 'rosa', action: 'identity.approve', reason: null }
        : { operator: 'rosa', action: 'identity.reject', reason: 'The name differs.' },
    ]);
    await vi.waitFor(() =>
      expect(published).toContainEqual(
        expect.objectContaining({
          userId: user.id,
          messageId: `identity:${id}`,
          facts: expect.objectContaining({ status }),
        }),
      ),
    );
    stop();
    expect(published.filter(({ type }) => type === 'user-notified')).toHaveLength(1);
  });

  test('after a rejection both levels are open again', async () => {
    await own.basic();
    await own.reject('  The name differs. ');
    expect(await own.read()).toMatchObject({
      basic: { status: 'rejected', rejectReason: 'The name differs.', reviewedAt: now() },
      name: BASIC.name,
    });
    expect(await center()).toMatchObject({ reviewStatus: 'rejected', name: '', idNumberMasked: '' });
    await own.basic();
    expect((await own.read()).basic).toMatchObject({ status: 'pending', rejectReason: null });
    await own.approve();

    await own.advanced(await own.pictures());
    await own.reject('The back is blurred.');
    expect(await center()).toMatchObject({ reviewStatus: 'verified', advancedStatus: 0 });
    expect(await readAdvanced()).toMatchObject({
      status: 'rejected',
      rejectReason: 'The back is blurred.',
    });
    await own.advanced(await own.pictures());
    expect((await own.read()).advanced).toMatchObject({ status: 'pending', rejectReason: null });
  });
});

describe('a review', () => {
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
    own = identityOf(server, user);
  });

  test('of a missing check, or a rejection without a reason, changes nothing', async () => {
    await own.basic();
    await expect(own.approve(2_000_000_000)).rejects.toMatchObject({ name: 'ReviewError', cause: 'not-found' });
    await expect(own.reject('  ')).rejects.toMatchObject({ name: 'ReviewError', cause: 'reason-missing' });
    expect((await own.read()).basic.status).toBe('pending');
    const lines = await rowsOf(
      server.db,
      sql`select 1 as one from operator_actions where subject = ${`identity:${await own.newestId()}`}`,
    );
    expect(lines).toEqual([]);
  });

  test('cannot be undone', async () => {
    await own.basic();
    await own.approve();
    await expect(own.reject('Second thoughts.')).rejects.toMatchObject({ cause: 'not-pending' });
    await requireVerifiedName(server.db, user.id);
    await expect(requireVerifiedName(server.db, 2_000_000_000 as UserId)).rejects.toMatchObject(
      refusedWith('REAL_NAME_REQUIRED'),
    );
  });
});
