// Processor time of a test run. Minutes vary from machine to machine; the work that a run does varies far less.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from './repository.mjs';

/** @typedef {{ user: number, system: number }} Seconds */
/** @typedef {{ file: string, project: string, seconds: number }} FileTime */
/** @typedef {{ name: string, seconds: number }} PartTime */

/** The PostgreSQL server of the tests. */
export const TEST_DATABASE_URL =
  process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres:postgres@127.0.0.1:5432/postgres';

// Linux counts in hundredths of a second wherever it runs.
const TICKS_PER_SECOND = 100;
/** The parts of the unit tests, by the names of their projects in vitest.config.ts. */
const PARTS = {
  contract: ['contract'],
  server: ['server', 'server with other modules'],
  screens: ['screens', 'screens with other modules', 'plain'],
  tools: ['tools', 'app and server'],
};

/**
 * The four times of a process, in seconds: its own and those of its ended children. `undefined` where the system does
 * not show them.
 * @param {number | 'self'} pid
 */
function timesOf(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  return timesIn(readFileSync(path, 'utf8'));
}

/** @param {string} stat the content of `/proc/<pid>/stat` */
function timesIn(stat) {
  // The name in brackets may hold anything. The times are fields 14 to 17; the first one after the name is the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields
    .slice(11, 15)
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND);
  return { user, system, childUser, childSystem };
}

/**
 * Processor time of the ended children of this process. Children that still run are not counted.
 * @returns {Seconds | undefined} `undefined` where the system does not show it
 */
export function childSeconds() {
  const times = timesOf('self');
  return times && { user: times.childUser, system: times.childSystem };
}

/** Seconds of processor time of this process and its ended children, where the system shows the children. */
export function processSeconds() {
  const { user, system } = process.cpuUsage();
  const children = childSeconds();
  return (user + system) / 1_000_000 + (children ? children.user + children.system : 0);
}

/**
 * Processor time of the PostgreSQL server of the tests, without connections that are open.
 * @returns {Promise<Seconds | undefined>} `undefined` where no server answers or it runs elsewhere
 */
export async function postgresSeconds() {
  // Imported here: before the installation there is none, and the files that measure themselves need none.
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`);
    const pid = Number(rows[0]?.pid);
    // In a container the number belongs to another process of this machine.
    if (!readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')) return undefined;
    const times = timesOf(pid);
    return times && { user: times.user + times.childUser, system: times.system + times.childSystem };
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * @param {Seconds | undefined} before
 * @param {Seconds | undefined} after
 * @returns {Seconds | undefined} `undefined` where one of the two is not known
 */
export const secondsBetween = (before, after) =>
  before && after && { user: after.user - before.user, system: after.system - before.system };

/**
 * The sum of times of which some may not be known.
 * @param {(Seconds | undefined)[]} times
 * @returns {Seconds | undefined} `undefined` where none is known
 */
export function sumOfSeconds(times) {
  const known = times.filter((one) => one !== undefined);
  if (known.length === 0) return undefined;
  return { user: total(known.map(({ user }) => user)), system: total(known.map(({ system }) => system)) };
}

/**
 * Reads the lines of `fileTime.mjs`, one a file.
 * @param {string} path
 * @returns {FileTime[]}
 */
export function readFileTimes(path) {
  return linesOf(path).map((line) => {
    const { file, project, seconds } = /** @type {FileTime} */ (JSON.parse(line));
    return { file: relative(ROOT, file), project, seconds };
  });
}

/**
 * The sum of the processes that `e2e/browserTime.ts` has noted.
 * @param {string} path
 */
export const readBrowserTimes = (path) =>
  sumOfSeconds(
    linesOf(path)
      .map(timesIn)
      .map(({ user, system, childUser, childSystem }) => ({ user: user + childUser, system: system + childSystem })),
  );

/** @param {string} path */
const linesOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);

/**
 * The unit tests by part. What belongs to no file (starting workers, transforming sources, making pages) is the
 * runner's.
 * @param {FileTime[]} files
 * @param {Seconds | undefined} whole
 * @returns {PartTime[]}
 */
export function unitParts(files, whole) {
  const parts = Object.entries(PARTS).map(([name, projects]) => ({
    name,
    seconds: secondsOf(files.filter(({ project }) => projects.includes(project))),
  }));
  if (!whole) return parts;
  return [...parts, { name: 'runner', seconds: Math.max(0, whole.user + whole.system - secondsOf(files)) }];
}

/** @param {{ seconds: number }[]} rows */
const secondsOf = (rows) => total(rows.map(({ seconds }) => seconds));

/** @param {number[]} values */
const total = (values) => values.reduce((sum, value) => sum + value, 0);

/**
 * The closing lines about processor time.
 * @param {{ parts: PartTime[], run: Seconds | undefined, postgres: Seconds | undefined }} times
 * @returns {string[]}
 */
export function timeLines({ parts, run, postgres }) {
  const rows = parts
    .filter(({ seconds }) => seconds > 0)
    .map(({ name, seconds }) => `${name.padEnd(12)}${seconds.toFixed(0).padStart(6)} s`);
  /** @param {string} name @param {Seconds | undefined} seconds */
  const row = (name, seconds) =>
    seconds
      ? [
          `${name.padEnd(12)}${(seconds.user + seconds.system).toFixed(0).padStart(6)} s   ` +
            `user ${seconds.user.toFixed(0)} s, system ${seconds.system.toFixed(0)} s`,
        ]
      : [];
  return ['Processor time:', ...rows, ...row('whole run', run), ...row('PostgreSQL', postgres)];
}
