/** Operator settings of pushes. */
import { createECDH } from 'node:crypto';
import { isPushService } from './pushServices.ts';

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
