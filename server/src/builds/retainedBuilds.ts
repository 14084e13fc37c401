/**
 * Keeps the assets of the last three builds of the app: a page that was opened before an update goes on asking for the
 * files of its own build. They lie in the data folder, `builds/<id>/`, which several nodes share; a build appears and
 * disappears whole, by a rename, so that a crash in the middle leaves nothing half.
 */
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../clock.ts';

/** How many builds are kept, the current one among them. */
export const KEPT_BUILDS = 3;

const BUILD = /^[\da-f]{16}$/;
/** What is half, before its rename or after it. */
const UNFINISHED = '.unfinished-';
/** A copy takes seconds; what is older was left by a node that died. */
const UNFINISHED_MS = 3_600_000;

type RetainedBuildsOptions = {
  /** Where the built app lies. */
  readonly appFolder: string;
  readonly dataDir: string;
  readonly clock: Clock;
};

/** What keeps builds; `close` it before its folders go. */
export type RetainedBuilds = ReturnType<typeof createRetainedBuilds>;

/** Makes the keeper. Nothing is kept before it is asked to. */
export function createRetainedBuilds({ appFolder, dataDir, clock }: RetainedBuildsOptions) {
  const root = join(dataDir, 'builds');
  const current = join(appFolder, 'assets');
  let cachedAtMs = 0;
  let known: readonly string[] = [];
  let isClosed = false;
  let looking: Promise<void> = Promise.resolve();
  let nextLook: Promise<void> | undefined;

  async function keep(): Promise<void> {
    const names = await namesIn(current);
    if (names.length === 0) return;
    await mkdir(root, { recursive: true });
    const kept = join(root, idOf(names));
    if (!(await exists(kept))) await copyWhole(current, kept, () => isClosed);
    // The order in which builds are forgotten is that in which they were last current.
    const now = new Date(clock.nowMs());
    await utimes(kept, now, now);
    await prune(root, clock.nowMs());
    known = await buildsIn(root);
  }

  async function look(): Promise<void> {
    const finishedAtMs = await changedAtMs(join(appFolder, 'sw.js'));
    if (isClosed || finishedAtMs === cachedAtMs) return;
    try {
      await keep();
      cachedAtMs = finishedAtMs;
    } catch (error) {
      // What was given up is kept after the next start.
      if (!isClosed) throw error;
    }
  }

  function lookNow(): Promise<void> {
    nextLook = undefined;
    looking = look();
    return looking;
  }

  return {
    /** Keeps the build that is now in the app's folder, if there is one, and forgets what is too old. */
    keep,
    /**
     * The same, if a build was finished since the last time: the worker is what a build writes last. A copy may take
     * longer than it is until somebody asks again: all who ask meanwhile share one look, which comes after it.
     */
    keepIfNew: (): Promise<void> => (nextLook ??= looking.then(lookNow, lookNow)),
    /** Keeps nothing more, and waits for what runs, which ends at its next file. */
    close: async (): Promise<void> => {
      isClosed = true;
      await (nextLook ?? looking).catch(() => undefined);
    },
    /** The folder of the kept build that has an asset; `undefined` when none has. `name` is a bare file name. */
    find: async (name: string): Promise<string | undefined> => {
      const place = await findIn(known, name);
      if (place !== undefined) return place;
      // Another node may have kept or forgotten builds.
      known = await buildsIn(root);
      return findIn(known, name);
    },
  };
}

/** The names hold hashes of the contents, so together they say what the build is. */
function idOf(names: readonly string[]): string {
  return createHash('sha256').update(names.toSorted().join('\n')).digest('hex').slice(0, 16);
}

async function copyWhole(from: string, to: string, isGivenUp: () => boolean): Promise<void> {
  const unfinished = unfinishedIn(join(to, '..'));
  try {
    await mkdir(unfinished);
    for (const name of await namesIn(from)) {
      if (isGivenUp()) break;
      await linkOrCopy(join(from, name), join(unfinished, name));
    }
    // The next build may have begun meanwhile, or this copy been given up: what is half is none.
    if (idOf(await namesIn(unfinished)) !== basename(to)) throw new Error('the build changed while it was copied');
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another node was faster: it has copied the same files.
    if (!(await exists(to))) throw error;
  }
}

/**
 * A second name of a file takes a tenth of a copy's time and no room, and outlives the first: a build writes new files
 * and changes none. Folders on two file systems have no such names.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

async function prune(root: string, nowMs: number): Promise<void> {
  const builds = await buildsIn(root);
  for (const build of builds.slice(KEPT_BUILDS)) await removeWhole(build, root);
  for (const name of await namesIn(root)) {
    const path = join(root, name);
    if (name.startsWith(UNFINISHED) && nowMs - (await changedAtMs(path)) > UNFINISHED_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function removeWhole(build: string, root: string): Promise<void> {
  const unfinished = unfinishedIn(root);
  try {
    await rename(build, unfinished);
  } catch {
    // Another node removes it.
    return;
  }
  await rm(unfinished, { recursive: true, force: true });
}

/** The folders of the kept builds, the one that was current last first. */
async function buildsIn(root: string): Promise<string[]> {
  const paths = (await namesIn(root)).filter((name) => BUILD.test(name)).map((name) => join(root, name));
  const dated = await Promise.all(paths.map(async (path) => ({ path, atMs: await changedAtMs(path) })));
  return dated.toSorted((a, b) => b.atMs - a.atMs).map(({ path }) => path);
}

async function findIn(builds: readonly string[], name: string): Promise<string | undefined> {
  for (const build of builds) if (await exists(join(build, name))) return build;
  return undefined;
}

function unfinishedIn(root: string): string {
  return join(root, `${UNFINISHED}${randomUUID()}`);
}

/** 0 for what is gone. */
async function changedAtMs(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
