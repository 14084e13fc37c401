/**
 * The style elements of the app's page, as the policy names them. The build writes the first styles into the page, so
 * that it is drawn before anything else has come.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

const STYLE = /<style>([^<]*)<\/style>/g;

/** Sources for `style-src-elem` that let in the styles of an HTML file and no others. None where there is no file. */
export function inlineStylesIn(path: string): () => Promise<readonly string[]> {
  let known = { mark: '', sources: [] as readonly string[] };
  // A build may be put in the place of another one while the exchange runs.
  return async () => {
    const mark = await markOf(path);
    if (mark !== known.mark) known = { mark, sources: mark === '' ? [] : sourcesIn(await readFile(path, 'utf8')) };
    return known.sources;
  };
}

async function markOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return '';
  }
}

function sourcesIn(html: string): readonly string[] {
  return [...html.matchAll(STYLE)].map(
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );
}
