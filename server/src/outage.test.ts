// Errors that are outages and not faults, including a full disk, and that each is one log line per cause and minute.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { isDiskFull, outageOf } from './outage.ts';
import { createLog, oncePerMinute } from './plugins/logging.ts';

const failure = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
const ofQuery = (cause: Error) => new Error('Failed query: insert into spot_orders', { cause });
const refused = (port: number) =>
  failure(`connect ECONNREFUSED 127.0.0.1:${port}`, { code: 'ECONNREFUSED', address: '127.0.0.1', port });

describe('an outage', () => {
  it.each([
    [refused(5432), 'ECONNREFUSED 127.0.0.1 5432'],
    [new AggregateError([refused(6379), refused(6380)]), 'ECONNREFUSED 127.0.0.1 6379'],
    [ofQuery(failure('terminating connection', { code: '57P01' })), '57P01'],
    [ofQuery(failure('Connection terminated unexpectedly')), 'Connection terminated unexpectedly'],
    [failure('timeout exceeded when trying to connect'), 'timeout exceeded when trying to connect'],
    [ofQuery(failure('could not extend file', { code: '53100' })), '53100'],
    [failure('write', { code: 'ENOSPC' }), 'ENOSPC'],
    [ofQuery(failure('canceling statement due to statement timeout', { code: '57014' })), '57014'],
    [ofQuery(failure('cannot execute INSERT in a read-only transaction', { code: '25006' })), '25006'],
    [failure('password authentication failed', { code: '28P01' }), '28P01'],
    [failure('database "x" does not exist', { code: '3D000' }), '3D000'],
    [
      ofQuery(failure('database "x" is not currently accepting connections', { code: '55000' })),
      'database "x" is not currently accepting connections',
    ],
    [failure('accept EMFILE', { code: 'EMFILE' }), 'EMFILE'],
    [failure('The client is offline'), 'The client is offline'],
    [ofQuery(failure('column does not exist', { code: '42703' })), undefined],
    [new TypeError('undefined is not a function'), undefined],
    ['a text', undefined],
  ])('%s is %s', (error, cause) => {
    expect(outageOf(error)).toBe(cause);
  });

  it('includes a full disk, of this machine or of the database', () => {
    expect(isDiskFull(failure('write', { code: 'ENOSPC' }))).toBe(true);
    expect(isDiskFull(ofQuery(failure('could not extend file', { code: '53100' })))).toBe(true);
    expect(isDiskFull(refused(5432))).toBe(false);
  });
});

describe('the log of an outage', () => {
  const logOf = (nowMs?: () => number) => {
    const lines: Record<string, unknown>[] = [];
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => (lines.push(JSON.parse(String(chunk)) as never), done()),
    });
    const log =
      nowMs === undefined
        ? createLog({ logLevel: 'info', stream })
        : pino({ hooks: { logMethod: oncePerMinute(nowMs) } }, stream);
    return { log, lines };
  };

  it('has one line per cause and minute, without a stack, and counts the others', () => {
    let ms = 0;
    const { log, lines } = logOf(() => ms);
    const fail = (port: number) => log.child({ reqId: ms }).error({ err: ofQuery(refused(port)), id: 7 }, 'failed');
    for (let times = 5; times > 0; times -= 1) fail(5432);
    log.warn({ err: refused(6379) }, 'Redis is not reachable');
    expect(lines).toMatchObject([
      { id: 7, outage: 'connect ECONNREFUSED 127.0.0.1:5432', msg: 'failed' },
      { outage: 'connect ECONNREFUSED 127.0.0.1:6379', msg: 'Redis is not reachable' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('outage.test.ts');
    ms = 60_000;
    fail(5432);
    fail(5432);
    expect(lines.slice(2)).toMatchObject([{ repeated: 4 }]);
  });

  it('has every fault with its stack', () => {
    const { log, lines } = logOf();
    for (const id of [1, 2]) log.error({ err: new TypeError('a fault'), id }, 'a request failed');
    expect(lines).toMatchObject([
      { id: 1, err: { stack: expect.stringContaining('outage.test.ts') } },
      { id: 2, err: { type: 'TypeError' } },
    ]);
  });
});
