/** Files of ticks for tests that play them, written as they are recorded. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readConfig } from '../config.ts';
import { createReplaySource } from '../market/feeds/replay.ts';
import type { FeedLog } from '../market/appendDue.ts';
import { openFeedSession, type FeedSession, type FeedSessionDeps } from '../market/feedSession.ts';

/** A tick of a script: its time in milliseconds, and its price. */
export type ScriptTick = readonly [atMs: number, price: string];

/** Writes the ticks of a market; returns the path. Gzipped if the name ends so. */
export function writeTicks(folder: string, name: string, ticks: readonly ScriptTick[]): string {
  const path = join(folder, name);
  const text = ['time_ms,price,quantity', ...ticks.map(([atMs, price]) => `${atMs},${price},1`), ''].join('\n');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

/** Begins to play files like FEED=replay, with the first tick at `startMs`; any fault fails. */
export async function replayFiles(
  exchange: Pick<FeedSessionDeps, 'db' | 'events' | 'clock'>,
  paths: readonly string[],
  startMs: number,
): Promise<FeedSession> {
  const config = readConfig({ FEED: `replay:${paths.join()}`, FEED_REPLAY_START: new Date(startMs).toISOString() });
  if (config.feed.kind !== 'replay') throw new Error('the configuration names no files');
  const { feedSpeed: speed, feedTicksPerSecond: ticksPerSecond, feedReplayStartMs } = config;
  const pace = { speed, ticksPerSecond, startMs: feedReplayStartMs };
  const source = await createReplaySource(exchange.db, config.feed.paths, pace);
  const log: FeedLog = { info: () => undefined, warn: () => undefined, error: failWith };
  return openFeedSession({ ...exchange, source, log, confirmLead: async () => undefined });
}

function failWith(_details: object, message: string): void {
  throw new Error(message);
}
