// The file of a receipt has its fields and no others.
import { describe, expect, it } from 'vitest';
import { toBase64 } from './bytes.ts';
import { ENTRIES } from '../../testing/logFixtures.ts';
import { formatReceipt, parseReceipt, type Receipt } from './receipt.ts';
import { faultOf } from './steps.ts';

const NONCE = new Uint8Array(32).fill(7);
const RECEIPT: Receipt = {
  terms: 'halyard/contract/v1\n',
  nonce: NONCE,
  result: { outcome: 'won', exit: '81239 60001.05', paid: '185 USDT' },
  entries: [{ index: 2, text: ENTRIES[2] ?? '', proof: [NONCE, new Uint8Array(32)] }],
  checkpoint: 'a note\n',
};
const file = JSON.parse(formatReceipt(RECEIPT)) as Readonly<Record<string, unknown>>;
const { result } = RECEIPT;
const [entry] = file['entries'] as readonly Readonly<Record<string, unknown>>[];

describe('the file of a receipt', () => {
  it('is read as it is written', () => {
    expect(parseReceipt(formatReceipt(RECEIPT))).toEqual(RECEIPT);
    expect(parseReceipt(JSON.stringify(file))).toEqual(RECEIPT);
    const open = { ...RECEIPT, result: { ...result, exit: null } };
    expect(parseReceipt(formatReceipt(open))).toEqual(open);
  });

  it.each([
    ['', 'not JSON'],
    ['{', 'not JSON'],
    ...['[]', 'null', '"text"', '7'].map((json) => [json, 'receipt']),
    ['{}', 'format'],
  ])('is not %j', (json, reason) => {
    expect(faultOf(() => parseReceipt(json ?? ''))).toContain(reason);
  });

  it.each<[string, object]>([
    ['receipt: an unknown field', { more: 1 }],
    ['format', { format: 'halyard/receipt/v2' }],
    ['terms', { terms: 1 }],
    ['nonce', { nonce: 'Bw==' }],
    ['nonce', { nonce: `${toBase64(NONCE).slice(0, -2)}d=` }],
    ['result: an unknown field', { result: { ...result, more: 1 } }],
    ['result', { result: 'won' }],
    ['outcome', { result: { ...result, outcome: 'win' } }],
    ['exit', { result: { outcome: 'won', paid: '185 USDT' } }],
    ['exit', { result: { ...result, exit: 81_239 } }],
    ['paid', { result: { ...result, paid: 185 } }],
    ['entries', { entries: {} }],
    ['index', { entries: [{ ...entry, index: '2' }] }],
    ['index', { entries: [{ ...entry, index: -1 }] }],
    ['index', { entries: [{ ...entry, index: 2.5 }] }],
    ['text', { entries: [{ ...entry, text: 2 }] }],
    ['entries: an unknown field', { entries: [{ ...entry, more: 1 }] }],
    ['proof', { entries: [{ ...entry, proof: ['Bw=='] }] }],
    ['proof', { entries: [{ ...entry, proof: 'Bw==' }] }],
    ['entries', { entries: [null] }],
    ['checkpoint', { checkpoint: null }],
  ])('names %s when it is not as it should be: %j', (name, change) => {
    const fault = name.includes(':') ? name : `${name} is not`;
    expect(faultOf(() => parseReceipt(JSON.stringify({ ...file, ...change })))).toContain(fault);
  });

  it.each(Object.keys(file))('is not one without %s', (field) => {
    const rest = Object.fromEntries(Object.entries(file).filter(([name]) => name !== field));
    expect(() => parseReceipt(JSON.stringify(rest))).toThrow(`${field} is not as it should be`);
  });
});
