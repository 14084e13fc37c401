/** Refused guesses in the server's log, as one stream of events that an alarm can be set upon. */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from '../../calls/networks.ts';

/** Where they are logged; a part of an exchange without a log says nothing. */
export type GuessLog = Pick<FastifyBaseLogger, 'warn'> | undefined;

type RefusedGuess = {
  readonly event:
    | 'login_refused'
    | 'login_password_refused'
    | 'code_refused'
    | 'code_request_refused'
    | 'fund_password_refused'
    | 'second_factor_refused';
  /** Whose account it was about: an address, or `user 17`. Written as the beginning of its hash. */
  readonly account: string;
  /** Of the caller, where it is known. Written as its network. */
  readonly ip?: string | undefined;
};

const HASH_LENGTH = 16;

/** Logs one. Neither the address nor what was guessed is written. */
export function logRefusedGuess(log: GuessLog, { event, account, ip }: RefusedGuess): void {
  const accountHash = createHash('sha256').update(account).digest('hex').slice(0, HASH_LENGTH);
  log?.warn(
    { event, account: accountHash, ...(ip !== undefined && { network: networkOf(ip) }) },
    'a guess was refused',
  );
}
