/**
 * Building blocks of the call codecs. Decoding goes from the wire's names and types to the domain's, encoding goes
 * back. Nothing else in the project knows wire spellings.
 */
import * as z from 'zod/mini';
import { parseDecimal, toFixedText, toModelNumber, type Decimal } from './money/money.ts';

/** A domain field's wire name and codec. */
export type Field<W extends string, S extends z.core.$ZodType> = { readonly wire: W; readonly schema: S };

type Fields = Readonly<Record<string, Field<string, z.core.$ZodType>>>;
type WireShape<F extends Fields> = { [K in keyof F as F[K]['wire']]: F[K]['schema'] };
type DomainShape<F extends Fields> = { [K in keyof F]: F[K]['schema'] };
type Domain<F extends Fields> = z.core.$InferObjectOutput<DomainShape<F>, Record<never, never>>;

/** Declares that a domain field travels under the name `wire`. */
export function field<const W extends string, S extends z.core.$ZodType>(wire: W, schema: S): Field<W, S> {
  return { wire, schema };
}

/**
 * Codec of an object in an answer or event: fields are renamed, unknown fields are dropped (other servers of the
 * protocol send more than we read).
 */
export function wireObject<const F extends Fields>(fields: F) {
  return renaming(fields, z.object(wireShape(fields)));
}

/**
 * Codec of a request: fields are renamed, unknown fields are refused. The server removes the extra parameters of legacy
 * clients first.
 */
export function wireRequest<const F extends Fields>(fields: F) {
  return renaming(fields, z.strictObject(wireShape(fields)));
}

/** The request of a call without parameters. */
export const noParameters = wireRequest({});

function wireShape<F extends Fields>(fields: F): WireShape<F> {
  return Object.fromEntries(Object.values(fields).map((f) => [f.wire, f.schema])) as WireShape<F>;
}

function renaming<F extends Fields, S extends z.core.$ZodType<object, object>>(fields: F, wireSchema: S) {
  const toDomain = Object.entries(fields).map(([name, f]) => [f.wire, name] as const);
  const toWire = Object.entries(fields).map(([name, f]) => [name, f.wire] as const);
  return z.codec(wireSchema, z.custom<Domain<F>>(isObject), {
    decode: (wire) => rename(wire, toDomain) as Domain<F>,
    encode: (domain) => rename(domain as object, toWire) as z.core.output<S>,
  });
}

type Names = readonly (readonly [from: string, to: string])[];

/** A loop instead of a chain of entry arrays: every call, answer and event passes here. */
function rename(source: object, names: Names): object {
  const renamed: Record<string, unknown> = {};
  for (const [from, to] of names) {
    const value = (source as Readonly<Record<string, unknown>>)[from];
    if (value !== undefined) renamed[to] = value;
  }
  return renamed;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const INTEGER = /^\d{1,15}$/;

/** A non-negative whole number: JSON int in answers, digits in forms and queries. */
export const count = z.codec(z.union([z.int().check(z.nonnegative()), z.string().check(z.regex(INTEGER))]), z.int(), {
  decode: (value) => (typeof value === 'string' ? Number.parseInt(value, 10) : value),
  encode: (value) => value,
});

/** The id of one kind of thing; ids of different kinds do not mix. */
export type Id<B extends string> = number & z.core.$brand<B>;

// The database's 32-bit limit: a larger number cannot be an id, so it is refused here.
const ID_MAX = 2_147_483_647;
const LONG_ID_MAX = Number.MAX_SAFE_INTEGER;

/** Codec of an {@link Id} of 32 bits: a JSON int in answers, digits in forms and queries. */
export function idOf<const B extends string>() {
  return idUpTo<B>(ID_MAX);
}

/**
 * Codec of an {@link Id} of rows that every trade makes: 64 bits in the database, of which a JSON number carries 53.
 */
export function longIdOf<const B extends string>() {
  return idUpTo<B>(LONG_ID_MAX);
}

function idUpTo<const B extends string>(max: number) {
  const digits = new RegExp(`^\\d{1,${String(max).length}}$`);
  const wire = z.union([z.int().check(z.nonnegative(), z.maximum(max)), z.string().check(z.regex(digits))]);
  const isId = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
  return z.codec(wire, z.custom<Id<B>>(isId), {
    decode: (value) => (typeof value === 'string' ? Number.parseInt(value, 10) : value) as Id<B>,
    encode: (value) => value as number,
  });
}

/** Values by names that are not known in advance; zod's `record` would add 0.6 KB to the first screen. */
export function byName<const V extends z.core.$ZodType>(value: V) {
  return z.catchall(z.object({}), value);
}

/** A decimal as text; a JSON number is accepted too, since other servers of the protocol send both. */
function decimalWritten<W extends string | number>(write: (value: Decimal) => W) {
  return z.codec(z.union([z.string(), z.number()]), z.custom<Decimal>(isDecimal), {
    decode: (value, context) => {
      const parsed = parseDecimal(typeof value === 'string' ? value : plainText(value));
      if (parsed !== undefined) return parsed;
      context.issues.push({ code: 'custom', message: 'not a decimal', input: value, continue: false });
      return z.NEVER;
    },
    encode: write,
  });
}

/** A decimal: a string on our wire. */
export const decimalWire = decimalWritten((value) => value);

/** A decimal as a JSON number, where legacy clients calculate with it directly. */
export const decimalNumber = decimalWritten(toModelNumber);

/** A signed percentage without the percent sign: `"+1.23"`, `"-0.40"` on the wire. */
export const signedPercent = decimalWritten((value) => (value.startsWith('-') ? value : `+${value}`));

/** A percentage with four places, as legacy clients expect, without the percent sign: `"85.0000"` on the wire. */
export const legacyPercent = decimalWritten((value) => toFixedText(value, 4));

/** A flag: 0 or 1 on the wire. */
export const flag = z.codec(z.union([z.literal([0, 1]), z.boolean()]), z.boolean(), {
  decode: (value) => value === 1 || value === true,
  encode: (value) => (value ? 1 : 0),
});

/** A flag of a form, where digits are text. */
export const formFlag = z.codec(z.union([z.literal([0, 1]), z.literal(['0', '1'])]), z.boolean(), {
  decode: (value) => value === 1 || value === '1',
  encode: (value) => (value ? 1 : 0),
});

/** One of a closed set of words that has other values on the wire. */
export function code<const M extends Readonly<Record<string, string | number>>>(words: M) {
  const byWire = new Map(Object.entries(words).map(([word, wire]) => [String(wire), word]));
  const values = Object.values(words);
  const wire = z.union([z.literal(values), z.literal(values.map(String))]);
  return z.codec(wire, z.enum(Object.keys(words) as (keyof M & string)[]), {
    decode: (value) => byWire.get(String(value)) as keyof M & string,
    encode: (word) => words[word] as M[keyof M],
  });
}

// Values by which legacy clients leave a choice open.
const nothing = z.codec(z.literal(['', 0, '0']), z.undefined(), { decode: () => undefined, encode: () => '' as const });

// A word, or anything else that a form can hold.
const otherWord = z.codec(z.union([z.string(), z.number()]), z.null(), { decode: () => null, encode: () => '' });

/**
 * A field whose rule has its own error code for a wrong value: decodes to null for any value that is not in the set, to
 * undefined for a missing, empty or 0 value.
 */
export function orUnknown<S extends z.core.$ZodType>(schema: S) {
  return z.optional(z.union([nothing, schema, otherWord]));
}

/** A filter field; legacy clients select "any" with a missing, empty or 0 value. */
export function choiceOf<S extends z.core.$ZodType>(schema: S) {
  return z.optional(z.union([nothing, schema]));
}

/** A filter by a flag: a missing or empty value selects any, and 0 is a choice. */
export const flagChoice = z.optional(z.union([formFlag, nothing]));

/** An instant, ISO 8601 in UTC with milliseconds: the form of every time that we add to the wire. */
export const instant = z.iso.datetime({ precision: 3 });

/** An instant in the legacy form `YYYY-MM-DD HH:MM:SS` (UTC); ISO 8601 in the domain. */
export const legacyTime = z.codec(z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)), instant, {
  decode: (value) => `${value.replace(' ', 'T')}.000Z`,
  encode: (value) => value.slice(0, 19).replace('T', ' '),
});

/**
 * An id that the client makes for a money mutation: the same id and body give the first answer again. Ids of version 7
 * expire (`requestId.ts`).
 */
export const requestId = z.uuid();

function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'string' && parseDecimal(value) === value;
}

function plainText(value: number): string {
  if (!Number.isFinite(value)) return '';
  const text = String(value);
  // JSON numbers of other servers may print with an exponent; 18 places suffice for their prices. `Intl` is slow and
  // seldom needed.
  return text.includes('e') ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 18 }) : text;
}

/** The SHA-256 of terms, hexadecimal. */
export const termsHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
