/** How the OpenAPI document words a codec. */
import * as z from 'zod/mini';

/** A part of the document. */
export type Json = { readonly [key: string]: unknown };

/** The parameters of a query, from the JSON schema of a request. */
export function queryOf(request: Json): Json[] {
  const required = new Set(request['required'] as readonly string[] | undefined);
  return Object.entries((request['properties'] ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
}

/** The JSON schema of what travels. */
export function jsonSchemaOf(schema: z.core.$ZodType): Json {
  // The wire's form is what goes into decoding, for answers too: encoding is the way back.
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' }) as Json;
  return json;
}
