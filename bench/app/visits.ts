/** Lighthouse's mobile preset on three pages and on the bare one, as first visits. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { median, say, sayShare } from './goals.ts';

const PAGES = [
  { name: 'home', route: '' },
  { name: 'K-line', route: '#/pages/trade/kline?symbol=BTC%2FUSDT' },
  { name: 'notices', route: '#/pages/notice/index' },
] as const;
/**
 * Lighthouse's mobile preset slows a desktop whose index is in the middle of 1500 to 2000 by four to simulate its
 * phone, and asks for less on a slower host (docs/throttling.md, "Calibrating the CPU slowdown").
 */
const SLOWDOWN = { factor: 4, index: 1750 } as const;
const SCORES = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
const CLS_MAX = 0.02;
/** Of the largest paint. */
const TIMES_MAX = 3;
// A page whose beginning is missing from the trace (NO_NAVSTART) was not judged.
const TRIES = 3;

type Score = keyof typeof SCORES;
/** `speed` is Lighthouse's benchmark index of this machine. */
type Judgement = {
  readonly scores: Readonly<Record<Score, number>>;
  readonly lcpMs: number;
  readonly cls: number;
  readonly speed: number;
};
type Place = { readonly url: string; readonly bareUrl: string; readonly rounds: number };

/**
 * Judges each page beside the bare one. Nothing else is attached to the browser: every second client of DevTools takes
 * time from the page.
 */
export async function compareVisits(place: Place): Promise<boolean> {
  const chrome = await launch({
    chromePath: await findChromium(),
    // Chromium refuses to start its sandbox for root.
    chromeFlags: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    // The very first visit warms up the exchange and the browser.
    await judge(place.url, { port: chrome.port });
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
    const bare = await judge(bareUrl, { port });
    runs.push({ bare, app: await judge(url + route, { port, cpuSlowdownMultiplier: slowdownFor(bare.speed) }) });
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
  const speed = median(runs.map(({ bare }) => bare.speed));
  const slowdown = slowdownFor(speed).toFixed(1);
  console.log(`         speed of this machine while ${name} was judged: ${speed.toFixed(0)}, slowed ${slowdown} times`);
  return reached.every(Boolean);
}

/** By how much this machine is slowed to simulate the phone; 1 for one that is no faster. */
function slowdownFor(speed: number): number {
  return Math.min(SLOWDOWN.factor, Math.max(1, (SLOWDOWN.factor * speed) / SLOWDOWN.index));
}

type Visit = { readonly port: number; readonly cpuSlowdownMultiplier?: number };

/** Lighthouse's report of one visit. Its own storage reset makes the visit a first one. */
async function judge(
  url: string,
  { port, cpuSlowdownMultiplier = SLOWDOWN.factor }: Visit,
  tries = TRIES,
): Promise<Judgement> {
  const settings = {
    logLevel: 'error',
    onlyCategories: Object.keys(SCORES),
    throttling: { cpuSlowdownMultiplier },
  } as const;
  const result = await lighthouse(url, { port, ...settings });
  if (result === undefined) throw new Error('Lighthouse gave no result');
  const { categories, audits, environment, runtimeError } = result.lhr;
  if (runtimeError !== undefined) {
    if (tries <= 1) throw new Error(`Lighthouse: ${runtimeError.code}`);
    return judge(url, { port, cpuSlowdownMultiplier }, tries - 1);
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
