import { env } from '../../shared/config/env.ts';

/** Folder of a log; the first log's folder lies beside those of its successors. */
export function logFolder(number: number): string {
  return number === 0 ? '' : `${number}/`;
}

/** URL of a file of the public log: `checkpoint`, a tile, the verification tool. */
export function logAddress(path: string): URL {
  return new URL(`/log/${path}`, new URL(env.apiBase, window.location.origin));
}
