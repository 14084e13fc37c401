/** Operator settings of pushes. */
import { createECDH } from 'node:crypto';
import { join } from 'node:path';
import webpush from 'web-push';
import * as z from 'zod/mini';
import { savePrivateFile } from '../../privateFile.ts';

/** A VAPID key pair in base64url (RFC 8292): the public half as an uncompressed point of P-256. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

/** `vapid`: the operator's own keys; without them the exchange makes a pair and stores it in its data folder. */
export type PushSettings = {
  readonly vapid: VapidKeys | undefined;
  /** Contact for push services when something is wrong: a `mailto:` or `https:` URL. */
  readonly vapidSubject: string;
  /** Services beside those of the browsers. */
  readonly pushServices: readonly string[];
};

/** Default contact. Apple's service requires a real address. */
export const PUSH_DEFAULTS: PushSettings = {
  vapid: undefined,
  vapidSubject: 'mailto:operator@halyard.invalid',
  pushServices: [],
};

const PUBLIC_KEY = /^[\w-]{87}$/;
const PRIVATE_KEY = /^[\w-]{43}$/;

export const isVapidPublicKey = (text: string) => PUBLIC_KEY.test(text);
export const isVapidPrivateKey = (text: string) => PRIVATE_KEY.test(text);
export const isVapidSubject = (text: string) =>
  URL.canParse(text) && ['mailto:', 'https:'].includes(new URL(text).protocol);

/** Whether both are halves of one pair. */
export function isVapidPair({ publicKey, privateKey }: VapidKeys): boolean {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
  } catch {
    return false;
  }
  return pair.getPublicKey('base64url') === publicKey;
}

/** The services of a comma-separated list; `undefined` when one of them is invalid. */
export function pushServicesOf(text: string, isSandbox: boolean): readonly string[] | undefined {
  const services = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  return services.every((service) => isPushService(service, isSandbox)) ? services : undefined;
}

/**
 * Permitted push services. An endpoint is chosen by the caller: only browsers' services are called, so that callers
 * cannot make the exchange send requests into its own network.
 */

/** Chrome and most others; Firefox; Safari; Edge. `*.` matches any subdomain. */
const KNOWN_SERVICES = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const HOST = /^(\*\.)?([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}$/;

/**
 * Whether a setting names a service: a host (`push.example.com`, `*.example.com`), or in a sandbox an `http` origin on
 * this machine.
 */
export function isPushService(text: string, isSandbox: boolean): boolean {
  return HOST.test(text) || (isSandbox && LOOPBACK.test(text));
}

/** Whether an endpoint belongs to a known service, or to one that the operator added. */
export function createEndpointCheck(added: readonly string[]): (endpoint: string) => boolean {
  const hosts = [...KNOWN_SERVICES, ...added];
  return (endpoint) => {
    if (!URL.canParse(endpoint)) return false;
    const { origin, protocol, hostname, port, username, password } = new URL(endpoint);
    if (username !== '' || password !== '') return false;
    if (added.includes(origin)) return true;
    return protocol === 'https:' && port === '' && hosts.some((host) => isBelow(hostname, host));
  };
}

function isBelow(hostname: string, host: string): boolean {
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
}

// The exchange's VAPID keys, when the operator configured none: made once, stored in the data folder, the same for all
// nodes that share it.

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
