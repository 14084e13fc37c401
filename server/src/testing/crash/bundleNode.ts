/** Bundles of the programs of this folder, for tests that start one hundreds of times. */
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { REPOSITORY, SERVER } from '../../folders.ts';
import { FOLDER } from './nodeProcess.ts';

/**
 * Bundles a program: reading its sources takes a second of processor at each start. Resolves to its path; `remove` it
 * in the end.
 */
export async function bundleNode(program: string): Promise<{ readonly path: string; remove(): Promise<void> }> {
  // One folder below `server/`: `folders.ts` counts on it.
  const outDir = await mkdtemp(join(SERVER, '.bundle-'));
  await build({
    configFile: join(REPOSITORY, 'vite.server.config.ts'),
    root: REPOSITORY,
    logLevel: 'error',
    build: { outDir, sourcemap: false, rolldownOptions: { input: join(REPOSITORY, FOLDER, program) } },
  });
  const path = join(outDir, `${basename(program, '.ts')}.mjs`);
  return { path, remove: () => rm(outDir, { recursive: true }) };
}
