import { env } from '../../shared/config/env.ts';

/** What the paths of a log begin with: the first one lies beside the logs that follow it. */
export function logFolder(number: number): string {
  return number === 0 ? '' : `${number}/`;
}

/** Where something of the public log lies: `checkpoint`, a tile, the tool that verifies. */
export function logAddress(path: string): URL {
  return new URL(`/log/${path}`, new URL(env.apiBase, window.location.origin));
}
