/** Phones that reach the exchange by a connection that can be interrupted. */
import { openLine, type CutLine } from '@halyard/contract/testing/cutLine';
import { test as base } from './fixtures.ts';

export const test = base.extend<{ readonly line: CutLine }>({
  line: async ({ exchange }, use) => {
    const line = await openLine(exchange.url);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => use(`${line.url}/h5/`),
});
