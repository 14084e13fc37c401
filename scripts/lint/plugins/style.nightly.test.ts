// The rules of the style guide that no published rule holds as we mean them.
import { testRule } from '../lintTree.ts';

testRule('style/no-enum', {
  valid: ["const side = { buy: 'buy' } as const;"],
  invalid: ['enum Side { Buy }', 'const enum Side { Buy }'],
});

testRule('style/no-interface', {
  valid: [
    'type Props = { id: string };',
    "declare module 'fastify' { interface FastifyInstance { db: unknown } }",
    'declare global { interface Window { ready: boolean } }',
  ],
  invalid: ['interface Props { id: string }', 'export interface Props { id: string }'],
});

testRule('style/suppression-reason', {
  valid: [
    '// oxlint-disable-next-line no-console -- the command prints its result\nf();',
    '// @ts-expect-error the library forgets this overload in its types\nf();',
    '// a comment that speaks of oxlint-disable\nf();',
  ],
  invalid: ['// oxlint-disable-next-line no-console\nf();', '// oxlint-disable-line no-console -- sorry\nf();'],
});

testRule('style/no-reexport', {
  valid: ['export const a = 1;', "import { a } from './a.ts';\nexport const b = a;", 'const a = 1;\nexport { a };'],
  invalid: ["export * from './a.ts';", "export { a } from './a.ts';", "export type { A } from './a.ts';"],
});
