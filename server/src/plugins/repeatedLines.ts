/** Prevents outages from flooding the log: one line per cause and minute, without the stack. */
import type { LoggerOptions } from 'pino';
import { MINUTE_MS } from '../durations.ts';
import { outageOf } from '../outage.ts';

/** Most causes remembered within a minute; the oldest are dropped first. */
const CAUSES_MAX = 100;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * Creates the hook. The first line of a cause has its message in `outage`; the first one after a minute has in
 * `repeated` how many lines were suppressed.
 */
export function oncePerMinute(nowMs: () => number = () => performance.now()): LogMethod {
  const causes = new Map<string, { readonly sinceMs: number; leftOut: number }>();
  return function logOnce(args, method) {
    const [details] = args as unknown[];
    const cause = isRecord(details) ? outageOf(details['err']) : undefined;
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
    const { err, ...others } = details;
    const repeated = known === undefined || known.leftOut === 0 ? {} : { repeated: known.leftOut };
    const [, ...words] = args as unknown[];
    method.apply(this, [{ ...others, outage: reasonOf(err), ...repeated }, ...words] as typeof args);
  };
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
