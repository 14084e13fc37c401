/**
 * Codes that prove an address: six digits, bound to address and purpose, valid for ten minutes and five wrong tries; a
 * new one voids the older ones of the same asker. Requests and tries are counted by asker, so that no asker uses up
 * those of another. Nothing here reveals whether an account exists.
 */
import { createHash, randomInt } from 'node:crypto';
import type { CodePurpose } from '@halyard/contract/user/calls';
import { CODE_LENGTH, checkCodeForm } from '@halyard/contract/user/rules';
import { SECOND_MS, MINUTE_MS, DAY_MS } from '@halyard/contract/time';
import { BusinessError, refusal } from '../../calls/callHandler.ts';
import { networkOf } from '../../calls/networks.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import * as repository from './codesRepository.ts';
import { logRefusedGuess, type GuessLog } from '../security/guessing.ts';
import { matchKnownDevice, type Asker } from './knownDevice.ts';
import type { Channel } from './usersRepository.ts';

/** Lifetime of a code. */
export const CODE_AGE_MS = 10 * MINUTE_MS;
/** Wrong tries that void a code. */
export const CODE_TRIES = 5;
/** Minimum time between two codes for one address and purpose to one asker, unless the first was used up. */
export const CODE_INTERVAL_MS = MINUTE_MS;
/** Maximum of codes a day for one address to one asker. */
export const CODES_A_DAY = 10;
/**
 * Maximum for one address to all askers together, so that a mailbox or phone cannot be flooded through the exchange.
 * Known devices, and sessions older than a day, may still ask.
 */
export const CODES_A_DAY_OF_ALL = 30;

type Wanted = { readonly address: string; readonly purpose: repository.CodeUse };
type Issued = { readonly id: number; readonly code: string };

/** Issues, checks and uses up codes. */
export type CodesService = ReturnType<typeof createCodesService>;

type CodesDeps = { readonly db: Database; readonly clock: Clock; readonly log?: GuessLog };

/** Makes the codes of a database. */
export function createCodesService({ db, clock, log }: CodesDeps) {
  const now = () => new Date(clock.nowMs()).toISOString();

  return {
    /**
     * Makes a code. It counts against the limits whether or not it will be sent. Throws
     * `BusinessError('RATE_LIMITED')`.
     */
    async issue({ address, purpose }: Wanted, asker: repository.CodeAsker): Promise<Issued> {
      const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
      const codeHash = hashOf({ address, purpose }, code);
      const id = await db.transaction(async (tx) => {
        await repository.lockAddress(tx, address);
        await refuseTooMany(tx, { address, purpose }, asker);
        const expiresAt = new Date(clock.nowMs() + CODE_AGE_MS).toISOString();
        const tries = CODE_TRIES;
        return repository.insertCode(tx, { address, purpose, codeHash, asker, tries, now: now(), expiresAt });
      });
      return { id, code };
    },

    /** Deletes a code that could not be sent, so that its address may ask again immediately. */
    async withdraw(id: number): Promise<void> {
      await repository.deleteCode(db, id);
    },

    /**
     * Resolves to the id of the code when it is correct; a wrong one costs the asker a try. Throws `BusinessError`
     * CODE_REQUIRED or CODE_WRONG.
     */
    check,

    /** Like `check`, against the newest matching code. Throws `BusinessError` CODE_REQUIRED or CODE_WRONG. */
    async checkNewest(filter: repository.CodeFilter, code: string): Promise<void> {
      refuseBadForm(code);
      const newest = await repository.findNewestCode(db, filter);
      if (newest === undefined) throw new BusinessError('CODE_WRONG');
      await check(newest, code, filter.asker);
    },

    /** The address of the newest code that this asker requested. */
    async newestAddress(asker: Asker, channel: Channel, purpose: CodePurpose): Promise<string | undefined> {
      return (await repository.findNewestCode(db, { channel, address: undefined, purpose, asker }))?.address;
    },

    /**
     * Uses a checked code up, in the transaction that it allows. Throws `BusinessError('CODE_WRONG')` when it is used
     * already.
     */
    async use(tx: Transaction, id: number): Promise<void> {
      if (!(await repository.useCode(tx, id, now()))) throw new BusinessError('CODE_WRONG');
    },
  };

  async function check(wanted: Wanted, code: string, asker: repository.CodeGuesser): Promise<number> {
    refuseBadForm(code);
    const id = await repository.tryCode(db, { ...wanted, codeHash: hashOf(wanted, code.trim()), now: now(), asker });
    if (id !== undefined) return id;
    logRefusedGuess(log, { event: 'code_refused', account: wanted.address, ip: 'ip' in asker ? asker.ip : undefined });
    throw new BusinessError('CODE_WRONG');
  }

  async function refuseTooMany(tx: Transaction, wanted: Wanted, asker: repository.CodeAsker): Promise<void> {
    const nowMs = clock.nowMs();
    const freeAtMs = await nextFreeAtMs(tx, wanted, { asker, nowMs });
    if (freeAtMs <= nowMs) return;
    logRefusedGuess(log, { event: 'code_request_refused', account: wanted.address, ip: asker.ip });
    throw new BusinessError('RATE_LIMITED', { seconds: Math.ceil((freeAtMs - nowMs) / SECOND_MS) });
  }
}

/** Time of the next permitted code for an asker, given the earlier ones. */
async function nextFreeAtMs(
  tx: Transaction,
  { address, purpose }: Wanted,
  { asker, nowMs }: { readonly asker: repository.CodeAsker; readonly nowMs: number },
): Promise<number> {
  const since = new Date(nowMs - DAY_MS).toISOString();
  const sent = await repository.listSent(tx, { address, purpose }, since);
  const { sessionId } = asker;
  const known = sessionId === undefined ? await matchKnownDevice(tx, address, asker) : 'session';
  // Holders of the password can open any number of sessions.
  const isNew = sessionId === undefined ? known === undefined : await repository.isYoungSession(tx, sessionId, since);
  const network = networkOf(asker.ip);
  const isTheirs = {
    session: (code: repository.Sent) => code.device === repository.deviceOf(asker),
    device: (code: repository.Sent) => code.device === asker.device,
    network: (code: repository.Sent) => code.network === network,
  };
  const earlier = sent.filter(isTheirs[known ?? 'network']);
  const last = earlier.find((code) => code.purpose === purpose);
  const ends = [
    // After the last code was used up there is no wait for the next.
    [last?.isUsed === true ? undefined : last, CODE_INTERVAL_MS],
    [earlier[CODES_A_DAY - 1], DAY_MS],
    [isNew ? sent[CODES_A_DAY_OF_ALL - 1] : undefined, DAY_MS],
  ] as const;
  return Math.max(...ends.map(([code, waitMs]) => (code === undefined ? 0 : code.atMs + waitMs)));
}

function refuseBadForm(code: string): void {
  const fault = checkCodeForm(code);
  if (fault !== undefined) throw refusal(fault);
}

function hashOf({ address, purpose }: Wanted, code: string): string {
  return createHash('sha256')
    .update(JSON.stringify([purpose, address, code]))
    .digest('hex');
}
