/** A witness by the specification C2SP tlog-witness: it checks the tree that it is shown, or errs on request. */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { fromBase64, HASH_BYTES, isSameBytes, wholeOf } from '@halyard/contract/transparency/bytes';
import { isConsistent } from '@halyard/contract/transparency/merkle';
import {
  cosignText,
  formatNote,
  parseCheckpoint,
  verifierKey,
  verifyNote,
  type Checkpoint,
  type SignerKey,
  type VerifierKey,
} from '@halyard/contract/transparency/note';
import type { Witness } from '../transparency/witnesses.ts';
import { createSignal } from './signal.ts';
import type { TestClock } from './testClock.ts';

/** Fault instead of the correct behaviour. */
export type WitnessFault =
  | 'none'
  | 403
  | 404
  | 500
  | 'silence'
  | 'wrong cosignature'
  | 'future'
  | 'no line'
  | 'too long';

export type StandInWitness = {
  readonly witness: Witness;
  /** The tree sizes of the requests. */
  readonly asked: readonly number[];
  /** The last tree that it saw, by origin. */
  readonly seen: Map<string, Checkpoint>;
  err(fault: WitnessFault): void;
  /** Delays the next answer until it is released. */
  holdNext(): { readonly isHeld: Promise<void>; letGo(): void };
  close(): Promise<void>;
};

type Reply = { readonly status: number; readonly body: string };

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const AN_HOUR_MS = 3_600_000;

/** Starts it; `trusted` are the keys of known logs. */
export async function startStandInWitness(
  name: string,
  { clock, trusted }: { readonly clock: TestClock; readonly trusted: () => Promise<readonly VerifierKey[]> },
): Promise<StandInWitness> {
  const signer = signerOf(name);
  const asked: number[] = [];
  const seen = new Map<string, Checkpoint>();
  let fault: WitnessFault = 'none';
  let hold: { reached: () => void; gate: Promise<void> } | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readText(request);
      if (fault === 'silence') return void response.destroy();
      const nowMs = clock.nowMs() + (fault === 'future' ? AN_HOUR_MS : 0);
      const reply = replyTo(body, { signer, asked, seen, nowMs, keys: await trusted() });
      const held = hold;
      hold = undefined;
      held?.reached();
      await held?.gate;
      const { status, body: text } = spoiled(reply, fault, signer);
      response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    witness: { name, key: signer.key, url: `http://127.0.0.1:${port}/` },
    asked,
    seen,
    err: (next) => {
      fault = next;
    },
    holdNext: () => {
      const [held, gate] = [createSignal(), createSignal()];
      hold = { reached: held.give, gate: gate.given };
      return { isHeld: held.given, letGo: gate.give };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Asked = {
  readonly signer: SignerKey;
  readonly asked: number[];
  readonly seen: Map<string, Checkpoint>;
  readonly nowMs: number;
  readonly keys: readonly VerifierKey[];
};

function replyTo(body: string, { signer, asked, seen, nowMs, keys }: Asked): Reply {
  const blank = body.indexOf('\n\n');
  const [oldLine = '', ...proofLines] = body.slice(0, blank).split('\n');
  const oldSize = wholeOf(oldLine.replace(/^old /, '')) ?? Number.POSITIVE_INFINITY;
  asked.push(oldSize);
  const checkpoint = parseCheckpoint(body.slice(blank + 2));
  const { origin, size, note } = checkpoint;
  const own = keys.filter(({ name }) => name === origin);
  if (own.length === 0) return { status: 404, body: '' };
  if (verifyNote(note, own).length === 0) return { status: 403, body: '' };
  if (oldSize > size) return { status: 400, body: '' };
  const last = seen.get(origin);
  const seenSize = last?.size ?? 0;
  if (oldSize !== seenSize || isOther(last, checkpoint)) return { status: 409, body: `${seenSize}\n` };
  const proof = proofLines.map((line) => fromBase64(line, HASH_BYTES) ?? new Uint8Array());
  if (!isGrown(last, checkpoint, proof)) return { status: 422, body: '' };
  seen.set(origin, checkpoint);
  return { status: 200, body: lineOf(note.text, signer, nowMs) };
}

/** Another tree of the size that was seen: this answers 409 too, and not 422. */
function isOther(last: Checkpoint | undefined, { size, root }: Checkpoint): boolean {
  return last?.size === size && !isSameBytes(last.root, root);
}

function isGrown(last: Checkpoint | undefined, { size, root }: Checkpoint, proof: readonly Uint8Array[]): boolean {
  if (last === undefined) return proof.length === 0;
  return isConsistent({ oldSize: last.size, oldRoot: last.root, size, root }, proof);
}

function spoiled(reply: Reply, fault: WitnessFault, signer: SignerKey): Reply {
  if (typeof fault === 'number') return { status: fault, body: '' };
  if (fault === 'wrong cosignature') return { status: 200, body: lineOf('another log\n1\n', signer, 1) };
  if (fault === 'no line') return { status: 200, body: '' };
  if (fault === 'too long') return { status: 200, body: reply.body.repeat(1000) };
  return reply;
}

function lineOf(text: string, signer: SignerKey, nowMs: number): string {
  const signatures = [cosignText(text, signer, Math.floor(nowMs / 1000))];
  return formatNote({ text: 'x\n', signatures }).slice('x\n\n'.length);
}

/** A key that no witness has, under the same name. */
function signerOf(name: string): SignerKey {
  const seed = createHash('sha256').update(name).digest();
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(secret).export({ format: 'jwk' });
  const publicKey = new Uint8Array(Buffer.from(x ?? '', 'base64url'));
  return {
    key: verifierKey(`witness.example/${name}`, 'witness', publicKey),
    sign: (message) => new Uint8Array(sign(null, message, secret)),
  };
}
