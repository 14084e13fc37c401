/** The server's log: one line per request, without secrets. */
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import pretty from 'pino-pretty';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config.ts';
import { oncePerMinute } from './repeatedLines.ts';

/** Header values and fields that are secrets wherever they occur. */
const SECRETS = [
  'authorization',
  'token',
  'code',
  'password',
  'passwordRepeat',
  'oldPassword',
  'fundPassword',
  'old_password',
  'oldpassword',
  'pay_password',
  'login_password',
  'loginPassword',
  're_password',
  'repassword',
];
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

type LogSettings = Pick<Config, 'logLevel'> & {
  /** Destination of the lines; by default the terminal. */
  readonly stream?: DestinationStream | undefined;
};

/** Creates the log: JSON lines, or readable ones in a terminal. */
export function createLog({ logLevel, stream }: LogSettings): Logger {
  const options: LoggerOptions = {
    level: logLevel,
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: { err: describeError },
    hooks: { logMethod: oncePerMinute() },
  };
  return pino(options, stream ?? terminal());
}

/** One line per request, without bodies, queries and headers. */
export const requestLog = fastifyPlugin(async (app) => {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0];
    const durationMs = Math.round(reply.elapsedTime);
    request.log.debug(
      { method: request.method, path, status: reply.statusCode, durationMs, ip: request.ip },
      'request',
    );
  });
});

function terminal(): DestinationStream {
  return process.stdout.isTTY ? pretty({ colorize: true, ignore: 'pid,hostname' }) : process.stdout;
}

/**
 * A failed query of drizzle contains its values, password hashes among them: only its SQL and the database's message
 * are logged.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  if ('query' in error && 'params' in error) {
    const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
    return { type: error.constructor.name, query: error.query, cause, stack: framesOf(error) };
  }
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.constructor.name, message: error.message, stack: framesOf(error), ...cause };
}

/** The stack without its first line, which repeats the message. */
function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
}
