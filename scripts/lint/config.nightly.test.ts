// The configuration holds the style guide: each rule is broken once in a throw-away repository, and the same code is
// left alone where the rule has an exception.
import { describe, expect, it } from 'vitest';
import { lintTree } from './lintTree.ts';

const lines = (count: number, line = '  f();') => Array.from({ length: count }, () => line).join('\n');
const longFunction = (count: number) => `declare const f: () => void;\nexport function run() {\n${lines(count)}\n}\n`;
const branches = Array.from({ length: 13 }, (_, index) => `  if (value === ${index}) return ${index};`).join('\n');

type Case = { rule: string; file: string; code: string };

const broken: Case[] = [
  { rule: 'eslint/max-lines', file: 'src/shared/long.ts', code: lines(301, 'export {};') },
  { rule: 'eslint/max-lines-per-function', file: 'src/shared/longFunction.ts', code: longFunction(70) },
  {
    rule: 'eslint/max-lines-per-function',
    file: 'src/shared/Long.tsx',
    code: `export function Long() {\n${lines(120, '  void 0;')}\n}\n`,
  },
  {
    rule: 'eslint/max-params',
    file: 'src/shared/params.ts',
    code: 'export const sum = (a: string, b: string, c: string, d: string, e: string) => [a, b, c, d, e];\n',
  },
  {
    rule: 'eslint/max-depth',
    file: 'src/shared/depth.ts',
    code: 'export function f(a: boolean) {\n  if (a) {\n    while (a) {\n      for (;;) {\n        if (a) return;\n      }\n    }\n  }\n}\n',
  },
  {
    rule: 'eslint/complexity',
    file: 'src/shared/complex.ts',
    code: `export function f(value: number) {\n${branches}\n  return 0;\n}\n`,
  },
  { rule: 'style/comment-width', file: 'src/shared/wide.ts', code: `// ${'wide '.repeat(24)}\nexport const a = 1;\n` },
  { rule: 'eslint/no-console', file: 'server/src/transparency.ts', code: "console.log('started');\n" },
  { rule: 'eslint/no-warning-comments', file: 'server/src/later.ts', code: '// TODO later\nexport const a = 1;\n' },
  {
    rule: 'eslint/no-restricted-imports',
    file: 'src/features/spot/raw.ts',
    code: "import { useSelector } from 'react-redux';\nexport const useRaw = useSelector;\n",
  },
  {
    rule: 'eslint/no-restricted-imports',
    file: 'contract/src/whole.ts',
    code: "import { z } from 'zod';\nexport const text = z.string();\n",
  },
  { rule: 'import/no-default-export', file: 'src/shared/fallback.ts', code: 'const a = 1;\nexport default a;\n' },
  { rule: 'node/no-process-env', file: 'server/src/config.ts', code: "export const port = process.env['PORT'];\n" },
  { rule: 'typescript/no-explicit-any', file: 'server/src/any.ts', code: 'export const f = (a: any) => String(a);\n' },
  {
    rule: 'typescript/no-non-null-assertion',
    file: 'server/src/bang.ts',
    code: 'export const f = (a?: string) => a!.length;\n',
  },
  {
    rule: 'typescript/ban-ts-comment',
    file: 'server/src/ignore.ts',
    code: '// @ts-ignore because the types are wrong here\nexport const a: number = "1";\n',
  },
  {
    rule: 'typescript/no-floating-promises',
    file: 'server/src/floating.ts',
    code: 'const f = async () => {};\nexport const g = () => {\n  f();\n};\n',
  },
  {
    rule: 'typescript/no-restricted-types',
    file: 'src/shared/ui/Fc.tsx',
    code: "import type { FC } from 'react';\nexport const Fc: FC = () => null;\n",
  },
  {
    rule: 'react-hooks/rules-of-hooks',
    file: 'src/shared/ui/Hook.tsx',
    code: "import { useState } from 'react';\nexport function Hook({ a }: { a: boolean }) {\n  if (a) useState(1);\n  return null;\n}\n",
  },
  {
    rule: 'react-hooks/exhaustive-deps',
    file: 'src/shared/ui/Deps.tsx',
    code: "import { useEffect } from 'react';\nexport function Deps({ f }: { f: () => void }) {\n  useEffect(() => f(), []);\n  return null;\n}\n",
  },
  {
    rule: 'jsx-a11y/alt-text',
    file: 'src/shared/ui/Picture.tsx',
    code: 'export const Picture = () => <img src="a.png" />;\n',
  },
  { rule: 'names/file-name', file: 'src/shared/ui/lower.tsx', code: 'export const Lower = () => null;\n' },
  { rule: 'style/no-reexport', file: 'src/shared/barrel.ts', code: "export * from './long.ts';\n" },
  {
    rule: 'money/no-float',
    file: 'server/src/modules/coin/service.ts',
    code: 'export const f = (price: string) => Number(price);\n',
  },
  { rule: 'text/no-literal', file: 'src/features/spot/Words.tsx', code: 'export const Words = () => <p>Buy</p>;\n' },
  {
    rule: 'paths/no-literal-route',
    file: 'src/features/spot/go.ts',
    code: "export const to = '/pages/trade/index';\n",
  },
  {
    rule: 'unused-suppression',
    file: 'src/shared/unused.ts',
    code: '// oxlint-disable-next-line no-console -- the line below once printed\nexport const a = 1;\n',
  },
];

const exceptions: Case[] = [
  {
    rule: 'eslint/max-lines-per-function',
    file: 'src/shared/Tall.tsx',
    code: `export function Tall() {\n${lines(110, '  void 0;')}\n}\n`,
  },
  { rule: 'eslint/max-lines-per-function', file: 'src/shared/tall.test.ts', code: longFunction(200) },
  { rule: 'eslint/no-console', file: 'bench/ledger.bench.ts', code: "console.log('7,000 a second');\n" },
  {
    rule: 'eslint/no-restricted-imports',
    file: 'src/shared/store/hooks.ts',
    code: "import { useSelector } from 'react-redux';\nexport const useRaw = useSelector;\n",
  },
  { rule: 'import/no-default-export', file: 'vite.config.ts', code: 'export default {};\n' },
  {
    rule: 'money/no-float',
    file: 'contract/src/money/money.ts',
    code: 'export const f = (price: string) => Number(price);\n',
  },
  {
    rule: 'paths/no-literal-route',
    file: 'src/shared/navigation/paths.ts',
    code: "export const trade = '/pages/trade/index';\n",
  },
  {
    rule: 'style/no-interface',
    file: 'server/src/fastify.d.ts',
    code: "declare module 'fastify' {\n  interface FastifyInstance {\n    a: 1;\n  }\n}\nexport {};\n",
  },
];

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    jsx: 'react-jsx',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    target: 'ES2023',
    noEmit: true,
    allowImportingTsExtensions: true,
  },
});
const treeOf = (cases: Case[]) => ({
  ...Object.fromEntries(cases.map(({ file, code }) => [file, code])),
  'tsconfig.json': TSCONFIG,
});

describe('the linter', () => {
  const findings = lintTree(treeOf([...broken, ...exceptions]));
  const rulesFor = (file: string) => findings.filter((finding) => finding.file === file).map(({ rule }) => rule);

  it.each(broken)('reports $rule in $file', ({ rule, file }) => expect(rulesFor(file)).toContain(rule));
  it.each(exceptions)('leaves $rule alone in $file', ({ rule, file }) => expect(rulesFor(file)).not.toContain(rule));
});
