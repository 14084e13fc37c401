/**
 * A push service on this machine and its browsers: it checks the signature of every push as RFC 8292 requires, and the
 * browsers decrypt it (RFC 8188, 8291) with their own keys. Written against the RFCs, without the library that sends.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MESSAGE_CATEGORIES, pushedMessage, subscribePush, type PushedMessage } from '../src/notifications/calls.ts';
import { createHttpCaller } from './httpCaller.ts';

/** A push as it arrived in a browser. */
export type ReceivedPush = {
  readonly message: PushedMessage;
  /** Of the ciphertext. */
  readonly bytes: number;
  readonly ttl: string | undefined;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  /** The key that signed it, and the contact address of the sender. */
  readonly key: string;
  readonly subject: string;
};

/** A subscribed browser. */
export type TestBrowser = {
  readonly subscription: { readonly endpoint: string; readonly publicKey: string; readonly secret: string };
  /** Received pushes, oldest first. */
  readonly received: readonly ReceivedPush[];
  /** Error answers of the service to the next pushes. */
  readonly refusals: { readonly status: number; readonly headers?: Record<string, string> }[];
  /** Number of attempts. */
  tries(): number;
};

export type TestPushService = {
  /** Its origin, for `PUSH_SERVICES`. */
  readonly origin: string;
  openBrowser(): TestBrowser;
  close(): Promise<void>;
};

type Keys = { readonly ecdh: ReturnType<typeof createECDH>; readonly secret: Buffer };
type Inner = { readonly keys: Keys; readonly browser: TestBrowser & { received: ReceivedPush[] }; tries: number };

/** Starts a push service on a free port. */
export async function startPushService(): Promise<TestPushService> {
  const browsers = new Map<string, Inner>();
  const server = createServer((request, response) => {
    const inner = browsers.get(request.url ?? '');
    if (inner === undefined) {
      response.writeHead(404).end();
      return;
    }
    inner.tries += 1;
    void bodyOf(request).then((body) => {
      const refusal = inner.browser.refusals.shift();
      if (refusal === undefined) inner.browser.received.push(receive(inner.keys, request, body));
      response.writeHead(refusal?.status ?? 201, refusal?.headers).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    openBrowser() {
      const ecdh = createECDH('prime256v1');
      const publicKey = ecdh.generateKeys('base64url');
      const secret = randomBytes(16);
      const path = `/push/${randomUUID()}`;
      const subscription = { endpoint: `${origin}${path}`, publicKey, secret: secret.toString('base64url') };
      const browser = { subscription, received: [], refusals: [], tries: () => browsers.get(path)?.tries ?? 0 };
      browsers.set(path, { keys: { ecdh, secret }, browser, tries: 0 });
      return browser;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Subscribes a browser to every category of a user's events at a running exchange. */
export async function subscribeToAll(
  baseUrl: string,
  token: string,
  { subscription }: TestBrowser,
  settings: { readonly language: string; readonly hidesAmounts: boolean },
): Promise<void> {
  const categories = [...MESSAGE_CATEGORIES];
  await createHttpCaller(baseUrl)(subscribePush, { ...subscription, ...settings, categories }, token);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function receive(keys: Keys, { headers }: IncomingMessage, body: Buffer): ReceivedPush {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error(`not aes128gcm: ${headers['content-encoding']}`);
  const message = pushedMessage.parse(JSON.parse(decrypt(keys, body).toString('utf8')));
  const one = (name: string) => headers[name] as string | undefined;
  const signed = readSignature(one('authorization') ?? '', `http://${headers.host}`);
  return { message, bytes: body.length, ttl: one('ttl'), urgency: one('urgency'), topic: one('topic'), ...signed };
}

/** RFC 8188 with the keys of RFC 8291: one record. */
function decrypt({ ecdh, secret }: Keys, body: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const material = derive(ecdh.computeSecret(sender), secret, info, 32);
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the last record');
  return padded.subarray(0, end);
}

function derive(material: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', material, salt, info, length));
}

type Claims = { readonly aud: string; readonly exp: number; readonly sub: string };

/** RFC 8292: a token for this origin, valid for at most a day, signed by the key beside it. */
function readSignature(authorization: string, origin: string): Pick<ReceivedPush, 'key' | 'subject'> {
  const [, header = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (!isSigned(`${header}.${claims}`, signature, key)) throw new Error('the signature is wrong');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
  const leftSeconds = exp - Date.now() / 1000;
  if (aud !== origin || leftSeconds <= 0 || leftSeconds > 86_400) throw new Error('the token is not for this service');
  return { key, subject: sub };
}

function isSigned(data: string, signature: string, key: string): boolean {
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const signer = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  return verify('sha256', Buffer.from(data), signer, Buffer.from(signature, 'base64url'));
}
