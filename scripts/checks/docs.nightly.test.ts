// Checks how the documentation check reads a page: its links, its anchors and its npm commands.
import { describe, expect, it } from 'vitest';
import { anchorsOf, commandsOf, linksOf, sourcesNamed } from './docs.ts';

describe('the documentation check', () => {
  it('finds relative links and pictures, and no external ones', () => {
    const page =
      'See [the map](docs/map.md#layers), ![home](docs/home.png "Home") and [npm](https://npmjs.com).\n\n<img alt="" src="docs/logo.svg">\n\n[adr]: docs/adr/0001.md\n';
    expect(linksOf(page)).toEqual(['docs/map.md#layers', 'docs/home.png', 'docs/logo.svg', 'docs/adr/0001.md']);
  });

  it('ignores links shown as code', () => {
    expect(linksOf('`[a](b.md)`\n\n```md\n[c](d.md)\n```\n')).toEqual([]);
  });

  it('makes anchors as GitHub does', () => {
    expect(anchorsOf('# The import borders\n\n## `npm test`, in short\n\n```sh\n# no heading\n```\n')).toEqual(
      new Set(['the-import-borders', 'npm-test-in-short']),
    );
  });

  it('finds the commands in code and not in prose', () => {
    const page =
      'The npm registry. Run `npm start`, then `npm run verify -- --fix`.\n\n```sh\nnpm ci\nnpm test\nnpm run db:generate -w server\n```\n';
    expect(commandsOf(page)).toEqual([
      { script: 'test', workspace: '.' },
      { script: 'db:generate', workspace: 'server' },
      { script: 'start', workspace: '.' },
      { script: 'verify', workspace: '.' },
    ]);
  });

  it('finds sources that comments name, and no placeholders', () => {
    const text = "// `db/locks.ts`, `*.test.ts` and X.test.ts\nimport { a } from './a.ts';\n/** See Page.tsx. */\n";
    expect(sourcesNamed('src/b.ts', text)).toEqual(['db/locks.ts', 'Page.tsx']);
    expect(sourcesNamed('docs/b.md', 'In `server.ts`.')).toEqual(['server.ts']);
    expect(sourcesNamed('server/src/db/migrations/0001_a.sql', '-- a.ts')).toEqual([]);
  });
});
