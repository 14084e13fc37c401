/**
 * A device with passkeys, in software: ES256 keys, CBOR and the bytes of WebAuthn written from the standard, so that
 * the server is not tested with its own library.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Deliberate faults of a response. */
export type Spoiled = {
  /** Origin of the page; defaults to that of the exchange. */
  readonly origin?: string;
  /** Signature counter; defaults to one more each time. */
  readonly counter?: number;
  /** Whether the device verified its user; defaults to true. */
  readonly isVerified?: boolean;
  /** Base64url; defaults to the handle that the device was given. */
  readonly userHandle?: string;
  readonly crossOrigin?: boolean;
  /** The name for which the device signs; by default that of the options. */
  readonly siteId?: string;
};

export type SoftPasskey = {
  /** Base64url. */
  readonly credentialId: string;
  /** Responds to options of a new passkey, as JSON. */
  make(options: string, spoiled?: Spoiled): string;
  /** Responds to options of a login or a step-up, as JSON. */
  sign(options: string, spoiled?: Spoiled): string;
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Makes a device for the exchange of an origin; with the id of another device's credential it has a key of its own. */
export function createSoftPasskey(origin: string, id = randomBytes(16)): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = id.toString('base64url');
  let handle = '';
  let counted = 0;

  function authenticatorData(
    wanted: string,
    flags: number,
    { counter, isVerified = true, siteId = wanted }: Spoiled,
  ): Buffer {
    counted = counter ?? counted + 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0));
    head.writeUInt32BE(counted, 1);
    return Buffer.concat([sha256(siteId), head]);
  }
  const answer = (response: object) =>
    JSON.stringify({ id: credentialId, rawId: credentialId, type: 'public-key', response, clientExtensionResults: {} });
  const clientData = (type: string, challenge: string, { origin: page = origin, crossOrigin = false }: Spoiled) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: page, crossOrigin }));

  return {
    credentialId,
    make(text, spoiled = {}) {
      const options = JSON.parse(text) as { challenge: string; rp: { id: string }; user: { id: string } };
      handle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authenticatorData(options.rp.id, HAS_CREDENTIAL, spoiled);
      const authData = Buffer.concat([data, Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const parts = [cborText('fmt'), cborText('none'), cborText('attStmt'), cborHead(5, 0)];
      const attestation = Buffer.concat([cborHead(5, 3), ...parts, cborText('authData'), cborBytes(authData)]);
      return answer({
        clientDataJSON: clientData('webauthn.create', options.challenge, spoiled).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    sign(text, spoiled = {}) {
      const options = JSON.parse(text) as { challenge: string; rpId: string };
      const data = authenticatorData(options.rpId, 0, spoiled);
      const client = clientData('webauthn.get', options.challenge, spoiled);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        userHandle: spoiled.userHandle ?? handle,
      });
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** The public key as COSE has it: EC2, ES256, P-256, x, y. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = [x, y].map((part) => cborBytes(Buffer.from(part, 'base64url')));
  const [atX = Buffer.alloc(0), atY = Buffer.alloc(0)] = point;
  return Buffer.concat([
    Buffer.from('a5010203262001', 'hex'),
    Buffer.from('21', 'hex'),
    atX,
    Buffer.from('22', 'hex'),
    atY,
  ]);
}

/** The head of a CBOR item: its kind, and its length or count below 65,536. */
function cborHead(kind: number, size: number): Buffer {
  const first = kind << 5;
  if (size < 24) return Buffer.from([first | size]);
  return size < 256 ? Buffer.from([first | 24, size]) : Buffer.from([first | 25, size >> 8, size & 0xff]);
}

const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
