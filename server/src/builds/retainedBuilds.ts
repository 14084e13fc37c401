/**
 * Retains the assets of the last three builds of the app, because a page that was opened before an update still
 * requests the files of its own build. They are in the data folder, `builds/<id>/`, which several nodes share. A build
 * appears and disappears by a rename, so that a crash leaves no partial build.
 */
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { HOUR_MS } from '@halyard/contract/time';
import type { Clock } from '../clock.ts';

/** Number of builds to retain, including the current one. */
export const RETAINED_BUILDS = 3;

const BUILD = /^[\da-f]{16}$/;
/** Prefix of a folder that is incomplete: before its rename into place, or after its rename for removal. */
const UNFINISHED = '.unfinished-';
/** A copy takes seconds; an older folder belongs to a node that crashed. */
const UNFINISHED_MS = HOUR_MS;

type RetainedBuildsOptions = {
  /** Folder of the built app. */
  readonly appFolder: string;
  readonly dataDir: string;
  readonly clock: Clock;
};

/** Store of retained builds; `close` it before its folders are removed. */
export type RetainedBuilds = ReturnType<typeof createRetainedBuilds>;

/** Creates the store. Nothing is copied before `retain` is called. */
export function createRetainedBuilds({ appFolder, dataDir, clock }: RetainedBuildsOptions) {
  const root = join(dataDir, 'builds');
  const current = join(appFolder, 'assets');
  let cachedAtMs = 0;
  let known: readonly string[] = [];
  let isClosed = false;
  let checking: Promise<void> = Promise.resolve();
  let nextCheck: Promise<void> | undefined;

  async function retain(): Promise<void> {
    const names = await namesIn(current);
    if (names.length === 0) return;
    await mkdir(root, { recursive: true });
    const retained = join(root, idOf(names));
    if (!(await exists(retained))) await copyWhole(current, retained, () => isClosed);
    // Builds are removed in the order in which they were last current.
    const now = new Date(clock.nowMs());
    await utimes(retained, now, now);
    await prune(root, clock.nowMs());
    known = await buildsIn(root);
  }

  async function check(): Promise<void> {
    const finishedAtMs = await changedAtMs(join(appFolder, 'sw.js'));
    if (isClosed || finishedAtMs === cachedAtMs) return;
    try {
      await retain();
      cachedAtMs = finishedAtMs;
    } catch (error) {
      // A copy that `close` interrupted is made again after the next start.
      if (!isClosed) throw error;
    }
  }

  function checkNow(): Promise<void> {
    nextCheck = undefined;
    checking = check();
    return checking;
  }

  return {
    /** Retains the build that is in the app's folder, if any, and removes the oldest ones. */
    retain,
    /**
     * Retains the current build if one was finished since the last check (a build writes the service worker last).
     * Requests that arrive while a copy runs share one check, which starts after that copy.
     */
    retainIfNew: (): Promise<void> => (nextCheck ??= checking.then(checkNow, checkNow)),
    /** Stops retaining and waits for a running copy, which ends at its next file. */
    close: async (): Promise<void> => {
      isClosed = true;
      await (nextCheck ?? checking).catch(() => undefined);
    },
    /** Folder of the retained build that has an asset; `undefined` when none has. `name` is a bare file name. */
    find: async (name: string): Promise<string | undefined> => {
      const place = await findIn(known, name);
      if (place !== undefined) return place;
      // Another node may have added or removed builds.
      known = await buildsIn(root);
      return findIn(known, name);
    },
  };
}

/** File names contain hashes of the contents, so together they identify the build. */
function idOf(names: readonly string[]): string {
  return createHash('sha256').update(names.toSorted().join('\n')).digest('hex').slice(0, 16);
}

async function copyWhole(from: string, to: string, isInterrupted: () => boolean): Promise<void> {
  const unfinished = unfinishedIn(join(to, '..'));
  try {
    await mkdir(unfinished);
    for (const name of await namesIn(from)) {
      if (isInterrupted()) break;
      await linkOrCopy(join(from, name), join(unfinished, name));
    }
    // The next build may have begun meanwhile, or `close` interrupted this copy: discard a partial copy.
    if (idOf(await namesIn(unfinished)) !== basename(to)) throw new Error('the build changed while it was copied');
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another node may already have copied the same files.
    if (!(await exists(to))) throw error;
  }
}

/**
 * A hard link takes a tenth of a copy's time and no space, and survives the removal of the original: a build writes new
 * files and changes none. Across file systems hard links are impossible.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

async function prune(root: string, nowMs: number): Promise<void> {
  const builds = await buildsIn(root);
  for (const build of builds.slice(RETAINED_BUILDS)) await removeWhole(build, root);
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
    // Another node is removing it.
    return;
  }
  await rm(unfinished, { recursive: true, force: true });
}

/** Folders of the retained builds, the most recently current first. */
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

/** 0 when the path does not exist. */
async function changedAtMs(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
