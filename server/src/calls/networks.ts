/**
 * Networks by which callers are counted. An IPv4 address is one network. The owner of one IPv6 address has the 2^64
 * addresses of its /64, and many customers have a /56 or a /48.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { Call } from '@halyard/contract/call';
import { closePosition, closePositions, openPosition, reversePosition } from '@halyard/contract/futures/calls';
import { listCandles } from '@halyard/contract/market/calls';
import { buyOption, getOption } from '@halyard/contract/options/calls';

/** The smallest network: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  return normalizeIP(ip, 64);
}

/** The wider networks of an IPv6 address, the narrower first. */
export function widerNetworksOf(ip: string): readonly string[] {
  return isIPv6(networkOf(ip)) ? [56, 48].map((bits) => `${normalizeIP(ip, bits)}/${bits}`) : [];
}

// Proxies whose `X-Forwarded-For` is believed. Any client could send that header and would be counted as another one
// each time.

/** Whether the proxy at this address is trusted. */
export type TrustsProxy = (address: string) => boolean;

/** By default only proxies on this machine: no other client can connect from there. */
export const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1'];

/**
 * Parses comma-separated addresses and CIDRs, or `none`. Returns `undefined` when an entry is invalid or covers all
 * addresses.
 */
export function trustedProxiesOf(text: string): readonly string[] | undefined {
  if (text.trim() === 'none') return [];
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isNetwork) ? entries : undefined;
}

/** Creates the check for a list that {@link trustedProxiesOf} parsed. */
export function trustsProxyOf(entries: readonly string[]): TrustsProxy {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number.parseInt(bits, 10), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Client address of a request that no route handles; equals `request.ip` of the others. */
export function clientAddressOf({ headers, socket }: IncomingMessage, trusts: TrustsProxy): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = [socket.remoteAddress ?? '', ...forwarded.map((hop) => hop.trim()).toReversed()].filter(Boolean);
  return hops.find((hop) => !trusts(hop)) ?? hops.at(-1) ?? '';
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number.parseInt(bits, 10) <= (family === 4 ? 32 : 128));
}

// Turns of callers: of each network so many calls run at a time, and the others wait in order. So a burst of one
// network, within its limits, delays the calls of others by a few calls and not by all of it.

type Group = { readonly name: string; readonly atOnce: number };

/** Fewer than the connections to the database, so that others always get one. */
const USUAL: Group = { name: 'usual', atOnce: 12 };
/** Each takes twenty times as long as another read. */
const CANDLES: Group = { name: 'candles', atOnce: 4 };
/** They wait for a tick, without work and without a connection meanwhile. */
const WAITING: Group = { name: 'waiting', atOnce: 60 };

const GROUPS: ReadonlyMap<Call, Group> = new Map<Call, Group>([
  [listCandles, CANDLES],
  ...[openPosition, closePosition, closePositions, reversePosition, buyOption, getOption].map((call): [Call, Group] => [
    call,
    WAITING,
  ]),
]);

/** Calls of one network and group: those that run, and the next steps of those that wait. */
type Line = { running: number; readonly waiting: (() => void)[] };

export type Turns = {
  /** Runs the work of a call when its caller has a turn; settles as the work does. */
  take<T>(caller: { readonly call: Call; readonly ip: string }, work: () => Promise<T>): Promise<T>;
};

/** Creates turns of this process. `factor` multiplies the calls at a time. */
export function createTurns(factor = 1): Turns {
  const lines = new Map<string, Line>();

  return {
    async take({ call, ip }, work) {
      const { name, atOnce } = GROUPS.get(call) ?? USUAL;
      const key = `${name} ${networkOf(ip)}`;
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.running < atOnce * factor) line.running += 1;
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = line.waiting.shift();
        // The turn passes on without a gap, so no later call overtakes.
        if (next !== undefined) next();
        else line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    },
  };
}
