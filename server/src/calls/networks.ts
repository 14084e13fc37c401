/**
 * Networks by which callers are counted. An IPv4 address is one network. The owner of one IPv6 address has the 2^64
 * addresses of its /64, and many customers have a /56 or a /48.
 */
import { isIPv6 } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

/** The smallest network: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  return normalizeIP(ip, 64);
}

/** The wider networks of an IPv6 address, the narrower first. */
export function widerNetworksOf(ip: string): readonly string[] {
  return isIPv6(networkOf(ip)) ? [56, 48].map((bits) => `${normalizeIP(ip, bits)}/${bits}`) : [];
}
