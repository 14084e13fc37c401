/**
 * Messages between the nodes of an exchange, signed with the key that its database holds: access to Redis alone moves no
 * money.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ErrorParams, ServerErrorCode } from '@halyard/contract/errors';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Reader } from '../db/database.ts';

/** A user's command, by the name of its call. The node that sends it has checked the user's rights. */
export type NodeCommand = { readonly call: string; readonly userId: UserId; readonly request: object };

/** `failed`: the other node may not have run it, so this one does. */
export type NodeReply =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly code: ServerErrorCode; readonly params: ErrorParams }
  | { readonly kind: 'failed' };

/** `sentMs` is in milliseconds since 1970. `request` is the id of the request in the log. */
export type NodeMessage = { readonly from: string; readonly sentMs: number } & (
  | { readonly kind: 'alive' }
  | { readonly kind: 'leaving' }
  | {
      readonly kind: 'command';
      readonly id: string;
      readonly request: string | undefined;
      readonly command: NodeCommand;
    }
  | { readonly kind: 'reply'; readonly id: string; readonly reply: NodeReply }
);

/** An older message is a repeated one: the clocks of nodes differ by a second at most. */
const AGE_MAX_MS = 10_000;
const MAC_LENGTH = 43;

type Received = { readonly channel: string; readonly text: string; readonly nowMs: number };

/** Reads the key. */
export async function readNodeKey(reader: Reader): Promise<Buffer> {
  const [row] = await rowsOf<{ key: string }>(reader, sql`select encode(node_key, 'hex') as key from exchange`);
  if (row === undefined) throw new Error('the database has no key of its nodes');
  return Buffer.from(row.key, 'hex');
}

/** The text of a message to a channel. */
export function sealMessage(key: Buffer, channel: string, message: NodeMessage): string {
  const body = JSON.stringify(message);
  return macOf(key, channel, body) + body;
}

/** The message of a text; undefined when no node of this exchange sent it to this channel just now. */
export function openMessage(key: Buffer, { channel, text, nowMs }: Received): NodeMessage | undefined {
  const [mac, body] = [text.slice(0, MAC_LENGTH), text.slice(MAC_LENGTH)];
  const expected = Buffer.from(macOf(key, channel, body));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const message = JSON.parse(body) as NodeMessage;
  return Math.abs(nowMs - message.sentMs) > AGE_MAX_MS ? undefined : message;
}

function macOf(key: Buffer, channel: string, body: string): string {
  return createHmac('sha256', key).update(channel).update('\n').update(body).digest('base64url');
}
