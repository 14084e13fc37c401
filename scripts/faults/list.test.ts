// Checks that the list of planted faults matches the sources, without running any of them.
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromRoot } from '../lib/repository.mjs';
import { FAULTS, plant } from './list.mjs';

it('has thirty faults or more, each with a unique name', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  expect(FAULTS.length).toBeGreaterThanOrEqual(30);
});

it('finds the text of each fault exactly once in its file', () => {
  for (const fault of FAULTS) {
    const { sound, faulty } = plant(fault);
    expect(faulty, fault.name).not.toBe(sound);
  }
});

it('looks for each fault where there are tests', () => {
  for (const { name, tests } of FAULTS) {
    expect(tests, name).not.toHaveLength(0);
    for (const { path } of tests) expect(existsSync(fromRoot(path)), path).toBe(true);
  }
});
