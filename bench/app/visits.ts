/** Lighthouse's mobile preset on three pages and on the bare one: first visits of somebody who was never there. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { median, say, sayShare } from './goals.ts';

const PAGES = [
  { name: 'home', route: '' },
  { name: 'K-line', route: '#/pages/trade/kline?symbol=BTC%2FUSDT' },
  { name: 'notices', route: '#/pages/notice/index' },
] as const;
const SCORES = { performance: 90, accessibility: 100, 'best-practices': 100 } as const;
const CLS_MAX = 0.02;
/** Of the largest paint. */
const TIMES_MAX = 3;
// A page whose beginning is missing from the trace (NO_NAVSTART) was not judged.
const TRIES = 3;

type Score = keyof typeof SCORES;
/**
 * `speed` is Lighthouse's benchmark index of this machine: it takes 1500 to 2000 for the usual one, and warns of slow
 * hosts below 1000.
 */
type Judgement = {
  readonly scores: Readonly<Record<Score, number>>;
  readonly lcpMs: number;
  readonly cls: number;
  readonly speed: number;
};
type Place = { readonly url: string; readonly bareUrl: string; readonly rounds: number };

/**
 * Judges each page beside the bare one. With nothing else attached to the browser: every second client of DevTools
 * takes time from the page.
 */
export async function compareVisits(place: Place): Promise<boolean> {
  const chrome = await launch({
    chromePath: await findChromium(),
    // Chromium refuses to start its sandbox for root.
    chromeFlags: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    // The first visit of all makes the exchange ready, and the browser.
    await judge(place.url, chrome.port);
    let isGood = true;
    for (const page of PAGES) isGood = (await comparePage(place, page, chrome.port)) && isGood;
    return isGood;
  } finally {
    chrome.kill();
  }
}

async function comparePage(
  { url, bareUrl, rounds }: Place,
  { name, route }: (typeof PAGES)[number],
  port: number,
): Promise<boolean> {
  const runs: { app: Judgement; bare: Judgement }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push({ bare: await judge(bareUrl, port), app: await judge(url + route, port) });
  }
  const ofApp = (figure: (judgement: Judgement) => number) => median(runs.map(({ app }) => figure(app)));
  const reached = Object.entries(SCORES).map(([score, least]) => {
    const value = ofApp(({ scores }) => scores[score as Score]);
    return say(`${name} ${score}`, String(value), `>= ${least}`, value >= least);
  });
  const cls = ofApp((judgement) => judgement.cls);
  reached.push(say(`${name} layout shift`, cls.toFixed(3), `<= ${CLS_MAX}`, cls <= CLS_MAX));
  const pairs = runs.map(({ app, bare }) => ({ app: app.lcpMs, bare: bare.lcpMs }));
  reached.push(sayShare(`${name} largest paint`, pairs, TIMES_MAX));
  console.log(`         speed of this machine while ${name} was judged: ${ofApp(({ speed }) => speed).toFixed(0)}`);
  return reached.every(Boolean);
}

/** What Lighthouse says of one visit. Its own storage reset makes the visit a first one. */
async function judge(url: string, port: number, tries = TRIES): Promise<Judgement> {
  const onlyCategories = Object.keys(SCORES);
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories });
  if (result === undefined) throw new Error('Lighthouse gave no result');
  const { categories, audits, environment, runtimeError } = result.lhr;
  if (runtimeError !== undefined) {
    if (tries <= 1) throw new Error(`Lighthouse: ${runtimeError.code}`);
    return judge(url, port, tries - 1);
  }
  for (const [name, { score, title, scoreDisplayMode }] of Object.entries(audits)) {
    const isFault = scoreDisplayMode === 'binary' && score === 0;
    if (isFault && process.env['APP_FAULTS'] !== undefined) console.log(`    fault ${name}: ${title}`);
  }
  const score = (name: Score) => Math.round((categories[name]?.score ?? 0) * 100);
  const figure = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY;
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
    },
    lcpMs: figure('largest-contentful-paint'),
    cls: figure('cumulative-layout-shift'),
    speed: environment.benchmarkIndex,
  };
}
