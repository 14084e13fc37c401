// The log at its most verbose level contains no secrets: no token, no code, no password, no hash of them.
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { expect, test, describe } from 'vitest';
import { getUser, logIn, resetPassword, sendMailCode } from '@halyard/contract/user/calls';
import { rowsOf } from '../db/database.ts';
import { codeIn, startTestServer, TEST_PASSWORD } from '../testing/testServer.ts';
import { createLog, oncePerMinute } from './logging.ts';

function collector() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { stream, text: () => lines.join(''), lines };
}

describe('the log', () => {
  test('of a whole life of an account contains no secret', async () => {
    const log = collector();
    const server = await startTestServer({ logStream: log.stream });
    const user = await server.registerUser('secretive@example.com');
    await server.call(logIn, { address: user.address, password: 'a wrong guess' }).catch(() => undefined);
    await server.call(sendMailCode, { address: user.address, purpose: 'forget' });
    const codes = server.messages.map(codeIn);
    const request = {
      address: user.address,
      code: codes[1] ?? '',
      password: 'another harbour',
      passwordRepeat: 'another harbour',
    };
    await server.call(resetPassword, request);
    await server.call(getUser, {}, { token: user.token }).catch(() => undefined);
    await server.app.inject({ url: `/api/user/center?token=${user.token}&password=${TEST_PASSWORD}` });
    const [row] = await rowsOf<{ password_hash: string }>(
      server.db,
      sql`select password_hash from users where id = ${user.id}`,
    );
    await server.close();
    expect(log.text()).toContain('/api/user/login');
    const secrets = [user.token, TEST_PASSWORD, 'a wrong guess', 'another harbour', row?.password_hash ?? '', ...codes];
    for (const secret of secrets) expect(log.text()).not.toContain(secret);
    expect(log.text()).not.toContain(encodeURIComponent(TEST_PASSWORD));
  });

  test('of a failed statement contains its SQL and its reason, not its values', async () => {
    const log = collector();
    const server = await startTestServer({ logStream: log.stream });
    const user = await server.registerUser('failing@example.com');
    await server.db.execute(sql`alter table sessions rename column token_hash to gone`);
    const response = await server.app.inject({
      url: '/api/user/center',
      headers: { authorization: user.token, 'language-mark': 'esp' },
    });
    await server.close();
    expect(response.statusCode).toBe(500);
    const body = response.json<{ params: { id: string }; message: string; code: string; type: string }>();
    expect(body).toMatchObject({ type: 'error', code: 'INTERNAL' });
    expect(body.message).toBe(
      `Algo falló por nuestra parte (referencia ${body.params.id}). Inténtalo de nuevo en breve.`,
    );
    expect(response.body).not.toContain('token_hash');
    const line = log.lines.find((text) => text.includes(body.params.id)) ?? '';
    expect(line).toContain('from sessions');
    expect(line).toContain('token_hash');
    expect(line).toContain('GET user/center');
    const tokenHash = /[0-9a-f]{64}/.exec(line);
    expect(tokenHash).toBeNull();
  });

  test('redacts secrets in logged objects', () => {
    const log = collector();
    createLog({ logLevel: 'info', stream: log.stream }).info(
      { token: 'abc', req: { headers: { authorization: 'abc' } }, body: { password: 'abc' } },
      'oh',
    );
    expect(log.text()).not.toContain('abc');
    expect(log.text()).toContain('[redacted]');
  });

  test('contains the causes of an error', () => {
    const log = collector();
    const error = new Error('outer', { cause: new Error('inner') });
    createLog({ logLevel: 'info', stream: log.stream }).error({ err: error }, 'failed');
    expect(log.text()).toContain('outer');
    expect(log.text()).toContain('inner');
    expect(log.text()).toContain('logging.test.ts');
  });

  test('has one line per cause and minute, and each fault that a user was shown', () => {
    const log = collector();
    const logger = createLog({ logLevel: 'info', stream: log.stream });
    for (let count = 3; count > 0; count -= 1) logger.error({ err: new Error('the same') }, 'failed');
    logger.error({ err: new Error('another') }, 'failed');
    for (const id of ['a', 'b']) logger.error({ err: new Error('the same'), id }, 'failed');
    expect(log.lines.map((line) => (JSON.parse(line) as { err: { message: string } }).err.message)).toEqual([
      'the same',
      'another',
      'the same',
      'the same',
    ]);
    let nowMs = 0;
    const [written, method] = [[] as unknown[], (details: unknown) => written.push(details)];
    const hook = oncePerMinute(() => nowMs);
    const write = () => hook.call(logger, [{ err: new Error('x') }, 'failed'] as never, method as never, 50);
    for (const atMs of [0, 1, 2, 60_000]) {
      nowMs = atMs;
      write();
    }
    expect(written).toEqual([{ err: expect.any(Error) }, { err: expect.any(Error), repeated: 2 }]);
  });
});

describe('the security stream', () => {
  type Line = { stream?: string; call?: string; outcome?: string; userId?: number; requestId?: string; ip?: string };

  test('has a line for each log-in and each refused guess, with the request of the answer', async () => {
    const log = collector();
    const server = await startTestServer({ logStream: log.stream });
    const user = await server.registerUser('watched@example.com');
    await server.call(logIn, { address: user.address, password: 'a wrong guess' }).catch(() => undefined);
    const answer = await server.app.inject({ url: '/api/user/center', headers: { authorization: user.token } });
    await server.close();
    const lines = log.lines.map((line) => JSON.parse(line) as Line);
    const events = lines.filter(({ stream }) => stream === 'security');
    expect(events.map(({ call, outcome }) => [call?.split(' ')[1], outcome])).toEqual([
      ['user/register', 'done'],
      ['user/login', 'done'],
      ['user/login', 'LOGIN_FAILED'],
    ]);
    for (const { requestId, ip } of events) expect([requestId, ip]).toEqual([expect.any(String), '127.0.0.1']);
    const id = answer.headers['x-request-id'];
    expect(lines.filter(({ requestId }) => requestId === id)).toHaveLength(1);
  });
});
