/** Distinguishes outages (an unreachable database or Redis, a full disk, closed books) from faults of the code. */

/** Codes of Node for a full disk, and for a server, a socket or a file that cannot be reached. */
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
  'ENETDOWN',
  'ECONNABORTED',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'EIO',
  'EROFS',
];
/**
 * PostgreSQL: no connection (08), a refused one (28, 3D000), no resources (53), a shutdown or crash (57P), an error of
 * its disk (58030), a read-only standby (25006), and the time limits of a statement, a lock and an idle transaction.
 */
const POSTGRES = /^(?:08...|28...|3D000|53...|57P0[1-5]|58030|25006|57014|55P03|25P0[34])$/;
/** Raised by `ledger_post`. */
const BOOKS_CLOSED = 'LH001';
/** Errors without a code, or with an ambiguous one. */
const MESSAGES =
  /^(?:database .* is not currently accepting connections|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The client is (?:offline|closed)|Socket closed unexpectedly|Connection timeout)/;

/** The cause of an outage, the same text for all its errors; undefined for any other error. */
export function outageOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AggregateError) return outageOf(error.errors[0]);
  const { code, address, port } = error as {
    readonly code?: unknown;
    readonly address?: string;
    readonly port?: number;
  };
  if (code === BOOKS_CLOSED) return error.message;
  if (typeof code === 'string' && isOutageCode(code)) return [code, address, port].filter(Boolean).join(' ');
  if (MESSAGES.test(error.message)) return error.message;
  return outageOf(error.cause);
}

/** Message of the ledger's error while the transparency log is stopped; undefined for any other error. */
export function closedBooksOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && error.code === BOOKS_CLOSED ? error.message : closedBooksOf(error.cause);
}

/** Whether a disk is full, of this machine or of the database. */
export function isDiskFull(error: unknown): boolean {
  return DISK_FULL.includes(outageOf(error)?.split(' ', 1)[0] ?? '');
}

function isOutageCode(code: string): boolean {
  return DISK_FULL.includes(code) || AWAY.includes(code) || POSTGRES.test(code);
}
