/** Prevents faults from flooding the log: one line per cause and minute. */
import type { LoggerOptions } from 'pino';
import { MINUTE_MS } from '@halyard/contract/time';
import { outageOf } from '../outage.ts';

/** Most causes remembered within a minute; the oldest are dropped first. */
const CAUSES_MAX = 100;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
type Details = Readonly<Record<string, unknown>>;

/**
 * Creates the hook. The first line of a cause after a minute has in `repeated` how many lines were suppressed. Lines of
 * outages have no stack, and the message in `outage`. A fault whose `id` a user was shown is always a line.
 */
export function oncePerMinute(nowMs: () => number = () => performance.now()): LogMethod {
  const causes = new Map<string, { readonly sinceMs: number; leftOut: number }>();
  return function logOnce(args, method) {
    const [details, text] = args as unknown[];
    const cause = isRecord(details) ? causeOf(details, text) : undefined;
    if (cause === undefined || !isRecord(details)) {
      method.apply(this, args);
      return;
    }
    const known = causes.get(cause);
    if (known !== undefined && nowMs() - known.sinceMs < MINUTE_MS) {
      known.leftOut += 1;
      return;
    }
    causes.delete(cause);
    causes.set(cause, { sinceMs: nowMs(), leftOut: 0 });
    const [oldest] = causes.keys();
    if (causes.size > CAUSES_MAX && oldest !== undefined) causes.delete(oldest);
    const repeated = known === undefined || known.leftOut === 0 ? {} : { repeated: known.leftOut };
    const [, ...words] = args as unknown[];
    method.apply(this, [{ ...shortened(details), ...repeated }, ...words] as typeof args);
  };
}

/** Identifies lines with one cause; undefined for a line that is always written. */
function causeOf({ err, id }: Details, text: unknown): string | undefined {
  const outage = outageOf(err);
  if (outage !== undefined) return outage;
  return err instanceof Error && id === undefined ? JSON.stringify([text, err.name, err.message]) : undefined;
}

/** The details of an outage without its stack; all others as they are. */
function shortened(details: Details): Details {
  const { err, ...others } = details;
  return outageOf(err) === undefined ? details : { ...others, outage: reasonOf(err) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The driver's message, without a query and its values. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  return error instanceof Error ? error.message : String(error);
}
