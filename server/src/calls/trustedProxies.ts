/** Whose `X-Forwarded-For` is believed: anybody could write one, and would be counted as somebody else each time. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Whether a proxy at this address is believed. */
export type TrustsProxy = (address: string) => boolean;

/** A proxy on this machine, unless the operator says otherwise: nobody else can connect from there. */
export const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1'];

/** Reads addresses and CIDRs between commas, or `none`; `undefined` when one is neither, or means everybody. */
export function trustedProxiesOf(text: string): readonly string[] | undefined {
  if (text.trim() === 'none') return [];
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isNetwork) ? entries : undefined;
}

/** Makes the check of a list that {@link trustedProxiesOf} read. */
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

/** Who makes a request that no route handles, as `request.ip` says of the others. */
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
