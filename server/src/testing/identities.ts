/** Identity checks for tests, submitted through the real calls and reviewed as operators do. */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import {
  getIdentity,
  submitAdvancedIdentity,
  submitBasicIdentity,
  type Identity,
} from '@halyard/contract/identity/calls';
import { rowsOf } from '../db/database.ts';
import { reviewIdentity } from '../modules/identity/identityReviews.ts';
import type { TestServer, TestUser } from './testServer.ts';
import { givePicture } from './uploads.ts';

export type BasicRequest = RequestOf<typeof submitBasicIdentity>;
export type AdvancedRequest = RequestOf<typeof submitAdvancedIdentity>;

export const BASIC: BasicRequest = { name: 'Nguyễn Thị Minh Khai', country: 'VN', address: '12 Lê Lợi\nHuế' };
const REVIEWER = { name: 'rosa' };

let numbers = 100_000;

/** An ID number that no user has. */
export function newIdNumber(): string {
  numbers += 1;
  return `ID${numbers}`;
}

/** Submissions of a user on a server, and reviews by an operator. */
export function identityOf(server: TestServer, user: TestUser) {
  const { token } = user;

  async function newestId(): Promise<number> {
    const rows = await rowsOf<{ id: number }>(
      server.db,
      sql`select id from identity_checks where user_id = ${user.id} order by id desc limit 1`,
    );
    return rows[0]?.id ?? 0;
  }

  return {
    /** Of the newest check of either level; 0 before there is one. */
    newestId,
    read: (): Promise<Identity> => server.call(getIdentity, {}, { token }),
    /** A valid basic check but for `changes`, with an ID number of its own. */
    basic: (changes: BasicRequest = {}) =>
      server.call(submitBasicIdentity, { idNumber: newIdNumber(), ...BASIC, ...changes }, { token }),
    advanced: (request: AdvancedRequest) => server.call(submitAdvancedIdentity, request, { token }),
    /** Three pictures that the user has just uploaded. */
    pictures: async (): Promise<Record<'front' | 'back' | 'holding', string>> => ({
      front: await givePicture(server, user),
      back: await givePicture(server, user),
      holding: await givePicture(server, user),
    }),
    /** Verifies a check, by default the newest one. */
    approve: async (id?: number) =>
      reviewIdentity(server, { id: id ?? (await newestId()), decision: 'approve' }, REVIEWER),
    reject: async (reason: string, id?: number) =>
      reviewIdentity(server, { id: id ?? (await newestId()), decision: 'reject', reason }, REVIEWER),
  };
}
