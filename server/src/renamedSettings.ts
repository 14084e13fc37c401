/** Settings that have another name since version 2.5.9. The old names are read for one more version. */
import { ConfigError } from './configError.ts';

type Env = Readonly<Record<string, string | undefined>>;

const RENAMED: Readonly<Record<string, string>> = {
  LOG_ORIGIN: 'TRANSPARENCY_ORIGIN',
  LOG_KEY_FILE: 'TRANSPARENCY_KEY_FILE',
  LOG_WITNESSES: 'TRANSPARENCY_WITNESSES',
  LOG_WITNESS_SECONDS: 'TRANSPARENCY_WITNESS_SECONDS',
  LOG_WITNESS_REQUIRED: 'TRANSPARENCY_WITNESS_REQUIRED',
};

/** The environment by today's names, and a line for each old name in it. Throws {@link ConfigError} for both names. */
export function withTodaysNames(env: Env): { readonly env: Env; readonly notes: readonly string[] } {
  const today = { ...env };
  const notes: string[] = [];
  for (const [old, name] of Object.entries(RENAMED)) {
    const value = today[old];
    delete today[old];
    if (!value) continue;
    if (today[name]) throw new ConfigError(`${old} is called ${name} now: unset ${old}.`);
    today[name] = value;
    notes.push(`${old} is called ${name} now. The next version no longer reads ${old}.`);
  }
  return { env: today, notes };
}
