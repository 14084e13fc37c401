// A backup has every file that its database may refer to, also when files come and go while the database is read.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../db/connect.ts';
import { putEmptyDatabase } from '../testing/emptyDatabase.ts';
import { backupEntries } from './makeBackup.ts';

it('has files that are removed and files that are stored while the database is read, each once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'halyard-backup-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await putEmptyDatabase(dataDir);
  const upload = (name: string) => join(dataDir, 'uploads', name);
  await mkdir(upload('incoming'), { recursive: true });
  for (const name of ['removed.jpg', 'stays.jpg', 'incoming/0.jpg']) await writeFile(upload(name), name);
  const { db, close } = await openDatabase({ dataDir });
  const names: string[] = [];
  for await (const { name } of backupEntries(
    { db, dataDir, databaseUrl: undefined, logKeyFile: undefined },
    new Date(),
  )) {
    names.push(name);
    if (name !== 'database') continue;
    await rm(upload('removed.jpg'));
    await writeFile(upload('stored.jpg'), 'stored');
  }
  await close();
  const uploads = names.filter((name) => name.startsWith('uploads/'));
  expect(uploads.toSorted()).toEqual(['uploads/removed.jpg', 'uploads/stays.jpg', 'uploads/stored.jpg']);
});
