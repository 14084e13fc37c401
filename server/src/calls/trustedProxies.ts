/**
 * Proxies whose `X-Forwarded-For` is believed. Any client could send that header and would be counted as another one
 * each time.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

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
