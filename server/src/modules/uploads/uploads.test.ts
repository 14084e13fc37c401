// Uploaded files over real connections: served to their owner alone, in a form that nothing stores or runs; with a
// limit for each user; and no failure leaves a file without a row or a row without a file.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { symlink, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { logOut } from '@halyard/contract/user/calls';
import { rowsOf } from '../../db/database.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import {
  download,
  givePicture,
  giveVoucher,
  sendFile,
  sendForm,
  smallPicture,
  storedFiles,
} from '../../testing/uploads.ts';
import { ABANDONED_AFTER_MS, clearBroken } from './index.ts';
import { createLocalRates } from '../../rates.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { createUploadFiles, requireUpload, uploadFileOf, type UploadFiles } from './uploadFiles.ts';
import { createUploadsService, UPLOADS_A_DAY } from './uploadsService.ts';

const log = { error: vi.fn<() => void>() };

let server: TestServer;
let owner: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.registerUser();
  stranger = await server.registerUser();
});
afterAll(() => server.close());

const rows = () => rowsOf<{ id: string; extension: string }>(server.db, sql`select id, extension from uploads`);

/** No file without a row, no row without a file, nothing under way. */
async function expectTidy(): Promise<void> {
  const named = (await rows()).map(({ id, extension }) => `${id}.${extension}`).sort();
  expect(await storedFiles(server)).toEqual(named);
}

describe('an uploaded file', () => {
  test('has a path that does not contain its original name', async () => {
    const reply = await sendFile(server, owner, { bytes: await smallPicture(), name: 'Passport of J. Doe.png' });
    expect(reply).toEqual({ ok: true, payload: expect.stringMatching(/^\/upload\/[0-9a-f-]{36}\.png$/) });
    await expectTidy();
  });

  test('is readable by its owner, at both paths', async () => {
    const path = await givePicture(server, owner);
    const [own, legacy] = [
      await download(server, path, owner),
      await fetch(`${server.url}${path}`, { headers: { authorization: owner.token } }),
    ];
    for (const response of [own, legacy]) {
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': `inline; filename="${path.slice('/upload/'.length)}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      });
    }
    const bytes = Buffer.from(await own.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(own.headers.get('content-length')).toBe(String(bytes.length));
    expect(Buffer.from(await legacy.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('is only offered as a download when it is a PDF', async () => {
    const response = await download(server, await giveVoucher(server, owner), owner);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(await response.text()).toMatch(/^%PDF-1\.4/);
  });

  test('of another user is answered like a missing one', async () => {
    const path = await givePicture(server, owner);
    const missing = `/upload/${randomUUID()}.png`;
    const asked = [
      path,
      missing,
      path.replace('.png', '.jpg'),
      '/upload/x',
      '/upload/..%2F..%2Flock',
      '/upload/%00.png',
    ];
    const answers = await Promise.all(asked.map((one) => download(server, one, stranger)));
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toEqual({
        type: 'error',
        code: 'FILE_NOT_FOUND',
        params: {},
        message: 'This file does not exist or is not yours. Upload it again.',
      });
    }
  });

  test('needs a valid token, which is not accepted in the address', async () => {
    const path = await givePicture(server, owner);
    const leaver = await server.registerUser();
    const ofLeaver = await givePicture(server, leaver);
    await server.call(logOut, {}, { token: leaver.token });
    const answers = [
      await download(server, path),
      await download(server, `${path}?authorization=${owner.token}&token=${owner.token}`),
      await download(server, ofLeaver, leaver),
      await sendForm(server, leaver, { body: new FormData() }).then((reply) => Response.json(reply)),
    ];
    for (const answer of answers.slice(0, 3)) expect(await answer.json()).toMatchObject({ type: '999' });
    expect(await answers[3]?.json()).toMatchObject({ isLoggedOut: true, code: 'NOT_LOGGED_IN' });
  });

  test('answers a request for its headers without its bytes', async () => {
    const path = await givePicture(server, owner);
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'HEAD',
      headers: { authorization: owner.token },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('is missing when it is gone from the disk', async () => {
    const path = await givePicture(server, owner);
    await createUploadFiles(server.dataDir).discard(path.slice('/upload/'.length, -'.png'.length));
    expect((await download(server, path, owner)).status).toBe(404);
    await server.db.execute(sql`delete from uploads where '/upload/' || id || '.png' = ${path}`);
  });
});

describe('references to files in other calls', () => {
  test('must be the user’s own, and of an accepted type', async () => {
    const [picture, voucher] = [await givePicture(server, owner), await giveVoucher(server, owner)];
    const require = (user: TestUser, path: string, allowPdf: boolean) =>
      requireUpload(server.db, user.id, path, { allowPdf });

    expect(`/upload/${await require(owner, picture, false)}.png`).toBe(picture);
    expect(`/upload/${await require(owner, voucher, true)}.pdf`).toBe(voucher);
    await expect(require(owner, voucher, false)).rejects.toMatchObject({ code: 'FILE_TYPE_UNSUPPORTED' });
    for (const path of [picture, voucher, `/upload/${randomUUID()}.png`, 'http://x/y.png', '', "' or 1=1 --"]) {
      await expect(require(stranger, path, true)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    }
  });

  test('lead operators to the file on the disk', async () => {
    const path = await givePicture(server, owner);
    const id = await requireUpload(server.db, owner.id, path, { allowPdf: false });
    const found = await uploadFileOf(server.db, server.dataDir, id);
    expect(found).toMatchObject({
      file: join(server.dataDir, 'uploads', `${id}.png`),
      userId: owner.id,
      mediaType: 'image/png',
      width: 8,
      height: 6,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await uploadFileOf(server.db, server.dataDir, randomUUID())).toBeUndefined();
  });
});

describe('uploads', () => {
  test('no user stores more than the daily limit, also in parallel', async () => {
    const own = await startTestServer();
    const user = await own.registerUser();
    const left = 3;
    await own.db.execute(sql`
      insert into uploads (id, user_id, media_type, extension, bytes, sha256)
      select gen_random_uuid(), ${user.id}, 'image/png', 'png', 1, '' from generate_series(1, ${UPLOADS_A_DAY - left}::int)`);
    const bytes = await smallPicture();
    const replies = await Promise.all(Array.from({ length: 6 }, () => sendFile(own, user, { bytes })));
    const refused = replies.filter((reply) => !reply.ok);
    expect(replies.length - refused.length).toBe(left);
    for (const reply of refused) {
      expect(reply).toMatchObject({ code: 'UPLOADS_TOO_MANY', params: { max: UPLOADS_A_DAY } });
    }
    expect(await storedFiles(own)).toHaveLength(left);
    expect((await sendFile(own, await own.registerUser(), { bytes })).ok).toBe(true);
    await own.close();
  });
});

test('the limit resets a day later', async () => {
  let nowMs = Date.parse('2026-01-01T00:00:00.000Z');
  const own = await startTestServer({ clock: { isSet: true, nowMs: () => nowMs } });
  const user = await own.registerUser();
  await own.db.execute(sql`
    insert into uploads (id, user_id, media_type, extension, bytes, sha256, created_at)
    select gen_random_uuid(), ${user.id}, 'image/png', 'png', 1, '', '2026-01-01T00:00:00.000Z' from generate_series(1, ${UPLOADS_A_DAY}::int)`);
  const bytes = await smallPicture();
  nowMs += 24 * 3_600_000 - 1;
  expect(await sendFile(own, user, { bytes })).toMatchObject({ code: 'UPLOADS_TOO_MANY' });
  nowMs += 1;
  expect(await sendFile(own, user, { bytes })).toMatchObject({ ok: true });
  await own.close();
});

test('more parallel uploads of one user than forms can have are refused', async () => {
  const user = await server.registerUser();
  const open = Array.from({ length: 6 }, () => startSending(user));
  await vi.waitFor(async () =>
    expect((await storedFiles(server)).filter((name) => name.startsWith('incoming'))).toHaveLength(6),
  );
  expect(await sendFile(server, user, { bytes: await smallPicture() })).toMatchObject({ code: 'RATE_LIMITED' });
  expect(await sendFile(server, stranger, { bytes: await smallPicture() })).toMatchObject({ ok: true });
  for (const sending of open) sending.destroy();
  await vi.waitFor(expectTidy);
  expect(await sendFile(server, user, { bytes: await smallPicture() })).toMatchObject({ ok: true });
});

test('a sender that disconnects in the middle leaves nothing', async () => {
  const sending = startSending(owner);
  await vi.waitFor(async () => expect(await storedFiles(server)).toContainEqual(expect.stringMatching(/^incoming\//)));
  sending.destroy();
  await vi.waitFor(expectTidy);
});

/** Begins to send a file and stops. */
function startSending({ token }: TestUser) {
  const sending = request(`${server.url}/api/upload`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100000' },
  });
  sending.on('error', () => undefined);
  sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n\x89PNG');
  return sending;
}

test('refused files count towards the day as well', async () => {
  const clock = createTestClock();
  const files = createUploadFiles(server.dataDir);
  const uploads = createUploadsService({ ...server, clock, log, files, rates: createLocalRates(clock) });
  const sendNoPicture = () =>
    uploads.store({ userId: owner.id, ip: '127.0.0.1' }, (sink) => sink(Readable.from([Buffer.from('no picture')])));
  for (let n = 0; n < 2 * UPLOADS_A_DAY; n += 1)
    await expect(sendNoPicture()).rejects.toMatchObject({ code: 'FILE_TYPE_UNSUPPORTED' });
  await expect(sendNoPicture()).rejects.toMatchObject({ code: 'UPLOADS_TOO_MANY' });
});

test('files are refused before the disk is so full that the exchange halts, and nothing is read', async () => {
  let free = 0.09;
  const files = createUploadFiles(server.dataDir, async () => free);
  const uploads = createUploadsService({ ...server, log, files, rates: createLocalRates(server.clock) });
  const receive = vi.fn(async (sink: (source: Readable) => Promise<void>) =>
    sink(Readable.from([await smallPicture()])),
  );
  const store = () => uploads.store({ userId: owner.id, ip: '127.0.0.1' }, receive);
  await expect(store()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(receive).not.toHaveBeenCalled();
  free = 0.11;
  await store();
});

// A device of Linux that is always full.
describe.runIf(existsSync('/dev/full'))('a full disk', () => {
  test.each(['incoming', 'clean'] as const)(
    'is reported when the %s file meets it, and leaves nothing',
    async (which) => {
      const files = createUploadFiles(server.dataDir);
      const fullId = randomUUID();
      await symlink('/dev/full', `${files.incomingPath(fullId)}${which === 'clean' ? '.clean' : ''}`);
      const meeting: UploadFiles =
        which === 'incoming'
          ? { ...files, receive: (_id, source) => files.receive(fullId, source) }
          : { ...files, store: (name, bytes) => files.store({ ...name, id: fullId }, bytes) };
      const picture = await smallPicture();
      const uploads = createUploadsService({ ...server, log, files: meeting, rates: createLocalRates(server.clock) });
      const uploader = { userId: owner.id, ip: '127.0.0.1' };
      await expect(uploads.store(uploader, (sink) => sink(Readable.from([picture])))).rejects.toMatchObject({
        code: 'STORAGE_FULL',
      });
      await files.discard(fullId);
      await expectTidy();
    },
  );
});

describe('after a crash', () => {
  test('interrupted uploads are deleted, running ones are not, and stored ones stay', async () => {
    const files = createUploadFiles(server.dataDir);
    const noted = await givePicture(server, owner);
    const notedId = noted.slice('/upload/'.length, -'.png'.length);
    const [stored, received, fresh] = [randomUUID(), randomUUID(), randomUUID()];
    // Interrupted between file and row; while receiving; between row and clearing; and one that continues.
    await writeFile(files.pathOf({ id: stored, extension: 'jpg' }), 'x');
    for (const id of [stored, received, notedId, fresh]) await writeFile(files.incomingPath(id), 'x');
    await writeFile(`${files.incomingPath(received)}.clean`, 'x');
    const long = new Date(server.clock.nowMs() - ABANDONED_AFTER_MS - 1000);
    for (const path of [stored, received, notedId].map(files.incomingPath)) await utimes(path, long, long);
    await utimes(`${files.incomingPath(received)}.clean`, long, long);

    await clearBroken({ ...server, files });
    expect(await files.listIncoming()).toEqual([{ id: fresh, touchedAtMs: expect.any(Number) }]);
    expect((await download(server, noted, owner)).status).toBe(200);
    await files.discard(fresh);
    await expectTidy();
  });
});
