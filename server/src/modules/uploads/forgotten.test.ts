// Unreferenced files are deleted after a day, row and file, and never one that a record refers to or that a form takes
// at this moment.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendChatMessage } from '@halyard/contract/chat/calls';
import { decimal } from '@halyard/contract/money';
import { rowsOf } from '../../db/database.ts';
import { askDeposit } from '../../testing/funding.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { identityOf } from '../../testing/identities.ts';
import { givePicture, storedFiles } from '../../testing/uploads.ts';
import { clearBroken, forgetUnused } from './index.ts';
import { createUploadFiles, requireUpload, type UploadFiles } from './uploadFiles.ts';

// The embedded database has one connection, so nothing can wait for a lock of another.
const canLock = (await testEnginesByNight()).includes('postgres');
const ALLOWED = { allowPdf: false };
const idOf = (path: string) => path.slice('/upload/'.length, -'.png'.length);

describe('uploads', () => {
  let server: TestServer;
  let owner: TestUser;
  let files: UploadFiles;
  beforeAll(async () => {
    server = await startTestServer();
    owner = await server.registerUser();
    files = createUploadFiles(server.dataDir);
  });
  afterAll(() => server.close());

  const forget = (own: Partial<UploadFiles> = {}) => forgetUnused({ ...server, files: { ...files, ...own } });
  const makeOld = () => server.db.execute(sql`update uploads set created_at = now() - interval '25 hours'`);
  const rows = async () =>
    (await rowsOf<{ id: string }>(server.db, sql`select id from uploads order by id`)).map(({ id }) => id);
  const expectLeft = async (ids: readonly string[]) => {
    const sorted = ids.toSorted();
    expect(await rows()).toEqual(sorted);
    expect(await storedFiles(server)).toEqual(sorted.map((id) => `${id}.png`));
  };

  test('are deleted when nothing refers to them after a day', async () => {
    const unused = await givePicture(server, owner);
    const picture = await givePicture(server, owner);
    await server.call(sendChatMessage, { clientId: randomUUID(), text: '', picture }, { token: owner.token });
    const proof = await givePicture(server, owner);
    await askDeposit(server, owner, { amount: decimal('100'), proof });
    const identity = identityOf(server, owner);
    await identity.basic();
    await identity.approve();
    await identity.advanced(await identity.pictures());
    await makeOld();
    const fresh = await givePicture(server, owner);
    const before = await rows();
    expect(before).toHaveLength(7);
    await forget();
    expect(before).toEqual(expect.arrayContaining([idOf(picture), idOf(proof), idOf(fresh)]));
    await expectLeft(before.filter((id) => id !== idOf(unused)));
  });

  test.runIf(canLock)('stay while a form takes them, and are missing for a later form', async () => {
    const [taken, late] = [await givePicture(server, owner), await givePicture(server, owner)];
    await makeOld();
    await server.db.transaction(async (tx) => {
      const pictureId = await requireUpload(tx, owner.id, taken, ALLOWED);
      await forget();
      await tx.execute(
        sql`insert into chat_messages (user_id, sender, body, picture_id) values (${owner.id}, 'operator', '', ${pictureId})`,
      );
    });
    expect(await rows()).toContain(idOf(taken));
    expect(await rows()).not.toContain(idOf(late));
    const message = { clientId: randomUUID(), text: '', picture: late };
    await expect(server.call(sendChatMessage, message, { token: owner.token })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
  });

  test('leave a note when the process crashes between row and file, and the next clearing finishes', async () => {
    await makeOld();
    await forget();
    const before = await rows();
    const unused = idOf(await givePicture(server, owner));
    await makeOld();
    const discard = () => Promise.reject(new Error('killed'));
    await expect(forget({ discard })).rejects.toThrow('killed');
    expect(await rows()).not.toContain(unused);
    expect(await storedFiles(server)).toEqual(expect.arrayContaining([`${unused}.png`, `incoming/${unused}`]));
    const listIncoming = async () => [{ id: unused, touchedAtMs: 0 }];
    await clearBroken({ ...server, files: { ...files, listIncoming } });
    await expectLeft(before);
  });
});
