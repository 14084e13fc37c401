/** Files for tests, sent over a real connection the way browsers send them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { UPLOAD_FIELD } from '@halyard/contract/uploads/calls';
import { readEnvelope, type Reply } from '@halyard/contract/envelope';
import type { TestServer, TestUser } from './testServer.ts';

/** A file as a browser sends it: name and type are the sender's claims. */
export type OfferedFile = { readonly bytes: Uint8Array; readonly name?: string; readonly type?: string };

type Sender = Pick<TestUser, 'token'>;
type Place = Pick<TestServer, 'url'>;

/** Sends a form with one file. */
export function sendFile(
  server: Place,
  sender: Sender,
  { bytes, name = 'picture', type = '' }: OfferedFile,
): Promise<Reply> {
  const form = new FormData();
  // A copy, because a blob does not accept bytes in shared memory.
  form.append(UPLOAD_FIELD, new Blob([new Uint8Array(bytes)], { type }), name);
  return sendForm(server, sender, { body: form });
}

/** Sends any body to the upload call; `headers` may claim another type. */
export async function sendForm(
  server: Place,
  { token }: Sender,
  init: Pick<RequestInit, 'body' | 'headers' | 'signal'>,
): Promise<Reply> {
  const headers = new Headers(init.headers);
  headers.set('authorization', token);
  const response = await fetch(`${server.url}/api/upload`, { method: 'POST', ...init, headers });
  const reply = readEnvelope(await response.json());
  if (reply === undefined) throw new Error(`no envelope: HTTP ${response.status}`);
  return reply;
}

/** Uploads a small picture; resolves to its path. */
export function givePicture(server: Place, sender: Sender): Promise<string> {
  return giveFile(server, sender, smallPicture);
}

/** Uploads a plain voucher of one empty page; resolves to its path. */
export function giveVoucher(server: Place, sender: Sender): Promise<string> {
  return giveFile(server, sender, () => Promise.resolve(Buffer.from(PLAIN_PDF)));
}

async function giveFile(server: Place, sender: Sender, make: () => Promise<Uint8Array>): Promise<string> {
  const reply = await sendFile(server, sender, { bytes: await make() });
  if (!reply.ok || typeof reply.payload !== 'string') throw new Error(`refused: ${JSON.stringify(reply)}`);
  return reply.payload;
}

/** A PNG of 8 x 6 pixels. */
export function smallPicture(): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 6, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
}

const PLAIN_PDF = [
  '%PDF-1.4',
  '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
  '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
  '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >> endobj',
  'trailer << /Root 1 0 R >>',
  '%%EOF\n',
].join('\n');

/** The file of a path, read with a token. */
export function download({ url }: Place, path: string, sender?: Sender): Promise<Response> {
  return fetch(`${url}/api${path}`, { headers: sender === undefined ? {} : { authorization: sender.token } });
}

/** All files below the data folder, as paths from `uploads/` on. */
export async function storedFiles({ dataDir }: Pick<TestServer, 'dataDir'>): Promise<string[]> {
  const folder = join(dataDir, 'uploads');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
