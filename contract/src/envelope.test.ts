// Other servers of the protocol mix the two envelopes: a logged-out session or a success must not be missed.
import { expect, test } from 'vitest';
import { readEnvelope } from './envelope.ts';

const ROWS = [{ id: 1 }];
const success = (payload: unknown) => ({ ok: true, payload });
const failure = (rest: object) => ({ ok: false, isLoggedOut: false, message: 'no', ...rest });
const loggedOut = (rest: object) => failure({ isLoggedOut: true, ...rest });

test.each<[string, object, object | undefined]>([
  ['envelope A', { type: 'ok', message: ROWS }, success(ROWS)],
  ['envelope A with nothing', { type: 'ok', message: null }, success(null)],
  ['envelope A with a status', { type: 'ok', code: 200, message: ROWS }, success(ROWS)],
  ['envelope A with its payload in data', { type: 'ok', data: ROWS }, success(ROWS)],
  ['envelope A with a payload in both', { type: 'ok', message: ROWS, data: [] }, success(ROWS)],
  ['envelope B', { code: 1, msg: 'success', data: ROWS }, success(ROWS)],
  ['envelope B with nothing', { code: 1, msg: 'success', data: null }, success(null)],
  ['envelope B with a code of text', { code: '1', data: ROWS }, success(ROWS)],
  ['envelope B with its payload in message', { code: 1, message: ROWS }, success(ROWS)],
  ['envelope B with a text in message', { code: 1, message: 'success', data: ROWS }, success(ROWS)],
  ['a refusal', { type: 'error', message: 'no', code: 'X', params: { max: 3 } }, failure({ params: { max: 3 } })],
  ['a refusal with a status', { type: 'error', code: 400, message: 'no' }, failure({ code: undefined })],
  ['a refusal with other parameters', { type: 'error', message: 'no', params: [1] }, failure({ params: undefined })],
  ['a refusal in envelope B', { code: -1, msg: 'no', error: 'X' }, failure({ code: 'X' })],
  ['a refusal in envelope B with its text in message', { code: 0, message: 'no', msg: '' }, failure({})],
  ['a logged-out session', { type: '999', message: 'no', code: 'X' }, loggedOut({ code: 'X' })],
  ['a logged-out session with a status', { type: '999', code: 401, message: 'no' }, loggedOut({})],
  ['a logged-out session in numbers', { type: 999, code: 1, message: 'no' }, loggedOut({})],
  ['a logged-out session in envelope B', { type: '999', code: -1, msg: 'no', data: null }, loggedOut({})],
  ['neither', { type: null, message: 'no' }, undefined],
])('%s is read', (_name, body, reply) => {
  if (reply === undefined) expect(readEnvelope(body)).toBeUndefined();
  else expect(readEnvelope(body)).toMatchObject(reply);
});
