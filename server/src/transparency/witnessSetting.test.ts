// Witnesses are set by lines of a policy, and an invalid line stops the start without being printed.
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const WITNESS = 'witness.example/w1+df1c0a35+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU';
const LOG_WITNESSES = `witness w1 ${WITNESS} https://witness.example/w1; quorum w1`;

it('is read with its quorum', () => {
  expect(readConfig({})).toMatchObject({
    logWitnesses: { witnesses: [], quorum: 'none' },
    logWitnessSeconds: 30,
    isWitnessRequired: false,
  });
  expect(readConfig({ LOG_WITNESSES, LOG_WITNESS_SECONDS: '60', LOG_WITNESS_REQUIRED: '1' })).toMatchObject({
    logWitnesses: { witnesses: [{ name: 'w1', url: 'https://witness.example/w1' }], quorum: 'w1' },
    logWitnessSeconds: 60,
    isWitnessRequired: true,
  });
});

it.each([
  ['LOG_WITNESSES', 'secret'],
  ['LOG_WITNESSES', `witness secret ${WITNESS}; quorum secret`],
  ['LOG_WITNESSES', `witness secret ${WITNESS} ftp://witness.example; quorum secret`],
  ['LOG_WITNESSES', `witness w1 ${WITNESS} https://secret.example; quorum w2`],
  ['LOG_WITNESS_SECONDS', '0'],
  ['LOG_WITNESS_SECONDS', '121'],
  ['LOG_WITNESS_REQUIRED', '1'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^(?!.*secret)${name} must be`));
});
