/** JSON schemas of codecs for the OpenAPI document. */
import * as z from 'zod/mini';

/** A part of the document. */
export type Json = { readonly [key: string]: unknown };

/** Query parameters from the JSON schema of a request. */
export function queryOf(request: Json): Json[] {
  const required = new Set(request['required'] as readonly string[] | undefined);
  return Object.entries((request['properties'] ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
}

/** JSON schema of the wire form of a codec. */
export function jsonSchemaOf(schema: z.core.$ZodType): Json {
  // The wire form is the input of decoding, also for answers, which are encoded in the opposite direction.
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' }) as Json;
  return json;
}
