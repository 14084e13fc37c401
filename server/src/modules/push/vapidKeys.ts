/**
 * The exchange's VAPID keys, when the operator configured none: made once, stored in the data folder, the same for all
 * nodes that share it.
 */
import { join } from 'node:path';
import webpush from 'web-push';
import * as z from 'zod/mini';
import { savePrivateFile } from '../../privateFile.ts';
import { isVapidPair, type VapidKeys } from './pushSettings.ts';

const FILE = 'vapid.json';

const storedKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/**
 * Reads the keys, or makes them. Nodes that start together end with one pair. Throws when the file is damaged: other
 * keys would silence every browser that subscribed.
 */
export async function readVapidKeys(dataDir: string): Promise<VapidKeys> {
  const path = join(dataDir, FILE);
  const text = await savePrivateFile(path, `${JSON.stringify(webpush.generateVAPIDKeys())}\n`);
  const keys = storedKeys.parse(JSON.parse(text));
  if (!isVapidPair(keys)) throw new Error(`${path} holds no pair of keys`);
  return keys;
}
