/** Reads Chromium's traces: how long the main thread of a page worked between two marks. */

/**
 * The used part of a mark: its time by the clock of the thread, which counts the thread's own processor time, in
 * microseconds.
 */
export type TraceEvent = { readonly name: string; readonly ts: number; readonly tts?: number };

/** The categories to trace: the marks alone, so that tracing costs next to nothing. */
export const TRACE_CATEGORIES = ['blink.user_timing'];

/**
 * Milliseconds of work of the marking thread from each mark to the next: script, style, layout, paint and garbage
 * collection, slowed like the processor. The load of other processes does not count.
 */
export function workBetween(events: readonly TraceEvent[], mark: string): number[] {
  const marks = events.filter(({ name }) => name === mark).sort((a, b) => a.ts - b.ts);
  const times = marks.map(({ tts }) => {
    if (tts === undefined) throw new Error('this Chromium does not tell the time of threads');
    return tts / 1000;
  });
  return times.slice(1).map((time, place) => time - (times[place] ?? Number.NaN));
}
