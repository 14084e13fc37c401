/** Clients that place orders at a fixed rate and repeat each under its request id, with the code of the app. */
import { Agent, request as send } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readEnvelope } from '@halyard/contract/envelope';
import { wireFields } from '@halyard/contract/testing/httpCaller';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { errorCodeOf, isStillOpen, type AppError } from '../../src/shared/api/appError.ts';
import { sendUntilClear } from '../../src/shared/money-mutations/sendUntilClear.ts';
import { limitOrder, marketOrder, requestOf, type Place } from '../ordersMix.ts';

export type OrderLoad = {
  /** Sends nothing new, and resolves when every order is answered. */
  stop(): Promise<OrderTally>;
};

export type OrderTally = {
  /** Request ids. */
  readonly sent: readonly string[];
  readonly acknowledged: readonly string[];
  /** Final refusals by code: users read them. */
  readonly refused: Readonly<Record<string, number>>;
  /** Users read that the outcome is not known yet; the app asked again later, and learned it. */
  readonly unclear: number;
  /** Answers that the app repeated without showing anything, by status and code. */
  readonly repeated: Readonly<Record<string, number>>;
  /** From the time when each order was due until its outcome was clear. */
  readonly latenciesMs: readonly number[];
};

export type OrderPlan = {
  readonly url: string;
  readonly place: Place;
  readonly tokens: readonly string[];
  readonly perSecond: number;
};

/** As the app's, for money mutations. */
const ANSWER_WITHIN_MS = 15_000;
/** The app asks again when it is opened or comes online. */
const ASK_AGAIN_MS = 3000;
const CONNECTIONS_MAX = 2000;

type Reply = { readonly data: unknown } | { readonly error: AppError };

/** Begins to place orders. */
export function startOrders(plan: OrderPlan): OrderLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  const over = new AbortController();
  const tally = {
    sent: [] as string[],
    acknowledged: [] as string[],
    refused: {} as Record<string, number>,
    unclear: 0,
    repeated: {} as Record<string, number>,
    latenciesMs: [] as number[],
  };
  const placeOne = async (index: number, dueAtMs: number) => {
    const request = requestOf((index % 4 < 2 ? limitOrder : marketOrder)(index), plan.place);
    const id = String(request.clientRequestId);
    tally.sent.push(id);
    const form = new URLSearchParams(wireFields(placeOrder, request)).toString();
    const user = index % plan.tokens.length;
    const runCall = async (): Promise<Reply> => {
      const { status, reply } = await post({ agent, url: plan.url, form, user, token: plan.tokens[user] ?? '' });
      if ('error' in reply) count(tally.repeated, `${status} ${reply.error.code}`);
      return reply;
    };
    const sending = { runCall, mayRepeat: () => true, isWanted: () => true, onLost: () => undefined };
    const args = { call: placeOrder, request };
    let outcome = await sendUntilClear(args, { ...sending, wasSent: false });
    if ('error' in outcome && isStillOpen(outcome.error)) tally.unclear += 1;
    while ('error' in outcome && isStillOpen(outcome.error)) {
      await pause(ASK_AGAIN_MS);
      outcome = await sendUntilClear(args, { ...sending, wasSent: true });
    }
    tally.latenciesMs.push(performance.now() - dueAtMs);
    if ('data' in outcome) tally.acknowledged.push(id);
    else count(tally.refused, outcome.error.code);
  };
  const placing = run(plan.perSecond, over.signal, placeOne);
  return {
    async stop() {
      over.abort();
      await placing;
      agent.destroy();
      return tally;
    },
  };
}

/** Starts `work` at a fixed rate, however long it takes, until the signal; resolves when all of it is done. */
async function run(
  perSecond: number,
  signal: AbortSignal,
  work: (index: number, dueAtMs: number) => Promise<void>,
): Promise<void> {
  const all: Promise<void>[] = [];
  const startedAtMs = performance.now();
  for (let index = 0; !signal.aborted; index += 1) {
    const dueAtMs = startedAtMs + (index * 1000) / perSecond;
    const earlyMs = dueAtMs - performance.now();
    if (earlyMs > 0) await pause(earlyMs);
    all.push(work(index, dueAtMs));
  }
  await Promise.all(all);
}

type Post = {
  readonly agent: Agent;
  readonly url: string;
  readonly form: string;
  readonly token: string;
  readonly user: number;
};

/** Sends once, and reads the answer as the app does; the status is 0 for a connection that broke. */
function post({ agent, url, form, token, user }: Post): Promise<{ readonly status: number; readonly reply: Reply }> {
  const headers = {
    authorization: token,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(form),
    // Each user has a network of their own.
    'x-forwarded-for': `10.${user % 250}.${Math.floor(user / 250)}.1`,
  };
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  return new Promise((resolve) => {
    const fail = () => {
      resolve({ status: 0, reply: { error: { code: signal.aborted ? 'TIMEOUT' : 'NETWORK' } } });
    };
    const options = { agent, method: 'POST', headers, signal };
    const call = send(`${url}/api/${placeOrder.path}`, options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', fail);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        resolve({ status, reply: replyOf(Buffer.concat(parts).toString(), status) });
      });
    });
    call.on('error', fail);
    call.end(form);
  });
}

function replyOf(text: string, status: number): Reply {
  const unreadable = { error: { code: status >= 500 ? 'SERVICE_UNAVAILABLE' : 'ANSWER_UNREADABLE' } } as const;
  try {
    const read = readEnvelope(JSON.parse(text));
    if (read === undefined) return unreadable;
    return read.ok ? { data: read.payload } : { error: { code: errorCodeOf(read.code) } };
  } catch {
    return unreadable;
  }
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
