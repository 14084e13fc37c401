/** Users with two-step login, and the codes of their authenticator apps. */
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { confirmTotp, startTotp } from '@halyard/contract/security/factorCalls';
import { logIn } from '@halyard/contract/user/calls';
import { RefusedError } from '@halyard/contract/testing/httpCaller';
import { rowsOf } from '../db/database.ts';
import { STEP_SECONDS } from '../modules/security/guessing.ts';
import type { TestServer, TestUser } from './testServer.ts';

/** A user with an authenticator app. */
export type Protected = TestUser & { readonly secret: string; readonly recoveryCodes: readonly string[] };

/** The code of an app at a step. */
export function codeAt(secret: string, step: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: step * STEP_SECONDS * 1000 });
}

/** Runs an action at the database's step; again when the step ended in the meantime. */
export async function atOneStep<T>({ db }: TestServer, work: (step: number) => Promise<T>): Promise<T> {
  const readStep = async () => {
    const [row] = await rowsOf<{ step: number }>(
      db,
      sql`select floor(extract(epoch from clock_timestamp()) / ${STEP_SECONDS}::int)::float8 as step`,
    );
    return row?.step ?? 0;
  };
  for (;;) {
    const step = await readStep();
    const result = await work(step);
    if ((await readStep()) === step) return result;
  }
}

/** As right after a step-up. */
export async function prove({ db }: TestServer, { id }: TestUser): Promise<void> {
  await db.execute(sql`update sessions set proved_at = clock_timestamp() where user_id = ${id}`);
}

/** As if no code was used yet, and none was wrong. */
export async function forgetSteps({ db }: TestServer, { id }: TestUser): Promise<void> {
  await db.execute(sql`update totp_factors set last_step = null where user_id = ${id}`);
  await db.execute(sql`delete from factor_tries where user_id = ${id}`);
}

/** A new user who turned the authenticator app on through the real calls. */
export async function openProtected(server: TestServer): Promise<Protected> {
  const plain = await server.registerUser();
  await prove(server, plain);
  const { secret } = await server.call(startTotp, {}, plain);
  const { recoveryCodes } = await atOneStep(server, async (step) => {
    await server.db.execute(sql`update totp_factors set confirmed_at = null where user_id = ${plain.id}`);
    await forgetSteps(server, plain);
    return server.call(confirmTotp, { code: codeAt(secret, step) }, plain);
  });
  await forgetSteps(server, plain);
  return { ...plain, secret, recoveryCodes };
}

/** Result of a login: `in`, or the code of the refusal. */
export async function enter(
  server: TestServer,
  { address, password }: Pick<TestUser, 'address' | 'password'>,
  secondFactor?: string,
  ip?: string,
): Promise<string> {
  try {
    const token = await server.call(logIn, { address, password, secondFactor }, { ...(ip !== undefined && { ip }) });
    return token === '' ? 'without a token' : 'in';
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.code;
  }
}
