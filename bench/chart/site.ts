/** The pages of the libraries, built as the app is built and served from this machine. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { fromModelNumber } from '@halyard/contract/money';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';

const PAGES = fileURLToPath(new URL('pages', import.meta.url));
const DATA = process.env['HALYARD_TEST_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** The names of the pages. */
export const SITE_PAGES = ['halyard', 'bare', 'lightweight', 'klinecharts', 'echarts'] as const;

export type Site = { readonly origin: string; readonly close: () => Promise<void> };

/** Builds the pages for production, puts the recorded candles beside them and serves both. */
export async function openSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'halyard-bench-chart-'));
  await build({
    configFile: false,
    root: PAGES,
    base: './',
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: false,
      target: 'esnext',
      rolldownOptions: { input: SITE_PAGES.map((name) => join(PAGES, `${name}.html`)) },
    },
  });
  await writeFile(join(folder, 'candles.json'), JSON.stringify(await readCandles()));
  const server = await preview({
    configFile: false,
    root: PAGES,
    logLevel: 'warn',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const origin = server.resolvedUrls?.local[0];
  if (origin === undefined) throw new Error('the pages are not served');
  return {
    origin,
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Rows as the pages read them: the opening in milliseconds, then decimals. */
async function readCandles(): Promise<(number | string)[][]> {
  const text = gunzipSync(await readFile(join(DATA, 'btcusdt-1m-2023-03.csv.gz'))).toString();
  const lines = text.trim().split('\n').slice(1);
  return lines.map((line) => {
    const [time = '', ...cells] = line.split(',');
    return [Number(time) * 1000, ...cells.map((cell) => fromModelNumber(Number(cell), 8))];
  });
}
