/** Everything about a user as one ZIP file: made by a job, there for a week, downloaded with a step-up (ADR 47). */
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { DATA_EXPORT_PATH, EXPORT_DAYS, type DataExport } from '@halyard/contract/account/calls';
import type { UserId } from '@halyard/contract/ids';
import { DAY_MS } from '@halyard/contract/time';
import { BusinessError, type SessionUser, type VerifyToken } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { addJob, type JobOutcome, type Lease, type LeaseJob } from '../../jobs/job.ts';
import type { EndWithAccount, ModuleDeps } from '../../module.ts';
import { userOf } from '../../plugins/calls.ts';
import { requireStepUp } from '../security/sessionStepUp.ts';
import { createUploadFiles } from '../uploads/uploadFiles.ts';
import { alertUser } from '../user/userMail.ts';
import { readPages } from './userTables.ts';
import { writeZip, type ZipEntry } from './zipFile.ts';

const EXPORT = 'account.export';
const FOLDER_MODE = 0o700;
/** How long a file that cannot be made is tried: operators learn of it within minutes (`halyard_failing_jobs`). */
const TRY_MS = DAY_MS;

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'events' | 'dataDir' | 'csvFiles' | 'userTables'>;
type Row = Omit<DataExport, 'status'> & { readonly id: number; readonly userId: UserId; readonly file: string };

/** The user's file; null when there is none. */
export async function readExport(reader: Reader, userId: UserId): Promise<DataExport | null> {
  const row = await findExport(reader, sql`user_id = ${userId}`);
  return row === undefined ? null : toExport(row);
}

function toExport({ id: _id, userId: _userId, file: _file, ...shown }: Row): DataExport {
  return { ...shown, status: shown.readyAt === null ? 'pending' : 'ready' };
}

async function findExport(reader: Reader, where: ReturnType<typeof sql>): Promise<Row | undefined> {
  const [row] = await rowsOf<Row>(
    reader,
    sql`select id::float8 as id, user_id as "userId", file::text as file, bytes::float8 as bytes,
        ${isoText(sql`requested_at`)} as "requestedAt", ${isoText(sql`ready_at`)} as "readyAt",
        ${isoText(sql`expires_at`)} as "expiresAt"
      from data_exports where ${where}`,
  );
  return row;
}

/** Requests a file; the one that is made or ready already stays. Throws `BusinessError('PROOF_REQUIRED')`. */
export async function requestExport({ db, clock, dataDir }: Deps, user: SessionUser): Promise<DataExport> {
  await requireStepUp(db, user);
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const nowMs = clock.nowMs();
    await forgetLost(tx, dataDir, user.id);
    const file = randomUUID();
    const [added] = await rowsOf<{ id: number }>(
      tx,
      sql`insert into data_exports (user_id, file, requested_at)
        values (${user.id}, ${file}, ${new Date(nowMs).toISOString()}::timestamptz)
        on conflict do nothing returning id::float8 as id`,
    );
    // The job has the name too, because the row is erased with its account.
    if (added !== undefined)
      await addJob(tx, [{ kind: EXPORT, key: String(added.id), payload: { file }, dueAtMs: nowMs }]);
    const row = await findExport(tx, sql`user_id = ${user.id}`);
    if (row === undefined) throw new Error('an export was not written');
    return toExport(row);
  });
}

/** After a restore there is the row of a file that no backup has. */
async function forgetLost(tx: Transaction, dataDir: string, userId: UserId): Promise<void> {
  const row = await findExport(tx, sql`user_id = ${userId} and ready_at is not null`);
  if (row === undefined || existsSync(pathOf(dataDir, row.file))) return;
  await tx.execute(sql`delete from data_exports where id = ${row.id}`);
}

/** Deletes the file of an account that ends: its job runs now, and finds no row. */
export const endExport: EndWithAccount = async (tx, { userId, at }) => {
  const row = await findExport(tx, sql`user_id = ${userId}`);
  if (row === undefined) return;
  const job = { kind: EXPORT, key: String(row.id), payload: { file: row.file }, dueAtMs: Date.parse(at) };
  await addJob(tx, [job], 'move');
};

/** Makes a file, or gives it up, notifies its user, and deletes it when its time is over or its row is erased. */
export function createExportJob(deps: Deps): LeaseJob {
  const { db, clock, dataDir } = deps;
  return {
    name: EXPORT,
    mode: 'lease',
    atOnceMax: 1,
    run: async ({ key: id, payload }, lease) => {
      const row = await findExport(db, sql`id = ${Number(id)}`);
      if (row === undefined) {
        if (payload['file'] !== undefined) await removeFile(dataDir, String(payload['file']));
        return 'done';
      }
      const { file, expiresAt } = row;
      if (expiresAt !== null) {
        if (clock.nowMs() < Date.parse(expiresAt)) return { againAtMs: Date.parse(expiresAt) };
        await removeFile(dataDir, file);
        await db.execute(sql`delete from data_exports where id = ${row.id}`);
        return 'done';
      }
      try {
        return await makeFile(deps, row, lease);
      } catch (error) {
        const isTrying = clock.nowMs() < Date.parse(row.requestedAt) + TRY_MS;
        if (isTrying || lease.signal.aborted) throw error;
        await db.transaction((tx) => giveUp(tx, row, { lease, nowMs: clock.nowMs() }));
        return 'done';
      }
    },
  };
}

async function makeFile(deps: Deps, row: Row, lease: Lease): Promise<JobOutcome> {
  const { db, clock, dataDir } = deps;
  await createUploadFiles(dataDir).requireRoom();
  const bytes = await writeFile(deps, row, lease.signal);
  const nowMs = clock.nowMs();
  const expiresMs = nowMs + EXPORT_DAYS * DAY_MS;
  const isAnnounced = await db.transaction(async (tx) => {
    // In the order of the job that ends the account.
    await lockUser(tx, row.userId);
    await lease.confirm(tx);
    const at = new Date(nowMs).toISOString();
    const updated = await rowsOf(
      tx,
      sql`update data_exports set bytes = ${bytes}, ready_at = ${at}::timestamptz,
          expires_at = ${new Date(expiresMs).toISOString()}::timestamptz where id = ${row.id} returning id`,
    );
    if (updated.length > 0) await alertUser(tx, { userId: row.userId, kind: 'data_export_ready', at });
    return updated.length > 0;
  });
  if (isAnnounced) return { againAtMs: expiresMs };
  // The account has ended meanwhile.
  await removeFile(dataDir, row.file);
  return 'done';
}

/** Ends the request, so that its user can ask again. */
async function giveUp(
  tx: Transaction,
  { id, userId }: Row,
  { lease, nowMs }: { readonly lease: Lease; readonly nowMs: number },
): Promise<void> {
  await lockUser(tx, userId);
  await lease.confirm(tx);
  const ended = await rowsOf(tx, sql`delete from data_exports where id = ${id} returning id`);
  if (ended.length > 0) await alertUser(tx, { userId, kind: 'data_export_failed', at: new Date(nowMs).toISOString() });
}

const pathOf = (dataDir: string, file: string) => join(dataDir, 'exports', `${file}.zip`);
const partialOf = (dataDir: string, file: string) => `${pathOf(dataDir, file)}.partial`;

async function removeFile(dataDir: string, file: string): Promise<void> {
  await rm(pathOf(dataDir, file), { force: true });
  await rm(partialOf(dataDir, file), { force: true });
}

/**
 * The file appears under its name when it is whole. Resolves to its size; rejects when another node has taken over or
 * this node stops.
 */
async function writeFile(deps: Deps, { userId, file }: Row, signal: AbortSignal): Promise<number> {
  const { dataDir } = deps;
  const partial = partialOf(dataDir, file);
  await mkdir(join(dataDir, 'exports'), { recursive: true, mode: FOLDER_MODE });
  await rm(partial, { force: true });
  try {
    const bytes = await writeZip(partial, entriesOf(deps, userId), signal);
    await rename(partial, pathOf(dataDir, file));
    return bytes;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function* entriesOf(deps: Deps, userId: UserId): AsyncGenerator<ZipEntry> {
  yield await profileOf(deps.db, userId);
  yield* tablesOf(deps, userId);
  yield* listsOf(deps, userId);
  yield* picturesOf(deps, userId);
}

async function profileOf(db: Database, userId: UserId): Promise<ZipEntry> {
  const rows = await rowsOf<{ row: object }>(
    db,
    sql`select to_jsonb(u) - array(select jsonb_array_elements_text(${JSON.stringify(USER_OMITTED)}::text::jsonb)) as row
      from users u where u.id = ${userId}`,
  );
  return { name: 'account.json', pieces: [JSON.stringify(rows[0]?.row ?? {}, undefined, 2)] };
}

/** Tables, each as a list of rows in JSON. */
async function* tablesOf({ db, userTables }: Deps, userId: UserId): AsyncGenerator<ZipEntry> {
  for (const table of userTables) {
    const pages = readPages(db, table, userId);
    const first = await pages.next();
    if (first.done !== true) yield { name: `${table.table}.json`, pieces: listOf(first.value, pages) };
  }
}

async function* listOf(first: readonly string[], others: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `[\n${first.join(',\n')}`;
  for await (const rows of others) yield `,\n${rows.join(',\n')}`;
  yield '\n]\n';
}

async function* listsOf({ db, csvFiles }: Deps, userId: UserId): AsyncGenerator<ZipEntry> {
  for (const file of csvFiles) {
    if ('open' in file && EXPORTED_FILES.includes(file.name))
      yield { name: `${file.name}.csv`, pieces: await file.open(db, userId, {}) };
  }
}

async function* picturesOf({ db, dataDir }: Deps, userId: UserId): AsyncGenerator<ZipEntry> {
  const files = createUploadFiles(dataDir);
  const uploads = await rowsOf<{ id: string; extension: 'jpg' }>(
    db,
    sql`select id::text as id, extension from uploads where user_id = ${userId} order by created_at`,
  );
  for (const upload of uploads) {
    yield { name: `pictures/${upload.id}.${upload.extension}`, pieces: createReadStream(files.pathOf(upload)) };
  }
}

/** Serves the file to its user, with a step-up, while it is there. */
export function serveExport({ db, dataDir, clock }: Deps, app: FastifyInstance, verifyToken: VerifyToken): void {
  app.get(`/api/${DATA_EXPORT_PATH}`, { config: { limit: 'csv' } }, async (request, reply) => {
    const user = await userOf(request, verifyToken);
    await requireStepUp(db, user);
    const row = await findExport(db, sql`user_id = ${user.id} and ready_at is not null`);
    const isThere = row?.expiresAt != null && clock.nowMs() < Date.parse(row.expiresAt);
    if (!isThere || !existsSync(pathOf(dataDir, row.file))) throw new BusinessError('FILE_NOT_FOUND');
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="halyard-data.zip"',
        'access-control-expose-headers': 'content-disposition',
        'cache-control': 'no-store',
      })
      .send(createReadStream(pathOf(dataDir, row.file)));
  });
}

/** Files of lists that may be long, by the names of the modules' CSV files; in place of their tables. */
const EXPORTED_FILES: readonly string[] = ['movements', 'orders', 'trades', 'options', 'positions'];

/** Columns of `users` that the file leaves out. */
const USER_OMITTED: readonly string[] = ['password_hash', 'fund_password_hash'];
