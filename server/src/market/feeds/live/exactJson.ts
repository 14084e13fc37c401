/** Reads what venues send without passing a price through a floating-point number. */
import { parseDecimal, type Decimal } from '@halyard/contract/money';

/** A string, which is copied, or a number, which becomes a string. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const NUMBER = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** The value of a JSON text; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The value of a JSON text in which every number is the text of its digits; undefined where it is none. */
export function readExactJson(text: string): unknown {
  return readJson(text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** The decimal of a text with or without an exponent, such as `1e-7`; undefined for anything that is no amount. */
export function exactDecimal(value: unknown): Decimal | undefined {
  const [, whole, fraction = '', exponent = '0'] = (typeof value === 'string' && NUMBER.exec(value)) || [];
  if (whole === undefined) return undefined;
  const digits = whole + fraction;
  const places = fraction.length - Number(exponent);
  if (places <= 0) return parseDecimal(digits + '0'.repeat(-places));
  const padded = digits.padStart(places + 1, '0');
  return parseDecimal(`${padded.slice(0, -places)}.${padded.slice(-places)}`);
}

/** A field of a value if that is an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** The value if it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
