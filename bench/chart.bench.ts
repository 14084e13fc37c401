// The K-line chart beside lightweight-charts, klinecharts, plain ECharts and a bare canvas: 30,240 recorded candles
// with their volume, on Chromium as a Pixel 7 slowed four times. One page each (bench/chart/pages): of a library with
// the calls that its authors recommend, of the bare canvas with the same picture drawn by hand; ours is the component
// of the app's screens with its source of candles. All draw the same: candles and the volume of each. Ours is measured
// three times more: with the default settings, which add three averages of the price and two of the volume; with five
// indicators, whose ten lines and bars are still compared with candles and volume alone; and with fifty drawings,
// compared with ours without them. In each round every page is a fresh one; each round begins with another. Every
// figure is the processor time of the page's main thread, read from Chromium's own trace: it includes script, style,
// layout, paint and garbage collection, and excludes waiting for a frame and the work of other processes:
//   first paint  from being given the candles, as the app's codec returns them, until the page is at rest
//   tick         from a tick until two frames later, less the cost of two idle frames
//   pan          from one move of a real touch to the next, 34 ms later
// A median is over the rounds. A ratio is to a figure of the same round, and the median of those; the best library is
// the one with the lowest figure in that round. Memory is read after forced garbage collection.
//   CHART_ROUNDS=1 npm run bench:chart        one round only, and no memory: to try something
import { availableParallelism, loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import { heapGrowthMb, heldAfterCycles, leaksIn } from './chart/memory.ts';
import { startBrowser } from './chart/phone.ts';
import { measureSpeed, quantile, type Speed } from './chart/rounds.ts';
import { openSite } from './chart/site.ts';

const ROUNDS = Number(process.env['CHART_ROUNDS'] ?? 5);
const HEAP_TICKS = 20_000;
const CYCLES = 50;
const PLANTED_CYCLES = 5;

const OURS = 'Halyard';
const FOUND = 'Halyard as it is found: MA, averages of VOL';
const FIVE = 'Halyard with MA, BOLL, VOL, MACD, RSI';
const DRAWN = 'Halyard with 50 drawings';
const BARE = 'a bare canvas';
const LIGHTWEIGHT = 'lightweight-charts';
const BEST = 'the best library';
const OTHERS = [LIGHTWEIGHT, 'klinecharts', 'ECharts, setOption'];
const PAGES = [
  { name: OURS, page: 'halyard.html' },
  { name: FOUND, page: 'halyard.html?found' },
  { name: FIVE, page: 'halyard.html?five' },
  { name: DRAWN, page: 'halyard.html?drawn' },
  { name: BARE, page: 'bare.html' },
  { name: LIGHTWEIGHT, page: 'lightweight.html' },
  { name: 'klinecharts', page: 'klinecharts.html' },
  { name: 'ECharts, setOption', page: 'echarts.html' },
];

type Figures = ReadonlyMap<string, readonly Speed[]>;
type Goal = {
  readonly title: string;
  readonly of: string;
  readonly to: string;
  readonly figure: keyof Speed;
  readonly ratioMax: number;
};
const GOALS: readonly Goal[] = [
  { title: 'tick p95', of: OURS, to: BEST, figure: 'tickP95', ratioMax: 0.4 },
  { title: 'tick p95', of: OURS, to: BARE, figure: 'tickP95', ratioMax: 1.5 },
  { title: 'tick p95 with five indicators', of: FIVE, to: LIGHTWEIGHT, figure: 'tickP95', ratioMax: 0.15 },
  { title: 'pan p95', of: OURS, to: BEST, figure: 'panP95', ratioMax: 0.9 },
  { title: 'pan p95', of: OURS, to: BARE, figure: 'panP95', ratioMax: 1.3 },
  { title: 'first paint', of: OURS, to: BEST, figure: 'firstPaint', ratioMax: 0.5 },
  { title: 'first paint', of: OURS, to: BARE, figure: 'firstPaint', ratioMax: 2 },
  { title: 'tick with 50 drawings', of: DRAWN, to: OURS, figure: 'tickMedian', ratioMax: 1.15 },
  { title: 'pan p95 with 50 drawings', of: DRAWN, to: OURS, figure: 'panP95', ratioMax: 1.15 },
  { title: 'first paint with 50 drawings', of: DRAWN, to: OURS, figure: 'firstPaint', ratioMax: 1.15 },
];
const HEAP_MB_MAX = 5;

async function measureAll(browser: Browser, origin: string): Promise<Figures> {
  const figures = new Map<string, Speed[]>(PAGES.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < PAGES.length; turn += 1) {
      const shown = PAGES[(round + turn) % PAGES.length];
      if (shown !== undefined) figures.get(shown.name)?.push(await measureSpeed(browser, origin + shown.page));
    }
  }
  return figures;
}

function reportSpeed(figures: Figures): void {
  console.log(
    `ms of work of the main thread, medians of ${ROUNDS} rounds`.padEnd(52) + 'first paint   tick  tick p95  pan p95',
  );
  for (const [name, speeds] of figures) {
    const cell = (figure: keyof Speed, width: number) =>
      quantile(
        speeds.map((speed) => speed[figure]),
        0.5,
      )
        .toFixed(1)
        .padStart(width);
    console.log(
      `  ${name.padEnd(50)}${cell('firstPaint', 11)}${cell('tickMedian', 7)}${cell('tickP95', 10)}${cell('panP95', 9)}`,
    );
  }
}

/** Prints a line for a goal; returns whether it is reached. */
function judge(title: string, result: string, isReached: boolean): boolean {
  console.log(`  ${isReached ? 'ok    ' : 'MISSED'} ${title.padEnd(40)} ${result}`);
  return isReached;
}

function judgeSpeed(figures: Figures): boolean[] {
  const inRound = (name: string, round: number, figure: keyof Speed) =>
    figures.get(name)?.[round]?.[figure] ?? Number.NaN;
  const best = (round: number, figure: keyof Speed) => Math.min(...OTHERS.map((name) => inRound(name, round, figure)));
  return GOALS.map(({ title, of, to, figure, ratioMax }) => {
    const ratios = (figures.get(of) ?? []).map(
      (speed, round) => speed[figure] / (to === BEST ? best(round, figure) : inRound(to, round, figure)),
    );
    const ratio = quantile(ratios, 0.5);
    const range = `${quantile(ratios, 0).toFixed(2)} to ${quantile(ratios, 1).toFixed(2)}`;
    return judge(title, `${ratio.toFixed(2)} x ${to} (${range}; goal ${ratioMax})`, ratio <= ratioMax);
  });
}

async function judgeMemory(browser: Browser, origin: string): Promise<boolean[]> {
  const page = `${origin}halyard.html?found`;
  const growth = await heapGrowthMb(browser, page, HEAP_TICKS);
  const theirs = await heapGrowthMb(browser, `${origin}lightweight.html`, HEAP_TICKS);
  const beside = `${growth.toFixed(1)} MB (${LIGHTWEIGHT} ${theirs.toFixed(1)}; goal below ${HEAP_MB_MAX})`;
  const held = await heldAfterCycles(browser, page, CYCLES, 'none');
  const leaks = leaksIn(held);
  const reached = [
    judge(`heap over ${HEAP_TICKS.toLocaleString('en')} ticks`, beside, growth < HEAP_MB_MAX),
    judge(
      `left after ${CYCLES} charts`,
      `${leaks.join(', ') || 'nothing'} (${held.heapMb.toFixed(2)} MB)`,
      leaks.length === 0,
    ),
  ];
  for (const leak of ['chart', 'listener', 'canvas'] as const) {
    const found = leaksIn(await heldAfterCycles(browser, page, PLANTED_CYCLES, leak));
    reached.push(judge(`a ${leak} left on purpose is noticed`, found.join(', ') || 'not noticed', found.length > 0));
  }
  return reached;
}

/** Chromium slows a page down by real time, which a busy machine does not keep. */
function warnWhenBusy(): void {
  const waiting = loadavg()[0] ?? 0;
  if (waiting < availableParallelism()) return;
  console.log(
    `The machine is busy (load ${waiting.toFixed(1)} on ${availableParallelism()} processors): these figures are rough.`,
  );
}

warnWhenBusy();
const site = await openSite();
const browser = await startBrowser();
try {
  const figures = await measureAll(browser, site.origin);
  reportSpeed(figures);
  const reached = judgeSpeed(figures);
  if (process.env['CHART_ROUNDS'] === undefined) reached.push(...(await judgeMemory(browser, site.origin)));
  if (reached.includes(false)) process.exitCode = 1;
} finally {
  await browser.close();
  await site.close();
}
