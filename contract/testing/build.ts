/** Objects for tests, derived from the codecs: every field is present and valid; a test overrides only what matters. */
import * as z from 'zod/mini';

type Primitive = string | number | boolean | bigint | symbol | null | undefined;

/**
 * Overrides of a test: some fields of an object (`undefined` leaves an optional one out), or the whole of any other
 * value.
 */
export type Overrides<T> = T extends Primitive | readonly unknown[]
  ? T
  : { readonly [K in keyof T]?: T[K] | undefined };

/**
 * A valid object of a codec, in the domain's terms: optional and nullable fields are filled, lists have one entry.
 * Throws when the overrides make it one that the codec cannot write.
 */
export function build<S extends z.core.$ZodType>(schema: S, overrides?: Overrides<z.output<S>>): z.output<S> {
  const built: unknown = z.decode(schema, buildWire(schema) as z.input<S>);
  const value = (overrides === undefined ? built : overridden(built, overrides)) as z.output<S>;
  z.encode(schema, value);
  return value;
}

/** A valid object of a codec, in wire form. */
export function buildWire(schema: z.core.$ZodType): unknown {
  const fitting = candidates(schema).find((candidate) => z.safeDecode(schema, candidate).success);
  if (fitting === undefined)
    throw new Error(`no example of a ${schema._zod.def.type} is known: add one to contract/testing/build.ts`);
  return fitting;
}

// Sample texts. A codec of text accepts one of these by decoding it, so no codec needs an example of its own.
const TEXTS = [
  'text',
  '1',
  '2026-01-02 03:04:05',
  '2026-01-02T03:04:05.000Z',
  '7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11',
  'user@example.com',
  '2026-01-02',
  '2026-01',
  '17:3',
  'fills',
  'drawings:BTC/USDT',
  'EUR',
  'DE',
  // SHA-256 of the empty text.
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'https://fcm.googleapis.com/fcm/send/1',
] as const;

function overridden(built: unknown, overrides: unknown): unknown {
  const isWhole = typeof overrides !== 'object' || overrides === null || Array.isArray(overrides);
  if (isWhole || typeof built !== 'object') return overrides;
  const merged = Object.entries({ ...built, ...overrides });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

/** Wire values that may fit. Where a schema has parts, the parts fit already. */
function candidates(schema: z.core.$ZodType): readonly unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'pipe':
      return candidates(def.in);
    case 'optional':
    case 'nullable':
    case 'default':
      return [buildWire(def.innerType)];
    case 'union':
      return def.options.flatMap(candidates);
    case 'object':
      return [mapValues(def.shape, buildWire)];
    case 'record':
      return [{ key: buildWire(def.valueType) }];
    case 'array':
      return [listOf(def.element)];
    case 'tuple':
      return [def.items.map(buildWire)];
    case 'enum':
      return Object.values(def.entries);
    case 'literal':
      return def.values;
    default:
      return plainCandidates(def.type);
  }
}

/** A list of an impossible element is always empty. */
const listOf = (element: z.core.$ZodType) => (element._zod.def.type === 'never' ? [] : [buildWire(element)]);

function plainCandidates(type: string): readonly unknown[] {
  if (type === 'string') return TEXTS;
  if (type === 'number') return [1, 5, 15];
  if (type === 'boolean') return [true];
  if (type === 'null') return [null];
  return type === 'unknown' ? [{}] : [];
}

function mapValues<T>(source: Readonly<Record<string, T>>, map: (value: T) => unknown): object {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, map(value)]));
}
