// The app on the production build and a replayed market, each time beside an empty page in the same run: Lighthouse on
// home, K-line and notices; a cold start and one from the worker; presses, typing and the margin of the typed amount
// while 20 prices a second arrive; an option verified by the public log. Medians of five rounds.
//   APP_ROUNDS=1 npm run bench:app        one round only: to try something
//   APP_FAULTS=1 npm run bench:app        with the faults that Lighthouse finds
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, devices, type BrowserContext } from '@playwright/test';
import { createExchange } from '../e2e/exchange.ts';
import { createRisingMarket } from '../e2e/risingMarket.ts';
import { findChromium } from '../scripts/lib/chromium.mjs';
import { serveBarePage } from './app/barePage.ts';
import { compareInteractions } from './app/interactions.ts';
import { comparePreview } from './app/preview.ts';
import { compareStarts } from './app/starts.ts';
import { compareVerify } from './app/verify.ts';
import { compareVisits } from './app/visits.ts';

const rounds = Number(process.env['APP_ROUNDS'] ?? 5);

/** A name by which the exchange is no secure address, as for a phone in the same network. */
const INSECURE_HOST = 'halyard.test';

/** In a window with a profile on disk, where a worker is stored. */
async function onPhone<T>(baseURL: string, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'halyard-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...devices['Pixel 7'],
    baseURL,
    args: [`--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`],
    executablePath: await findChromium(),
    // Chromium refuses to start its sandbox for root.
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    return await work(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Runs `work` on an exchange of its own. */
async function withExchange<T>(
  settings: Readonly<Record<string, string>>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const exchange = await createExchange(settings);
  await exchange.start();
  try {
    return await work(exchange.url);
  } finally {
    await exchange.dispose();
  }
}

console.log(`medians of ${rounds} rounds; load of the machine ${loadavg()[0]?.toFixed(1)}`);
const bare = await serveBarePage();
const market = await createRisingMarket();
try {
  const reached = [
    ...(await withExchange({}, async (exchangeUrl) => {
      const place = { url: `${exchangeUrl}/h5/`, bareUrl: bare.url, rounds };
      return [await compareVisits(place), await onPhone(place.url, (context) => compareStarts(context, place))];
    })),
    await withExchange({ FEED_TICKS_PER_SECOND: '20' }, (exchangeUrl) =>
      onPhone(`${exchangeUrl}/h5/`, async (context) => {
        const place = { exchangeUrl, bareUrl: bare.url, rounds };
        return [await comparePreview(context, place), await compareInteractions(context, place)].every(Boolean);
      }),
    ),
    await withExchange(market.settings, (exchangeUrl) =>
      onPhone(`${exchangeUrl.replace('localhost', INSECURE_HOST)}/h5/`, (context) =>
        compareVerify(context, { exchangeUrl, rounds }),
      ),
    ),
  ];
  if (reached.includes(false)) process.exitCode = 1;
} finally {
  await bare.close();
  await market.remove();
}
