/** Parts of the OpenAPI document about files: the upload form, and the paths of downloads. */
import { UPLOAD_FIELD } from '@halyard/contract/uploads/calls';
import { ENTRIES_CSV_PATH, entriesCsvRequest } from '@halyard/contract/wallet/entryCalls';
import { FILLS_CSV_PATH, fillsCsvRequest, ORDERS_CSV_PATH, ordersCsvRequest } from '@halyard/contract/spot/calls';
import { UPLOAD_EXTENSIONS } from '@halyard/contract/uploads/rules';
import type * as z from 'zod/mini';
import { jsonSchemaOf, queryOf, type Json } from './openapiSchema.ts';

const MEDIA_TYPES = Object.keys(UPLOAD_EXTENSIONS);

/** The body of a call that carries a file. */
export const FILE_BODY: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: [UPLOAD_FIELD],
        // Bytes are not JSON: OpenAPI 3.1 describes them by an empty schema.
        properties: { [UPLOAD_FIELD]: {} },
        additionalProperties: false,
      },
      encoding: { [UPLOAD_FIELD]: { contentType: MEDIA_TYPES.join(', ') } },
    },
  },
};

/** Paths of downloads, each with its operation. */
export const DOWNLOAD_PATHS: Readonly<Record<string, { readonly get: Json }>> = {
  '/api/upload/{name}': { get: downloadOf('get_api_upload') },
  '/upload/{name}': { get: downloadOf('get_upload') },
  [`/api/${ENTRIES_CSV_PATH}`]: { get: csvOf(ENTRIES_CSV_PATH, 'Wallet', entriesCsvRequest) },
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
