/** Refuses misspelt names of settings, which would otherwise silently keep their defaults. */
import { ConfigError } from './configError.ts';

type Env = Readonly<Record<string, string | undefined>>;

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
