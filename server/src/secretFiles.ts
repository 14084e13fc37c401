/** Secrets in separate files, so that they do not appear in process lists, unit files or images. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { ConfigError } from './configError.ts';

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
