/** What browsers are told: who may read answers, what the app may load, what is never kept. */
import helmet from '@fastify/helmet';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { IncomingMessage } from 'node:http';
import { WRITES_ONCE_HEADER } from '@halyard/contract/rules/writesOnce';

const HALF_A_YEAR_SECONDS = 15_552_000;

type SecuritySettings = {
  /** Where pictures of the map come from: the one foreign origin that pages may load from. */
  readonly mapTilesUrl: string | undefined;
};

/**
 * A content security policy without inline scripts and without foreign origins but the map's, and the family's CORS: any page may call the API, since it
 * is the token that tells who calls and no cookie exists.
 */
export const security = fastifyPlugin(async (app, { mapTilesUrl }: SecuritySettings) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // Style attributes carry positions that are only known at run time: charts, popovers, swipes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(mapTilesUrl === undefined ? [] : [new URL(mapTilesUrl).origin])],
        // Some browsers do not take 'self' to mean the socket of the same host.
        connectSrc: ["'self'", (request) => socketSource(request)],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
      },
    },
    strictTransportSecurity: { maxAge: HALF_A_YEAR_SECONDS, includeSubDomains: false },
    crossOriginResourcePolicy: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!isApi(request)) {
      reply.header('cross-origin-resource-policy', 'same-origin');
      return undefined;
    }
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': `date, ${WRITES_ONCE_HEADER}`,
      'cache-control': 'no-store',
    });
    if (request.method !== 'OPTIONS') return undefined;
    return reply
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT',
        'access-control-allow-headers': 'authorization, content-type, language-mark',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send();
  });
});

/** The calls, and the files of users at the path that the family gives them. */
const isApi = (request: FastifyRequest) => /^\/(api|upload)\//.test(request.url);

function socketSource(request: IncomingMessage): string {
  const { host } = request.headers;
  // A host that could end the directive is not repeated.
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
