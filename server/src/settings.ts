/** Reading of settings from the environment: faults, URLs, secrets in files, misspelt names. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** An invalid setting; the message is one line for the operator. */
export class ConfigError extends Error {}

// Settings that are whole numbers.

type WholeNumber = ReturnType<typeof wholeNumber>;

/** A whole number from `min` to `max`: its schema, and its expected form for the error message. */
export function wholeNumber(unit: string, min: number, max: number) {
  const digits = z.string().check(z.regex(/^(0|[1-9]\d{0,5})$/));
  return {
    schema: z.optional(z.pipe(digits, z.coerce.number<string>().check(z.minimum(min), z.maximum(max)))),
    expected: `a whole number${unit && ` of ${unit}`} from ${min} to ${max}`,
  };
}

/** Their schemas by variable. */
export function schemasOf<K extends string>(numbers: Readonly<Record<K, WholeNumber>>) {
  return mapped(numbers, ({ schema }) => schema);
}

/** Their expected forms by variable. */
export function expectedOf<K extends string>(numbers: Readonly<Record<K, WholeNumber>>) {
  return mapped(numbers, ({ expected }) => expected);
}

function mapped<K extends string, T>(numbers: Readonly<Record<K, WholeNumber>>, to: (one: WholeNumber) => T) {
  const entries = Object.entries<WholeNumber>(numbers).map(([name, one]) => [name, to(one)] as const);
  return Object.fromEntries(entries) as Readonly<Record<K, T>>;
}

/** Values of variables with these schemas. */
export type ValuesOf<V extends z.core.$ZodLooseShape> = z.output<z.ZodMiniObject<V>>;

// Settings that are URLs.

/** A URL with one of these protocols, each including its colon. */
export function urlOf(...protocols: readonly string[]) {
  return z.string().check(z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)));
}

/**
 * Whether a text is a URL template of map tiles. The host is inserted into the content security policy, so it must
 * contain only the characters of a host.
 */
export function isTilesUrl(text: string): boolean {
  const places = text.match(/\{[^}]*\}/g) ?? [];
  if (places.toSorted().join('') !== '{x}{y}{z}' || /[\s'"<>]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === 'https:' && /^[a-z\d.-]+$/.test(hostname) && username === '' && password === '';
}

// Secrets in separate files, so that they do not appear in process lists, unit files or images.

/** Variables that contain secrets. Each may be given as the path of a file: `SMTP_URL_FILE=/run/smtp`. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'MIGRATIONS_DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'SMS_WEBHOOK_URL',
  'VAPID_PRIVATE_KEY',
  'FEED_SEED',
  'SECRETS_KEY',
] as const;

type Env = Readonly<Record<string, string | undefined>>;

const OF_OTHERS = 0o077;

/**
 * The environment with the secrets from files, without their trailing line break. Throws a `ConfigError`, which never
 * includes a file's contents, for a file that is missing, empty, or accessible to others than its owner, and for a
 * variable that is given both ways.
 */
export function withSecretFiles(env: Env, names: readonly string[] = SECRET_VARIABLES): Env {
  const read = names.flatMap((name) => {
    const path = env[`${name}_FILE`];
    if (!path) return [];
    if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set: unset one of them.`);
    return [[name, readSecretFile(`${name}_FILE`, path)] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

/**
 * Contents of a file, without the trailing line break. Throws a `ConfigError` like {@link withSecretFiles}, in which
 * `variable` names the file.
 */
export function readSecretFile(variable: string, path: string): string {
  const { mode, text } = readWithMode(variable, path);
  if ((mode & OF_OTHERS) !== 0)
    throw new ConfigError(`${variable} names a file that others may use: chmod 600 it, or give it to this user alone.`);
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new ConfigError(`${variable} names a file that is empty.`);
  return secret;
}

/** Reads mode and text of the same open file, so that a renamed or replaced path has no effect. */
function readWithMode(variable: string, path: string): { readonly mode: number; readonly text: string } {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new ConfigError(`${variable} names no file.`);
    return { mode: stats.mode, text: readFileSync(file, 'utf8') };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${variable} names a file that cannot be read (${code}).`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

// Refuses misspelt names of settings, which would otherwise silently keep their defaults.

/** Shorter names are too similar to many others. */
const LENGTH_MIN = 7;
/** From this length on two letters may differ, below it one. */
const LONG = 10;
/** Variables of the operator tool, and of others. */
const OTHERS = new Set(['OPERATOR_NAME', 'OPERATOR_KEY_FILE', 'APPDIR']);

/**
 * Throws a {@link ConfigError} for a variable that is not a setting, but similar to one of `settings` that is not set.
 */
export function refuseMisspelt(env: Env, settings: readonly string[]): void {
  const known = new Set(settings);
  const missing = settings.filter((name) => name.length >= LENGTH_MIN && !env[name]);
  for (const [written, value] of Object.entries(env)) {
    if (!value || known.has(written) || OTHERS.has(written) || !/^[A-Z][A-Z0-9_]*$/.test(written)) continue;
    const meant = missing.find((name) => isSimilar(plain(written), plain(name)));
    if (meant !== undefined) throw new ConfigError(`${written} is no setting. Spell it ${meant}, or unset it.`);
  }
}

/** Without underscores, and in the singular: `TRUSTED_PROXY` is similar to `TRUSTED_PROXIES`. */
const plain = (name: string) => name.replaceAll('_', '').replace(/IES$/, 'Y');

function isSimilar(one: string, other: string): boolean {
  const max = other.length < LONG ? 1 : 2;
  return Math.abs(one.length - other.length) <= max && distance(one, other) <= max;
}

/** Number of letters that are missing, extra, wrong, or swapped with the next one. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j += 1) {
      const wrong = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + wrong, swapped));
    }
  }
  return at(one.length, other.length);
}
