// Reports of browsers become log lines without personal data, in every form and a limited number.
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { CSP_REPORT_PATH } from './cspReports.ts';

const lines: Record<string, unknown>[] = [];
const logStream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  },
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isSandbox: false, logStream });
});
afterAll(() => server.close());

const takeLines = () => lines.splice(0).filter(({ msg }) => msg === 'a page met its policy');
const send = (type: string, payload: string, remoteAddress = '10.0.0.1') =>
  server.app.inject({
    method: 'POST',
    url: CSP_REPORT_PATH,
    headers: { 'content-type': type },
    payload,
    remoteAddress,
  });

test('a report of either form is one line, without queries and without the written text', async () => {
  const old = {
    'csp-report': {
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?victim=7',
      'document-uri': 'https://halyard.example/h5/?ref=ABC',
      'source-file': 'https://halyard.example/h5/assets/main.js',
      'line-number': 3,
    },
  };
  const body = {
    effectiveDirective: 'require-trusted-types-for',
    blockedURL: 'trusted-types-sink',
    documentURL: 'https://halyard.example/h5/#/pages/user?token=secret',
    sample: 'Element innerHTML|my own words',
  };
  const answers = [
    await send('application/csp-report', JSON.stringify(old)),
    await send('application/reports+json', JSON.stringify([{ type: 'csp-violation', body }, { type: 'deprecation' }])),
  ];
  expect(answers.map(({ statusCode, body: text }) => [statusCode, text])).toEqual([
    [204, ''],
    [204, ''],
  ]);
  const found = takeLines();
  expect(found).toHaveLength(2);
  expect(found[0]).toMatchObject({
    directive: 'script-src-elem',
    blocked: 'https://evil.example/x.js',
    page: 'https://halyard.example/h5/',
    source: 'https://halyard.example/h5/assets/main.js',
    line: 3,
  });
  expect(found[1]).toMatchObject({ directive: 'require-trusted-types-for', sink: 'Element innerHTML' });
  expect(JSON.stringify(found)).not.toMatch(/victim|ABC|secret|own words/);
});

test('an invalid report makes no line, and control characters are removed', async () => {
  for (const payload of ['{', '[]', 'null', '"x"', '[null]', '{"csp-report":[]}', '[{"type":"csp-violation"}]']) {
    expect((await send('application/reports+json', payload)).statusCode).toBe(204);
  }
  expect(takeLines()).toEqual([]);
  const steering = { 'csp-report': { 'effective-directive': `img-src\u001b[2J\n${'x'.repeat(500)}` } };
  await send('application/csp-report', JSON.stringify(steering));
  expect(takeLines()[0]?.['directive']).toMatch(/^img-src\[2Jx{190}$/);
});

test('a report is small, ten of a batch are read, and an address sends sixty a minute', async () => {
  const heap = Array.from({ length: 50 }, () => ({ type: 'csp-violation', body: { effectiveDirective: 'img-src' } }));
  const ip = '10.0.0.2';
  await send('application/reports+json', JSON.stringify(heap), ip);
  expect(takeLines()).toHaveLength(10);
  const large = await send('application/reports+json', `["${'x'.repeat(17_000)}"]`, ip);
  expect(large.json()).toMatchObject({ code: 'REQUEST_TOO_LARGE' });
  const codes = [];
  for (let index = 0; index < 60; index += 1) codes.push((await send('application/csp-report', '{}', ip)).statusCode);
  expect(codes.lastIndexOf(204)).toBe(57);
  expect((await send('application/csp-report', '{}', '10.0.0.3')).statusCode).toBe(204);
});

test('other bodies are not read there', async () => {
  const answer = await send('text/plain', 'hello');
  expect(answer.json()).toMatchObject({ type: 'error', code: 'REQUEST_UNREADABLE' });
});
