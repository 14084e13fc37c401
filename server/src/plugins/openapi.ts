/** Shows the API's description at /api/docs, and hands it to machines at /api/docs/json. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastifyPlugin from 'fastify-plugin';
import type { Call } from '@halyard/contract/call';
import { openapiDocument } from './openapiDocument.ts';

type OpenapiOptions = { readonly calls: readonly Call[]; readonly version: string };

/** Registers the page. It loads nothing from elsewhere and runs under the same content security policy as the app. */
export const openapi = fastifyPlugin(async (app, { calls, version }: OpenapiOptions) => {
  // The plugin's type knows OpenAPI 3.0 alone; static documents of 3.1 pass through it as they are.
  const document = openapiDocument(calls, version) as never;
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', validatorUrl: null, persistAuthorization: false },
  });
});
