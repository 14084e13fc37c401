/** The verification tool that works without the app, as the exchange serves it. */
import { logAddress } from './logAddress.ts';

const NAME = 'halyard-verify.mjs';
const NOT_FOUND = 404;
const HASH = /^[0-9a-f]{64}(?=\s)/;

export const toolFile = {
  address: () => logAddress(NAME),
  /** SHA-256 of the file, hex; null when there is no file. Throws when that is unknown. */
  readHash: async (signal: AbortSignal): Promise<string | null> => {
    const answer = await fetch(new Request(logAddress(`${NAME}.sha256`), { signal, credentials: 'omit' }));
    if (answer.status === NOT_FOUND) return null;
    const [hash] = HASH.exec(await answer.text()) ?? [];
    if (hash === undefined) throw new Error('no hash');
    return hash;
  },
} as const;
