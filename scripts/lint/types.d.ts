// The linter exports its tester but not the names of its types; they are derived here so that the plugins stay typed.
import type { RuleTester } from 'oxlint/plugins-dev';

type AnyRule = Parameters<RuleTester['run']>[1];

export type Rule = Extract<AnyRule, { create: unknown }> & { createOnce?: never };
export type Plugin = { meta: { name: string }; rules: Record<string, Rule> };
