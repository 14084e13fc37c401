/** Outages (a database or Redis that is away, a full disk), as opposed to faults of the code. */

/** Codes of Node for a server that cannot be reached, and for a full disk. */
const DISK_FULL = ['ENOSPC', 'EDQUOT', '53100'];
const AWAY = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
/**
 * PostgreSQL: no connection (08), no resources (53), a shutdown or crash (57P), an error of its disk (58030), and the
 * time limits of a statement, a lock and an idle transaction.
 */
const POSTGRES = /^(?:08...|53...|57P0[1-5]|58030|57014|55P03|25P0[34])$/;
/** The drivers of PostgreSQL and Redis give these no code. */
const MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The client is (?:offline|closed)|Socket closed unexpectedly|Connection timeout)/;

/** The cause of an outage, the same text for every error that it makes; undefined for any other error. */
export function outageOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AggregateError) return outageOf(error.errors[0]);
  const { code, address, port } = error as {
    readonly code?: unknown;
    readonly address?: string;
    readonly port?: number;
  };
  if (typeof code === 'string' && isOutageCode(code)) return [code, address, port].filter(Boolean).join(' ');
  if (MESSAGES.test(error.message)) return error.message;
  return outageOf(error.cause);
}

/** Whether there is no room left on a disk, of this machine or of the database. */
export function isDiskFull(error: unknown): boolean {
  return DISK_FULL.includes(outageOf(error)?.split(' ', 1)[0] ?? '');
}

function isOutageCode(code: string): boolean {
  return DISK_FULL.includes(code) || AWAY.includes(code) || POSTGRES.test(code);
}
