/**
 * Market affinity: the commands of a market run at one of the nodes, whichever node receives them, so that more of them
 * share a transaction (ADR 52). It is a hint. The lock of the market's row keeps the order, and a command that gets no
 * answer in time runs where it was received: its request id makes the second attempt harmless.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { MarketId, UserId } from '@halyard/contract/ids';
import { BusinessError } from '../calls/callHandler.ts';
import type { Clock } from '../clock.ts';
import { connectRedis, type RedisPlace } from '../events/eventBus.ts';
import { requestId, withRequestId } from '../requestContext.ts';
import { openMessage, sealMessage, type NodeCommand, type NodeMessage, type NodeReply } from './nodeMessages.ts';

/** Runs a command of another node here. Throws its refusal. */
type RunCommand = (userId: UserId, request: never) => Promise<unknown>;

export type Affinity = {
  /**
   * Asks the node of the market to run a command. Undefined when this node is the one to run it: the market is its own,
   * or the other node gave no answer. Throws the refusal.
   */
  ask(marketId: MarketId, command: NodeCommand): Promise<{ readonly answer: unknown } | undefined>;
  /** Sets the commands that this node can run for others, by the names of their calls. */
  serve(commands: Readonly<Record<string, RunCommand>>): void;
  /** Takes markets from now on. */
  join(): void;
  /** Lets other nodes run all commands; those that were sent before are still answered. */
  leave(): void;
  close(): Promise<void>;
};

type AffinityDeps = {
  readonly redis: RedisPlace;
  /** Of the exchange, from its database. */
  readonly key: Buffer;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

const CHANNEL = 'halyard:nodes';
const ALIVE_EVERY_MS = 1000;
/** A node that has sent nothing for so long is asked nothing. */
const SILENT_MAX_MS = 3000;
/** Longest wait for a node that is alive: an answer may be lost with a connection to Redis. */
const ANSWER_WITHIN_MS = 5000;

type Asked = { readonly node: string; readonly settle: (reply: NodeReply) => void };

/** Joins the nodes of the exchange. Throws `RedisUnavailableError` when Redis does not answer. */
export async function createAffinity({ redis, key, clock, log }: AffinityDeps): Promise<Affinity> {
  const { publish, subscriber, close } = await connectRedis(redis.url, log);
  const own = randomUUID();
  const common = `${CHANNEL}:${redis.exchange}`;
  const channelOf = (node: string) => `${common}:${node}`;
  /** Time of the newest sign of life of each other node, by the monotonic clock. */
  const aliveMs = new Map<string, number>();
  const asked = new Map<string, Asked>();
  let commands: Readonly<Record<string, RunCommand>> = {};
  let hasJoined = false;

  const send = (channel: string, body: Unsent): Promise<number> => {
    const message = { ...body, from: own, sentMs: clock.nowMs() } as NodeMessage;
    return publish(channel, sealMessage(key, channel, message));
  };
  // Without Redis every node runs its own commands.
  const announce = (kind: 'alive' | 'leaving') => void send(common, { kind }).catch(() => undefined);

  const run = async ({ call, userId, request }: NodeCommand): Promise<NodeReply> => {
    const runCommand = commands[call];
    if (runCommand === undefined) return { kind: 'failed' };
    try {
      return { kind: 'answer', answer: await runCommand(userId, request as never) };
    } catch (error) {
      // A node that stops takes no more commands; any other error shows itself again where the command runs next.
      if (!(error instanceof BusinessError) || error.code === 'SERVICE_UNAVAILABLE') return { kind: 'failed' };
      return { kind: 'refused', code: error.code, params: error.params };
    }
  };
  const receive = (channel: string) => (text: string) => {
    const message = openMessage(key, { channel, text, nowMs: clock.nowMs() });
    if (message === undefined || message.from === own) return;
    if (message.kind === 'alive') aliveMs.set(message.from, performance.now());
    else if (message.kind === 'leaving') aliveMs.delete(message.from);
    else if (message.kind === 'reply') asked.get(message.id)?.settle(message.reply);
    else {
      const { id, from, command } = message;
      void withRequestId(message.request, () => run(command))
        .then((reply) => send(channelOf(from), { kind: 'reply', id, reply }))
        .catch((error: unknown) => log.warn({ err: error }, 'another node did not get its answer'));
    }
  };
  await subscriber.subscribe(common, receive(common));
  await subscriber.subscribe(channelOf(own), receive(channelOf(own)));
  const isSilent = (node: string) => performance.now() - (aliveMs.get(node) ?? 0) >= SILENT_MAX_MS;
  const timer = setInterval(() => {
    if (hasJoined) announce('alive');
    for (const { node, settle } of asked.values()) if (isSilent(node)) settle({ kind: 'failed' });
  }, ALIVE_EVERY_MS).unref();

  /** The node of a market: every node finds the same one, and only the markets of a node that goes move. */
  const nodeOf = (marketId: MarketId): string => {
    const others = [...aliveMs.keys()].filter((node) => !isSilent(node));
    const nodes = hasJoined || others.length === 0 ? [own, ...others] : others;
    const ranked = nodes.map((node) => ({ node, rank: rankOf(node, marketId) }));
    return ranked.reduce((best, one) => (one.rank > best.rank ? one : best)).node;
  };
  const askNode = async (node: string, command: NodeCommand): Promise<NodeReply> => {
    const id = randomUUID();
    const answered = new Promise<NodeReply>((settle) => void asked.set(id, { node, settle }));
    const timeout = setTimeout(() => asked.get(id)?.settle({ kind: 'failed' }), ANSWER_WITHIN_MS);
    // A Redis that hangs never answers that it has sent the command.
    const sent = send(channelOf(node), { kind: 'command', id, request: requestId(), command }).then(
      (receivers): NodeReply | Promise<NodeReply> => (receivers === 0 ? { kind: 'failed' } : answered),
      (): NodeReply => ({ kind: 'failed' }),
    );
    try {
      const reply = await Promise.race([answered, sent]);
      if (reply.kind === 'failed') aliveMs.delete(node);
      return reply;
    } finally {
      clearTimeout(timeout);
      asked.delete(id);
    }
  };
  return {
    async ask(marketId, command) {
      const node = nodeOf(marketId);
      if (node === own) return undefined;
      const reply = await askNode(node, command);
      if (reply.kind === 'refused') throw new BusinessError(reply.code, reply.params);
      return reply.kind === 'failed' ? undefined : { answer: reply.answer };
    },
    serve(given) {
      commands = given;
    },
    join() {
      hasJoined = true;
      announce('alive');
    },
    leave() {
      hasJoined = false;
      announce('leaving');
    },
    async close() {
      clearInterval(timer);
      for (const { settle } of asked.values()) settle({ kind: 'failed' });
      close();
    },
  };
}

type Unsent = NodeMessage extends infer M ? (M extends NodeMessage ? Omit<M, 'from' | 'sentMs'> : never) : never;

function rankOf(node: string, marketId: MarketId): string {
  return createHash('sha1').update(`${node} ${marketId}`).digest('base64');
}
