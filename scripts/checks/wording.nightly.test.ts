// The check of wording finds what it counts, and passes what is plain.
import { expect, it } from 'vitest';
import { findSmallFiles, namesElsewhere, wordingIn } from './wording.ts';

it.each([
  ['server/src/a.ts', '/** What a new price owes to those who wait. */', ['comment that opens with a clause']],
  ['server/src/a.ts', '// The owner is told when he comes.', ['he, him or his', 'code that tells, hears or says']],
  ['server/src/a.ts', 'const toldOf = (row) => row.id;', ['old name']],
  ['src/features/a.tsx', '<CopyRow look="whole" />', ['old name']],
  ['server/src/a.ts', 'const LOOK_EVERY_MS = 50;', ['old name']],
  ['src/features/a.ts', 'const [isLeverOpen] = useState(false);', ['old name of a product']],
  ['docs/a.md', 'Nobody is locked out.', ['document: somebody, nobody, anew']],
  [
    'locales/en/a.json',
    '  "gone": "It comes back at once"',
    ['text that opens with It or What', 'text with a riddling word'],
  ],
  ['server/src/a.ts', '/** Fills and triggers that are due after a tick. */', []],
  ['server/src/a.ts', "const url = 'https://example.com/his';", []],
])('finds in %s: %s', (path, line, kinds) => {
  expect(wordingIn(path, line)).toEqual(kinds);
});

it('finds a small file that one file beside it imports', () => {
  const sources = new Map([
    ['src/a/one.ts', "import { two } from './two.ts';\nimport { three } from '../b/three.ts';\n"],
    ['src/a/two.ts', 'export const two = 2;\n'],
    ['src/b/three.ts', 'export const three = 3;\n'],
  ]);
  expect(findSmallFiles(sources)).toEqual(['src/a/two.ts']);
});

it('finds a product outside its folders, and not the verb', () => {
  const sources = new Map([
    ['src/domain/trust/trustApi.ts', 'export const trustApi = 1;\n'],
    ['src/domain/offline/lists.ts', "import { trustApi } from '../trust/trustApi.ts';\n"],
    ['server/src/config.ts', 'const TRUSTED_PROXIES = trustedProxies; // Fastify: trustProxy\n'],
  ]);
  expect(namesElsewhere('trust', sources)).toEqual(['src/domain/offline/lists.ts']);
});
