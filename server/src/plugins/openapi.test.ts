// The API description is a valid OpenAPI document and includes every call.
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

type Operation = {
  readonly security: object[];
  readonly parameters: { readonly name?: string; readonly in?: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: { readonly properties: object } }> };
};
type Document = { readonly openapi: string; readonly paths: Record<string, Record<string, Operation>> };

let server: TestServer;
let document: Document;
beforeAll(async () => {
  server = await startTestServer();
  document = (await server.app.inject({ url: '/api/docs/json' })).json<Document>();
});
afterAll(() => server.close());

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(document.openapi).toBe('3.1.0');
});

describe.each(ALL_CALLS)('$name', (call) => {
  const operationOf = (path: string) => document.paths[`/api/${path}`]?.[call.method.toLowerCase()];

  test('is described under each of its paths', () => {
    for (const path of [call.path, ...call.aliases]) expect(operationOf(path), path).toBeDefined();
  });

  test('states whether it needs a token', () => {
    expect(operationOf(call.path)?.security).toEqual(call.access === 'user' ? [{ token: [] }] : []);
  });

  test('takes its parameters from the query, as a form, or as a form with a file', () => {
    const operation = operationOf(call.path);
    const inQuery = operation?.parameters.filter((parameter) => parameter.in === 'query') ?? [];
    if (call.method === 'GET') expect(operation?.requestBody).toBeUndefined();
    else {
      expect(inQuery).toEqual([]);
      expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(
        call.body === 'multipart' ? ['multipart/form-data'] : ['application/x-www-form-urlencoded', 'application/json'],
      );
    }
  });
});

test('wire names and required fields are those of the codecs', () => {
  const formOf = (path: string) =>
    document.paths[`/api/${path}`]?.['post']?.requestBody?.content['application/x-www-form-urlencoded']?.schema;
  expect(formOf('coin/trade')).toMatchObject({ required: ['currency_id', 'legal_id', 'type'] });
  // A call of legacy clients accepts additional fields; a call of the app does not.
  expect(formOf('coin/trade')).not.toHaveProperty('additionalProperties');
  expect(formOf('user/sessions/revoke')).toMatchObject({ additionalProperties: false });
  const candles = document.paths['/api/currency/new_timeshar']?.['get']?.parameters.filter(
    (parameter) => parameter.in === 'query',
  );
  expect(candles?.map(({ name, required }) => [name, required])).toEqual([
    ['symbol', true],
    ['period', true],
    ['from', true],
    ['to', true],
  ]);
});

test('the download of an uploaded file is described under both of its paths', () => {
  for (const path of ['/api/upload/{name}', '/upload/{name}']) {
    expect(document.paths[path]?.['get']).toMatchObject({
      security: [{ token: [] }],
      responses: { 200: { content: { 'image/webp': {}, 'application/pdf': {} } }, 404: {} },
    });
  }
});

test.each([
  ['wallet/movements.csv', ['currency', 'type', 'kind', 'from', 'to']],
  ['wallet/transfers.csv', ['from_field', 'to_field', 'currency', 'from', 'to']],
  ['coin/orders.csv', ['currency_id', 'legal_id', 'from', 'to', 'side', 'order_type', 'status']],
  ['coin/trades.csv', ['currency_id', 'legal_id', 'from', 'to', 'side', 'order_type', 'order_id']],
])('the file %s is described with its filters', (path, filters) => {
  const operation = document.paths[`/api/${path}`]?.['get'];
  expect(operation).toMatchObject({ security: [{ token: [] }], responses: { 200: { content: { 'text/csv': {} } } } });
  const inQuery = operation?.parameters.filter((parameter) => parameter.in === 'query') ?? [];
  expect(inQuery.map(({ name, required }) => [name, required])).toEqual(filters.map((name) => [name, false]));
});

test('outside the sandbox its calls are not described', async () => {
  const plain = await startTestServer({ isSandbox: false });
  const { paths } = (await plain.app.inject({ url: '/api/docs/json' })).json<Document>();
  await plain.close();
  const sandboxPaths = ALL_CALLS.filter((call) => call.isSandboxOnly).map(({ path }) => `/api/${path}`);
  expect(Object.keys(paths).filter((path) => sandboxPaths.includes(path))).toEqual([]);
  expect(Object.keys(paths).length).toBeGreaterThan(20);
});
