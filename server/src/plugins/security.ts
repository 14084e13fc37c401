/** What browsers are told: who may read answers, what the app may load, what is never kept. */
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import helmet, { contentSecurityPolicy } from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { WRITES_ONCE_HEADER } from '@halyard/contract/writesOnce';
import { CSP_GROUP, CSP_REPORT_PATH } from './cspReports.ts';
import { inlineStylesIn } from './inlineStyles.ts';

const HALF_A_YEAR_SECONDS = 15_552_000;

type SecuritySettings = {
  /** Where the built app lies. */
  readonly appFolder: string;
  /** Where pictures of the map come from: the one foreign origin that pages may load from. */
  readonly mapTilesUrl: string | undefined;
  /** The exchange's own address; without one it is the host that a page was asked of. */
  readonly publicUrl: string | undefined;
};

/**
 * What every answer carries but the parts of the app, which say all that there is to say of them in `staticFiles.ts`.
 */
const PROTECTIONS = headersOf(
  helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: { maxAge: HALF_A_YEAR_SECONDS, includeSubDomains: false },
    crossOriginResourcePolicy: false,
  }),
);

/**
 * What the app asks browsers for: pasting an address, copying one, the chart on the whole screen, a place, passkeys,
 * sharing.
 */
const USED_FEATURES = [
  'clipboard-read',
  'clipboard-write',
  'fullscreen',
  'geolocation',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'web-share',
];
/** What no page may do, whatever runs in it. Papers are photographed by the system's camera, which no page is. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
const PERMISSIONS = [
  ...USED_FEATURES.map((feature) => `${feature}=(self)`),
  ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
].join(', ');

const API_HEADERS = {
  ...PROTECTIONS,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `date, ${WRITES_ONCE_HEADER}`,
  'cache-control': 'no-store',
};

/**
 * Policies for pages, without inline scripts, without foreign origins but the map's and without devices, and the
 * family's CORS: any page may call the API, since it is the token that tells who calls and no cookie opens anything.
 */
export const security = fastifyPlugin(async (app, { appFolder, mapTilesUrl, publicUrl }: SecuritySettings) => {
  const readStyles = inlineStylesIn(join(appFolder, 'index.html'));
  const docsPolicy = pagePolicy({ mapTilesUrl: undefined, publicUrl, styles: ["'unsafe-inline'"], ofThePage: {} });
  app.addHook('onRequest', async (request, reply) => {
    if (isPage(request)) {
      const appPolicy = async () =>
        pagePolicy({ mapTilesUrl, publicUrl, styles: await readStyles(), ofThePage: TRUSTED_TYPES });
      const policy = isDocs(request) ? docsPolicy : await appPolicy();
      policy(request.raw, reply.raw, throwIfFailed);
      reply.headers({ 'permissions-policy': PERMISSIONS, 'reporting-endpoints': `${CSP_GROUP}="${CSP_REPORT_PATH}"` });
    }
    if (!isApi(request)) {
      reply.headers({ ...(!isPart(request) && PROTECTIONS), 'cross-origin-resource-policy': 'same-origin' });
      return undefined;
    }
    reply.headers(API_HEADERS);
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

type Directives = Readonly<Record<string, readonly string[]>>;

/**
 * No text becomes markup or the address of a script unless one of these policies of the app has vouched for it
 * (`src/shared/markup`). The page that shows the API is another's work, which knows none of them.
 */
const TRUSTED_TYPES: Directives = {
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['articles', 'worker', 'default'],
};

type PageSettings = Pick<SecuritySettings, 'mapTilesUrl' | 'publicUrl'> & {
  /** Those that stand in the page, by their hashes. */
  readonly styles: readonly string[];
  readonly ofThePage: Directives;
};

function pagePolicy({ mapTilesUrl, publicUrl, styles, ofThePage }: PageSettings) {
  const ownHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      scriptSrc: ["'self'"],
      scriptSrcAttr: ["'none'"],
      // Style attributes carry positions that are only known at run time: charts, popovers, swipes. Browsers that do
      // not tell them from elements ask the first line.
      styleSrc: ["'self'", "'unsafe-inline'"],
      styleSrcElem: ["'self'", ...styles],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...(mapTilesUrl === undefined ? [] : [new URL(mapTilesUrl).origin])],
      // Some browsers do not take 'self' to mean the socket of the same host.
      connectSrc: ["'self'", (request) => socketSource(ownHost ?? request.headers.host)],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      ...ofThePage,
      reportUri: [CSP_REPORT_PATH],
      reportTo: [CSP_GROUP],
    },
  });
}

/** The headers that a middleware sets whatever is asked. */
function headersOf(middleware: ReturnType<typeof helmet>): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, throwIfFailed);
  return headers;
}

function throwIfFailed(error?: unknown): void {
  if (error instanceof Error) throw error;
}

/** The calls, the files of users at the path that the family gives them, and the public log. */
const isApi = (request: FastifyRequest) => /^\/(api|upload|log)\//.test(request.url);

/** What has a hash in its name: parts of pages. */
const isPart = (request: FastifyRequest) => request.routeOptions.url === '/h5/assets/:name';

/** Whatever may be shown as a page, that of the API among it. */
const isPage = (request: FastifyRequest) => isDocs(request) || !(isApi(request) || isPart(request));

const isDocs = (request: FastifyRequest) => request.url.startsWith('/api/docs');

function socketSource(host: string | undefined): string {
  // A host that could end the directive is not repeated.
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
