/** Serves the API description at /api/docs, and as JSON at /api/docs/json. */
import fastifyPlugin from 'fastify-plugin';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import * as z from 'zod/mini';
import type { Call } from '@halyard/contract/call';
import { SERVER_ERROR_CODES } from '@halyard/contract/errors';
import { LANGUAGES } from '@halyard/contract/languages';
import { FILLS_CSV_PATH, fillsCsvRequest, ORDERS_CSV_PATH, ordersCsvRequest } from '@halyard/contract/spot/calls';
import { UPLOAD_FIELD } from '@halyard/contract/uploads/calls';
import { UPLOAD_EXTENSIONS } from '@halyard/contract/uploads/rules';
import { ENTRIES_CSV_PATH, entriesCsvRequest } from '@halyard/contract/wallet/entryCalls';
import { TRANSFERS_CSV_PATH, transfersCsvRequest } from '@halyard/contract/wallet/transferCalls';

/** Parts of the OpenAPI document about files: the upload form, and the paths of downloads. */
const MEDIA_TYPES = Object.keys(UPLOAD_EXTENSIONS);

/** The body of a call that carries a file. */
const FILE_BODY: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: [UPLOAD_FIELD],
        // Bytes are not JSON: OpenAPI 3.1 describes them by an empty schema.
        properties: { [UPLOAD_FIELD]: {} },
      },
      encoding: { [UPLOAD_FIELD]: { contentType: MEDIA_TYPES.join(', ') } },
    },
  },
};

/** Paths of downloads, each with its operation. */
const DOWNLOAD_PATHS: Readonly<Record<string, { readonly get: Json }>> = {
  '/api/upload/{name}': { get: downloadOf('get_api_upload') },
  '/upload/{name}': { get: downloadOf('get_upload') },
  [`/api/${ENTRIES_CSV_PATH}`]: { get: csvOf(ENTRIES_CSV_PATH, 'Wallet', entriesCsvRequest) },
  [`/api/${TRANSFERS_CSV_PATH}`]: { get: csvOf(TRANSFERS_CSV_PATH, 'Wallet', transfersCsvRequest) },
  [`/api/${ORDERS_CSV_PATH}`]: { get: csvOf(ORDERS_CSV_PATH, 'Spot', ordersCsvRequest) },
  [`/api/${FILLS_CSV_PATH}`]: { get: csvOf(FILLS_CSV_PATH, 'Spot', fillsCsvRequest) },
};

function csvOf(path: string, tag: string, request: z.core.$ZodType): Json {
  const [group, rows] = path.split(/[/.]/);
  return {
    operationId: `get_${group}_${rows}_csv`,
    tags: [tag],
    summary: `All ${rows} as one CSV file, newest first.`,
    security: [{ token: [] }],
    parameters: [{ $ref: '#/components/parameters/language' }, ...queryOf(jsonSchemaOf(request))],
    responses: {
      200: {
        description: 'The file; or why there is none.',
        content: {
          'text/csv': { schema: { type: 'string' } },
          'application/json': { schema: { $ref: '#/components/schemas/ErrorA' } },
        },
      },
    },
  };
}

function downloadOf(operationId: string): Json {
  const json = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorA' } } };
  const files = Object.fromEntries(MEDIA_TYPES.map((mediaType) => [mediaType, {}]));
  return {
    operationId,
    tags: ['Files'],
    summary: 'Read an uploaded file; its owner alone can.',
    security: [{ token: [] }],
    parameters: [
      { $ref: '#/components/parameters/language' },
      {
        name: 'name',
        in: 'path',
        required: true,
        description: 'What follows /upload/ in the path that upload answered.',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: { description: 'The file; or type 999 when the token is not good.', content: { ...files, ...json } },
      404: { description: "There is no such file, or it is somebody else's.", content: json },
    },
  };
}

type OpenapiOptions = { readonly calls: readonly Call[]; readonly version: string };

/** Registers the page. It loads nothing from other origins and has the same content security policy as the app. */
export const openapi = fastifyPlugin(async (app, { calls, version }: OpenapiOptions) => {
  // The plugin's type covers only OpenAPI 3.0; static documents of 3.1 pass through it unchanged.
  const document = openapiDocument(calls, version) as never;
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', validatorUrl: null, persistAuthorization: false },
  });
});

/** The OpenAPI document, generated from the codecs that decode requests and encode answers. */
const TAGS: Readonly<Record<string, string>> = {
  set: 'Settings',
  get: 'Settings',
  area_code: 'Settings',
  sms_mail: 'User',
  sms_send: 'User',
  user: 'User',
  currency: 'Markets',
  coin: 'Spot',
  wallet: 'Wallet',
  upload: 'Files',
  sandbox: 'Sandbox',
};

const DESCRIPTION = `Requests are form-encoded (JSON is read too); GET calls take their parameters from the query. Answers are HTTP 200 with
\`type\` "ok" and the payload in \`message\`, or \`type\` "error" with a \`code\` from a closed list; \`type\` "999" means that the token is no longer good.
\`currency/new_timeshar\` answers with \`code\` 1 or -1 and its payload in \`data\`. Amounts, prices and rates are decimal strings.
Money writes take a \`client_request_id\` (UUID): the same id with the same body gives the first answer again.`;

/** Describes the calls. Aliases appear under their own paths. */
function openapiDocument(calls: readonly Call[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls) {
    for (const path of [call.path, ...call.aliases]) {
      const operations = (paths[`/api/${path}`] ??= {});
      operations[call.method.toLowerCase()] = operationOf(call, path);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Halyard exchange', version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map((call) => tagOf(call.path)))].map((name) => ({ name })),
    paths: { ...paths, ...DOWNLOAD_PATHS },
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The bare token that user/login answers.',
        },
      },
      parameters: {
        language: { name: 'language-mark', in: 'header', required: false, schema: { type: 'string', enum: LANGUAGES } },
      },
      schemas: { ErrorA, ErrorB },
    },
  };
}

function operationOf(call: Call, path: string): Json {
  const request = jsonSchemaOf(call.request);
  return {
    operationId: `${call.method.toLowerCase()}_${path.replaceAll('/', '_')}`,
    tags: [tagOf(call.path)],
    summary: path === call.path ? call.summary : `${call.summary} The same as ${call.path}.`,
    security: call.access === 'user' ? [{ token: [] }] : [],
    parameters: [{ $ref: '#/components/parameters/language' }, ...(call.method === 'GET' ? queryOf(request) : [])],
    ...(call.method === 'GET' ? {} : { requestBody: bodyOf(call, request) }),
    responses: {
      200: {
        description: 'The answer, or why there is none.',
        content: { 'application/json': { schema: answerOf(call) } },
      },
    },
  };
}

function bodyOf(call: Call, request: Json): Json {
  if (call.body === 'multipart') return FILE_BODY;
  const isRequired = ((request['required'] ?? []) as readonly string[]).length > 0;
  const { additionalProperties: _, ...open } = request;
  // Legacy clients may add fields of their own.
  const content = { schema: call.isOwn ? request : open };
  return {
    required: isRequired,
    content: { 'application/x-www-form-urlencoded': content, 'application/json': content },
  };
}

function answerOf(call: Call): Json {
  const payload = jsonSchemaOf(call.answer);
  const success = call.envelope === 'A' ? successA(payload) : successB(payload);
  return { oneOf: [success, { $ref: `#/components/schemas/Error${call.envelope}` }] };
}

const tagOf = (path: string) => TAGS[path.split('/', 1)[0] ?? ''] ?? 'Other';

const successA = (payload: Json): Json => ({
  type: 'object',
  required: ['type', 'message'],
  properties: { type: { const: 'ok' }, message: payload },
});

const successB = (payload: Json): Json => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { const: 1 }, msg: { type: 'string' }, data: payload },
});

const params: Json = { type: 'object', additionalProperties: { type: ['string', 'number'] } };

const ErrorA: Json = {
  type: 'object',
  required: ['type', 'message', 'code'],
  properties: {
    type: { enum: ['error', '999'] },
    message: { type: 'string', description: 'In the language of language-mark.' },
    code: { enum: SERVER_ERROR_CODES },
    params,
  },
};

const ErrorB: Json = {
  type: 'object',
  required: ['code', 'msg', 'data', 'error'],
  properties: {
    code: { const: -1 },
    msg: { type: 'string', description: 'In the language of language-mark.' },
    data: { type: 'null' },
    type: { enum: ['error', '999'] },
    error: { enum: SERVER_ERROR_CODES },
    params,
  },
};

// JSON schemas of codecs for the OpenAPI document.

/** A part of the document. */
type Json = { readonly [key: string]: unknown };

/** Query parameters from the JSON schema of a request. */
function queryOf(request: Json): Json[] {
  const required = new Set(request['required'] as readonly string[] | undefined);
  return Object.entries((request['properties'] ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
}

/** JSON schema of the wire form of a codec. */
function jsonSchemaOf(schema: z.core.$ZodType): Json {
  // The wire form is the input of decoding, also for answers, which are encoded in the opposite direction.
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' }) as Json;
  return json;
}
