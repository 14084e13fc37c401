// Settings that decide which operators may act alone.
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const of = (env: Readonly<Record<string, string>>) => {
  const { areKeysRequired, twoPersonOver, twoPersonOperatorOver } = readConfig(env);
  return [areKeysRequired, twoPersonOver, twoPersonOperatorOver];
};

test('large withdrawals need two operators outside the sandbox, and inside only when set', () => {
  expect(of({})).toEqual([false, undefined, undefined]);
  expect(of({ SANDBOX: '0' })).toEqual([false, '10000', '100000']);
  expect(of({ OPERATOR_KEYS: 'required', TWO_PERSON_OVER: '2500.5' })).toEqual([true, '2500.5', '25005']);
  expect(of({ TWO_PERSON_OPERATOR_OVER: '70' })).toEqual([false, undefined, '70']);
  expect(of({ SANDBOX: '0', TWO_PERSON_OPERATOR_OVER: '0' })).toEqual([false, '10000', '0']);
});

test.each([
  ['OPERATOR_KEYS', '1'],
  ['TWO_PERSON_OVER', '-1'],
  ['TWO_PERSON_OVER', '1e4'],
  ['TWO_PERSON_OPERATOR_OVER', '-1'],
])('%s=%s is refused', (name, value) => {
  expect(() => of({ [name]: value })).toThrow(`${name} must be`);
});
