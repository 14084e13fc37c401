/**
 * The exchange's VAPID keys, where the operator set none: made once, kept in the data folder, the same for all nodes
 * that share it.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import webpush from 'web-push';
import * as z from 'zod/mini';
import { isVapidPair, type VapidKeys } from './pushSettings.ts';

const FILE = 'vapid.json';
const OWNER_ONLY = 0o600;

const keptKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/**
 * Reads the keys, or makes them. Nodes that start together end with one pair. Throws when the file is damaged: other
 * keys would silence every browser that subscribed.
 */
export async function readVapidKeys(dataDir: string): Promise<VapidKeys> {
  const path = join(dataDir, FILE);
  return (await readKept(path)) ?? (await makeKept(dataDir, path));
}

async function readKept(path: string): Promise<VapidKeys | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const keys = keptKeys.parse(JSON.parse(text));
  if (!isVapidPair(keys)) throw new Error(`${path} holds no pair of keys`);
  return keys;
}

/** The file appears whole or not at all, and the first one stays. */
async function makeKept(dataDir: string, path: string): Promise<VapidKeys> {
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `${FILE}.${randomUUID()}`);
  await writeFile(draft, `${JSON.stringify(webpush.generateVAPIDKeys())}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  const kept = await readKept(path);
  if (kept === undefined) throw new Error(`${path} is gone`);
  return kept;
}
