/**
 * Networks that callers are counted by. An IPv4 address is one; of IPv6 whoever has one address has the 2^64 of its
 * /64, and many a customer has a /56 or a /48 of those.
 */
import { isIPv6 } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

/** The smallest network: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  return normalizeIP(ip, 64);
}

/** The wider networks of an IPv6 address, the smaller one first. */
export function widerNetworksOf(ip: string): readonly string[] {
  return isIPv6(networkOf(ip)) ? [56, 48].map((bits) => `${normalizeIP(ip, bits)}/${bits}`) : [];
}
