/** Memory that charts leave behind: heap growth over many ticks, and objects retained after charts are removed. */
import type { Browser } from '@playwright/test';
import type { Leak } from './pages/page.ts';
import { openPhone, type Phone } from './phone.ts';

/** Memory that a page retains after garbage collection. */
export type Held = {
  /** Objects, the engine's memory for the page, and the contents of typed arrays. */
  readonly heapMb: number;
  readonly listeners: number;
  readonly nodes: number;
  /** In the page or not. */
  readonly canvases: number;
};

const TICKS_PER_FRAME = 20;
const WARM_UP_TICKS = 2000;
const WARM_UP_CYCLES = 5;
const BYTES_PER_MB = 1_000_000;

/**
 * By how many MB the heap grows over so many ticks, some of which begin a new candle. Chromium's own memory for the
 * page counts: it never releases a text measured on a canvas that is never drawn on, 1.6 KB a text, as zrender measures
 * its labels unless `setPlatformAPI` sets another way.
 */
export async function heapGrowthMb(browser: Browser, url: string, ticks: number): Promise<number> {
  const phone = await openPhone(browser, url, 1);
  const rush = (count: number) =>
    phone.page.evaluate(([all, perFrame]) => window.bench.rush(all, perFrame), [count, TICKS_PER_FRAME] as const);
  await phone.page.evaluate(() => window.bench.start());
  await phone.page.evaluate(() => window.bench.show());
  await rush(WARM_UP_TICKS);
  const before = await held(phone);
  await rush(ticks);
  const after = await held(phone);
  await phone.close();
  return after.heapMb - before.heapMb;
}

/** Additional memory after charts are removed, each with the requested leak. */
export async function heldAfterCycles(browser: Browser, url: string, count: number, leak: Leak): Promise<Held> {
  const phone = await openPhone(browser, url, 1);
  const cycle = (times: number, left: Leak) =>
    phone.page.evaluate(([all, what]) => window.bench.cycle(all, what), [times, left] as const);
  await cycle(WARM_UP_CYCLES, 'none');
  const before = await held(phone);
  await cycle(count, leak);
  const after = await held(phone);
  await phone.close();
  return {
    heapMb: after.heapMb - before.heapMb,
    listeners: after.listeners - before.listeners,
    nodes: after.nodes - before.nodes,
    canvases: after.canvases - before.canvases,
  };
}

/**
 * The part of it that is a leak. Engines retain some code and late caches; a retained chart with these candles is more
 * than 1 MB.
 */
export function leaksIn({ heapMb, listeners, nodes, canvases }: Held): string[] {
  const found = [];
  if (canvases > 0) found.push(`${canvases} canvases`);
  if (listeners > 0) found.push(`${listeners} listeners`);
  if (nodes > 0) found.push(`${nodes} nodes`);
  if (heapMb > 1) found.push(`${heapMb.toFixed(1)} MB`);
  return found;
}

async function held({ tools }: Phone): Promise<Held> {
  await tools.send('HeapProfiler.collectGarbage');
  await tools.send('HeapProfiler.collectGarbage');
  const heap = await tools.send('Runtime.getHeapUsage');
  const counters = await tools.send('Memory.getDOMCounters');
  return {
    heapMb: (heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize) / BYTES_PER_MB,
    listeners: counters.jsEventListeners,
    nodes: counters.nodes,
    canvases: await countCanvases(tools),
  };
}

/** Canvases outside the page are found through their prototype. */
async function countCanvases(tools: Phone['tools']): Promise<number> {
  const objectGroup = 'canvases';
  const { result } = await tools.send('Runtime.evaluate', { expression: 'HTMLCanvasElement.prototype', objectGroup });
  const prototypeObjectId = result.objectId ?? '';
  const { objects } = await tools.send('Runtime.queryObjects', { prototypeObjectId, objectGroup });
  const { result: counted } = await tools.send('Runtime.callFunctionOn', {
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
    ...(objects.objectId === undefined ? {} : { objectId: objects.objectId }),
  });
  await tools.send('Runtime.releaseObjectGroup', { objectGroup });
  return Number(counted.value);
}
