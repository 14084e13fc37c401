// Reports of browsers become log lines without personal data, in every form and a limited number.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { CSP_REPORT_PATH } from './security.ts';

describe('csp reports', () => {
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
      await send(
        'application/reports+json',
        JSON.stringify([{ type: 'csp-violation', body }, { type: 'deprecation' }]),
      ),
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
});

// Security headers of every page, and routes that do not exist outside the sandbox.
describe('security', () => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-app-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>app</title>');
    writeFileSync(join(folder, 'sw.js'), 'self;');
    writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
    writeFileSync(join(folder, 'assets/main-abc123.js'), 'void 0;');
    writeFileSync(join(folder, '.inputs.sha256'), 'x');
    server = await startTestServer({ isSandbox: false, appFolder: folder });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

  describe('the content security policy', () => {
    test('allows no inline script and no foreign origin', async () => {
      const policy = String((await get('/h5/', { host: 'exchange.example:8080' })).headers['content-security-policy']);
      const directives = Object.fromEntries(policy.split(';').map((part) => part.trim().split(/ (.*)/s).slice(0, 2)));
      expect(directives['script-src']).toBe("'self'");
      expect(directives['default-src']).toBe("'self'");
      expect(directives['object-src']).toBe("'none'");
      // Not the Host header, which a caller can choose.
      expect(directives['connect-src']).toBe("'self' ws://halyard.example wss://halyard.example");
      // A phone on the same network has no TLS to upgrade to.
      expect(policy).not.toContain('upgrade-insecure-requests');
    });

    test('allows connections to the requested host when the exchange has no address of its own', async () => {
      const unnamed = await startTestServer({ appFolder: folder, settings: { publicUrl: undefined } });
      const { headers } = await unnamed.app.inject({ url: '/h5/', headers: { host: '10.0.0.7:8080' } });
      expect(headers['content-security-policy']).toContain(
        "connect-src 'self' ws://10.0.0.7:8080 wss://10.0.0.7:8080;",
      );
      await unnamed.close();
    });

    test('prevents text from becoming markup, a script or a style sheet, and requests reports', async () => {
      const policy = String((await get('/h5/')).headers['content-security-policy']).split(';');
      expect(policy).toEqual(
        expect.arrayContaining([
          "require-trusted-types-for 'script'",
          'trusted-types articles worker default',
          "style-src-elem 'self'",
          "style-src-attr 'unsafe-inline'",
          'report-uri /api/csp/report',
          'report-to csp',
        ]),
      );
      // Its script is third-party, and uses no policy of the app.
      const docs = String((await get('/api/docs/')).headers['content-security-policy']);
      expect(docs).not.toContain('trusted-types');
      expect(docs).toContain("script-src 'self';");
    });

    test('allows the styles in the page of the build, and those of a later one', async () => {
      const sources = async () =>
        /style-src-elem ([^;]*)/.exec(String((await get('/h5/')).headers['content-security-policy']))?.[1];
      const page = (...styles: string[]) => {
        const elements = styles.map((style) => `<style>${style}</style>`).join('');
        writeFileSync(join(folder, 'index.html'), `<!doctype html><title>app</title>${elements}`);
      };
      expect(await sources()).toBe("'self'");
      page('\n:root{}\n');
      expect(await sources()).toBe("'self' 'sha256-gVgM3Ai6Tq1nQ/PYksm23iGufNGsd8bHqLOvsgUqjmg='");
      page('a{}', 'b{}');
      expect((await sources())?.split(' ')).toHaveLength(3);
      page();
      expect(await sources()).toBe("'self'");
    });

    test('does not repeat a host that would change it', async () => {
      const { headers } = await get('/h5/', { host: "x; script-src 'unsafe-inline'" });
      const scriptSources = String(headers['content-security-policy']).match(/script-src [^;]*/g);
      expect(scriptSources).toEqual(["script-src 'self'"]);
    });

    test('allows map tiles from the configured source, and nothing else from there', async () => {
      expect(String((await get('/h5/')).headers['content-security-policy'])).toContain("img-src 'self' data: blob:;");
      const mapTilesUrl = 'https://tiles.example:8443/v1/{z}/{x}/{y}.png?key=abc';
      const withMap = await startTestServer({ appFolder: folder, settings: { mapTilesUrl } });
      const policy = String((await withMap.app.inject({ url: '/h5/' })).headers['content-security-policy']);
      await withMap.close();
      expect(policy).toContain("img-src 'self' data: blob: https://tiles.example:8443;");
      expect(policy.match(/tiles\.example/g)).toHaveLength(1);
    });

    test('allows the API documentation to load its resources', async () => {
      const page = await get('/api/docs/');
      expect(page.statusCode).toBe(200);
      const scripts = [...page.body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
      expect(scripts.length).toBeGreaterThan(0);
      for (const tag of scripts) {
        const source = /src="([^"]+)"/.exec(tag)?.[1] ?? '';
        const script = await get(new URL(source, 'http://x/api/docs/').pathname);
        expect(script.statusCode, source).toBe(200);
        expect(script.headers['content-type']).toContain('javascript');
      }
      expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    });
  });

  describe('the headers', () => {
    const PROTECTIONS = {
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=15552000',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    };
    const ownOf = async (url: string, method: 'GET' | 'POST' = 'GET') => {
      const { headers } = await server.app.inject({ url, method });
      const ofTheBody =
        /^(date|connection|etag|vary|accept-ranges|x-request-id|last-modified|content-(length|type)|x-ratelimit-.*)$/;
      return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheBody.test(name)));
    };

    test('of an answer of the API are the same each time, without a policy for pages', async () => {
      expect(await ownOf('/api/get/lang', 'POST')).toEqual({
        ...PROTECTIONS,
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'date, money-writes',
        'cache-control': 'no-store',
        'money-writes': 'once',
      });
    });

    test('of a page carry the policy', async () => {
      expect(await ownOf('/h5/')).toEqual({
        ...PROTECTIONS,
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.any(String),
        'reporting-endpoints': 'csp="/api/csp/report"',
      });
    });

    test('of a page allow the features that the app uses and deny others', async () => {
      const policy = String((await get('/h5/')).headers['permissions-policy']).split(', ');
      const allowed = policy.filter((part) => part.endsWith('=(self)')).map((part) => part.replace('=(self)', ''));
      const used = ['clipboard-read', 'clipboard-write', 'fullscreen', 'geolocation'];
      expect(allowed).toEqual([...used, 'publickey-credentials-create', 'publickey-credentials-get', 'web-share']);
      const denied = policy.filter((part) => part.endsWith('=()'));
      expect(allowed.length + denied.length).toBe(policy.length);
      expect(denied).toEqual(
        expect.arrayContaining(['camera=()', 'microphone=()', 'payment=()', 'usb=()', 'bluetooth=()', 'serial=()']),
      );
    });
  });

  test('include other protections', async () => {
    expect((await get('/h5/')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  describe('the app', () => {
    test('is served below /h5/', async () => {
      for (const url of ['/', '/h5']) {
        const response = await get(url);
        expect([response.statusCode, response.headers.location]).toEqual([302, '/h5/']);
      }
      const page = await get('/h5/');
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toContain('text/html');
    });

    test.each(['/h5/', '/h5/index.html', '/h5/sw.js', '/h5/manifest.webmanifest'])('does not cache %s', async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('no-cache');
    });

    test('sends its assets without a policy, and prevents guessing of their types', async () => {
      const { headers } = await get('/h5/assets/main-abc123.js');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers).not.toHaveProperty('content-security-policy');
    });

    test('caches files with a hash in their name forever', async () => {
      const response = await get('/h5/assets/main-abc123.js');
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    });

    test.each([
      '/h5/assets/main-old.js',
      '/h5/assets/',
      '/h5/pages',
      '/h5/.inputs.sha256',
      '/h5/..%2f..%2fetc%2fpasswd',
      '/elsewhere',
      '/favicon.ico',
    ])('has no %s, and answers no HTML for it', async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(response.body).toBe('Not found');
    });
  });

  test.each(ALL_CALLS.filter((call) => call.isSandboxOnly))(
    'outside the sandbox there is no $name',
    async ({ path, method }) => {
      const response = await server.app.inject({ method, url: `/api/${path}` });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ type: 'error', code: 'CALL_NOT_FOUND' });
    },
  );
});
