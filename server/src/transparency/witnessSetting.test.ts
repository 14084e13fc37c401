// Witnesses are set by lines of a policy, and an invalid line stops the start without being printed.
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const WITNESS = 'witness.example/w1+df1c0a35+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU';
const TRANSPARENCY_WITNESSES = `witness w1 ${WITNESS} https://witness.example/w1; quorum w1`;

it('is read with its quorum', () => {
  expect(readConfig({})).toMatchObject({
    logWitnesses: { witnesses: [], quorum: 'none' },
    logWitnessSeconds: 30,
    isWitnessRequired: false,
  });
  expect(
    readConfig({ TRANSPARENCY_WITNESSES, TRANSPARENCY_WITNESS_SECONDS: '60', TRANSPARENCY_WITNESS_REQUIRED: '1' }),
  ).toMatchObject({
    logWitnesses: { witnesses: [{ name: 'w1', url: 'https://witness.example/w1' }], quorum: 'w1' },
    logWitnessSeconds: 60,
    isWitnessRequired: true,
  });
});

it.each([
  ['TRANSPARENCY_WITNESSES', 'secret'],
  ['TRANSPARENCY_WITNESSES', `witness secret ${WITNESS}; quorum secret`],
  ['TRANSPARENCY_WITNESSES', `witness secret ${WITNESS} ftp://witness.example; quorum secret`],
  ['TRANSPARENCY_WITNESSES', `witness w1 ${WITNESS} https://secret.example; quorum w2`],
  ['TRANSPARENCY_WITNESS_SECONDS', '0'],
  ['TRANSPARENCY_WITNESS_SECONDS', '121'],
  ['TRANSPARENCY_WITNESS_REQUIRED', '1'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^(?!.*secret)${name} must be`));
});
