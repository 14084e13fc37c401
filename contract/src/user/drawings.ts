/** Drawings of a user on the chart of a market: their shape on the wire and in storage, and how two copies merge. */
import * as z from 'zod/mini';
import { isPositive, parseDecimal, type Decimal } from '../money/money.ts';

/** Kinds of drawings with the number of points that each is anchored at. */
export const DRAWING_POINTS = {
  level: 1,
  trend: 2,
  ray: 2,
  channel: 3,
  box: 2,
  fib: 2,
  range: 2,
  text: 1,
} as const;
export type DrawingKind = keyof typeof DRAWING_POINTS;
export const DRAWING_KINDS = Object.keys(DRAWING_POINTS) as readonly DrawingKind[];

/** The most drawings of a user in one market. */
export const DRAWINGS_MAX = 100;
/** The most changed drawings in one request. */
export const DRAWINGS_SENT_MAX = 20;
/** Deleted drawings that are remembered, so that a device that still has them drops them. */
const DELETED_MAX = 100;
export const DRAWING_COLOURS = 8;
export const DRAWING_WIDTH_MAX = 4;
/** In UTF-16 units. */
export const DRAWING_TEXT_MAX = 60;

const NAME = /^drawings:[A-Z0-9]{1,15}\/[A-Z0-9]{1,15}$/;

/** Name of the preference that holds a user's drawings of one market: `drawings:BTC/USDT`. */
export type DrawingsName = `drawings:${string}`;
// A template literal of zod would be a part of the first screen.
export const drawingsName = z.string().check(z.regex(NAME)) as unknown as z.ZodMiniType<DrawingsName, DrawingsName>;

/** The market of such a name; `undefined` for the name of another preference. */
export function symbolOfDrawings(name: string): string | undefined {
  return NAME.test(name) ? name.slice('drawings:'.length) : undefined;
}

const price = z.custom<Decimal>((value) => {
  const parsed = typeof value === 'string' ? parseDecimal(value) : undefined;
  return parsed !== undefined && parsed === value && isPositive(parsed);
});
/** Unix milliseconds of a candle's opening, which may be in the future, and a price. */
const point = z.readonly(z.tuple([z.int().check(z.nonnegative()), price]));
export type DrawingPoint = z.output<typeof point>;

const identity = {
  id: z.string().check(z.regex(/^[\da-z]{8,16}$/)),
  /** Time of the change by the device's clock (Unix milliseconds), above that of the copy which it replaces. */
  at: z.int().check(z.nonnegative()),
};

const drawing = z
  .strictObject({
    ...identity,
    kind: z.enum(DRAWING_KINDS as [DrawingKind, ...DrawingKind[]]),
    points: z.readonly(z.array(point).check(z.maxLength(3))),
    /** Place in the palette of the theme. */
    colour: z.int().check(z.gte(0), z.lt(DRAWING_COLOURS)),
    /** In px. */
    width: z.int().check(z.gte(1), z.lte(DRAWING_WIDTH_MAX)),
    locked: z.optional(z.literal(true)),
    text: z.optional(z.string().check(z.maxLength(DRAWING_TEXT_MAX))),
  })
  .check(z.refine(({ kind, points }) => points.length === DRAWING_POINTS[kind]));
export type Drawing = z.output<typeof drawing>;

/** Mark of a deleted drawing. */
const deleted = z.strictObject({ ...identity, gone: z.literal(true) });

/** A drawing, or the mark that it was deleted. */
export const drawingRecord = z.union([drawing, deleted]);
export type DrawingRecord = z.output<typeof drawingRecord>;

/** Content of a request: changed drawings of one market. */
export const drawingRecords = z.array(drawingRecord).check(z.minLength(1), z.maxLength(DRAWINGS_SENT_MAX));

export function isDrawing(record: DrawingRecord): record is Drawing {
  return !('gone' in record);
}

/** Valid records of a stored or received list; others, perhaps of another version of the app, are left out. */
export function readDrawings(content: unknown): DrawingRecord[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((each) => z.safeParse(drawingRecord, each).data ?? []);
}

/**
 * Merges two copies by id; the newest version wins, and of two of the same time the greater text, so that all devices
 * agree. Keeps the newest {@link DRAWINGS_MAX} drawings and as many deleted ones, oldest first.
 */
export function mergeDrawings(mine: readonly DrawingRecord[], theirs: readonly DrawingRecord[]): DrawingRecord[] {
  const byId = new Map<string, DrawingRecord>();
  for (const record of [...mine, ...theirs]) {
    const known = byId.get(record.id);
    if (known === undefined || isNewer(record, known)) byId.set(record.id, record);
  }
  const all = [...byId.values()].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const kept = new Set([
    ...all.filter(isDrawing).slice(-DRAWINGS_MAX),
    ...all.filter((record) => !isDrawing(record)).slice(-DELETED_MAX),
  ]);
  return all.filter((record) => kept.has(record));
}

function isNewer(record: DrawingRecord, than: DrawingRecord): boolean {
  return record.at === than.at ? textOf(record) > textOf(than) : record.at > than.at;
}

/** The order of fields differs between devices. */
function textOf(record: DrawingRecord): string {
  return JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
