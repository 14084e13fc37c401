// Alert rules and board use each metric, and no other: a renamed metric would silence its alert.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { SERVER } from '../folders.ts';
import { metricNames } from './metrics.ts';

type Rules = { readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[] };
type Board = { readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[] };

const read = (name: string) => readFileSync(join(SERVER, 'monitoring', name), 'utf8');
const alerts = (parse(read('alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
const panels = (JSON.parse(read('grafana.json')) as Board).panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr),
);

/** Metrics of an expression; those of a histogram by the name of the histogram. */
const namesIn = (expr: string) =>
  Array.from(expr.matchAll(/halyard_[a-z_]+/g), ([name]) => name.replace(/_(?:bucket|sum|count)$/, ''));

it('alerts when no node gives metrics, which silences every other rule', () => {
  expect(alerts.filter((expr) => expr.startsWith('absent('))).toHaveLength(1);
});

it('uses every metric, and each that it uses exists', () => {
  const used = new Set([...alerts, ...panels].flatMap(namesIn));
  expect([...used].toSorted()).toEqual(metricNames().toSorted());
});
