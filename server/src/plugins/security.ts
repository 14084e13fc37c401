/** Security headers: who may read answers, what the app may load, and what may not be cached. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import helmet, { contentSecurityPolicy } from 'helmet';
import { WRITES_ONCE_HEADER } from '@halyard/contract/writesOnce';

// Logs browsers' reports of violations of the content security policy, one line each. Any client can send such reports,
// so they are small, few, and only a hint: nothing acts on them.

/** Name of the endpoint in `Reporting-Endpoints`. */
const CSP_GROUP = 'csp';
export const CSP_REPORT_PATH = '/api/csp/report';

const BYTES_MAX = 16 * 1024;
/** Browsers send reports in batches; further repetitions of a page add nothing. */
const REPORTS_MAX = 10;
const LENGTH_MAX = 200;
/** Media types of `report-uri` and of `report-to`. */
const TYPES = ['application/csp-report', 'application/reports+json'];

/** Logged fields of a report. */
type Violation = {
  readonly directive: string | undefined;
  readonly blocked: string | undefined;
  readonly page: string | undefined;
  readonly source: string | undefined;
  readonly line: number | undefined;
  readonly sink: string | undefined;
};

type Fields = Readonly<Record<string, unknown>>;

/** Registers the route. */
export const cspReports = fastifyPlugin(async (app) => {
  // In a scope of its own, because no other route reads these types.
  await app.register(async (scope: FastifyInstance) => {
    scope.addContentTypeParser(TYPES, { parseAs: 'string' }, (_request, body, done) =>
      done(null, jsonOf(String(body))),
    );
    const config = { limit: 'reports' } as const;
    scope.post(CSP_REPORT_PATH, { bodyLimit: BYTES_MAX, config }, async (request, reply) => {
      for (const violation of violationsOf(request.body)) request.log.warn(violation, 'a page met its policy');
      return reply.code(204).send();
    });
  });
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Violations of a body in either form; none of anything else. */
export function violationsOf(body: unknown): readonly Violation[] {
  if (Array.isArray(body)) {
    const reports = body.slice(0, REPORTS_MAX).filter(isFields);
    return reports.flatMap(({ type, body: report }) =>
      type === 'csp-violation' && isFields(report) ? [ofReportTo(report)] : [],
    );
  }
  const report = isFields(body) ? body['csp-report'] : undefined;
  return isFields(report) ? [ofReportUri(report)] : [];
}

const ofReportTo = (report: Fields): Violation => ({
  directive: wordsOf(report['effectiveDirective']),
  blocked: placeOf(report['blockedURL']),
  page: placeOf(report['documentURL']),
  source: placeOf(report['sourceFile']),
  line: lineOf(report['lineNumber']),
  sink: sinkOf(report['sample']),
});

const ofReportUri = (report: Fields): Violation => ({
  directive: wordsOf(report['effective-directive'] ?? report['violated-directive']),
  blocked: placeOf(report['blocked-uri']),
  page: placeOf(report['document-uri']),
  source: placeOf(report['source-file']),
  line: lineOf(report['line-number']),
  sink: sinkOf(report['script-sample']),
});

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes characters that could control a terminal that shows the log. */
function wordsOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.replaceAll(/[^\x20-\x7e]/g, '').slice(0, LENGTH_MAX) : undefined;
}

/** Removes query and fragment, which may contain personal data. */
const placeOf = (value: unknown) => wordsOf(value)?.split(/[?#]/, 1)[0];

const lineOf = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined);

/** Name of the sink. The text after it is removed, because it may be a user's. */
const sinkOf = (value: unknown) => (value === '' ? undefined : wordsOf(value)?.split('|', 1)[0]?.slice(0, 40));

const HALF_A_YEAR_SECONDS = 15_552_000;

type SecuritySettings = {
  /** Folder of the built app. */
  readonly appFolder: string;
  /** Source of map tiles: the only foreign origin that pages may load from. */
  readonly mapTilesUrl: string | undefined;
  /** The exchange's own address; without it the host of the request. */
  readonly publicUrl: string | undefined;
};

/** Headers of every answer except the assets of the app, whose headers are in `staticFiles.ts`. */
const PROTECTIONS = headersOf(
  helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: { maxAge: HALF_A_YEAR_SECONDS, includeSubDomains: false },
    crossOriginResourcePolicy: false,
  }),
);

/**
 * Browser features that the app uses: pasting and copying an address, the full-screen chart, location, passkeys,
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
/**
 * Features that no page may use, not even injected code. Documents are photographed by the system's camera app, not by
 * a page.
 */
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
 * Policies for pages, without inline scripts, device access or foreign origins except the map's; and CORS for legacy
 * clients: any page may call the API, since the token authorises a call and no cookie does.
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
 * Text becomes markup or a script address only through one of these policies of the app (`src/shared/markup`). The API
 * documentation is a third-party page, which supports none of them.
 */
const TRUSTED_TYPES: Directives = {
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['articles', 'worker', 'default'],
};

type PageSettings = Pick<SecuritySettings, 'mapTilesUrl' | 'publicUrl'> & {
  /** Hashes of the styles in the page. */
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
      // Style attributes contain positions that are known only at run time: charts, popovers, swipes. Browsers that do
      // not distinguish attributes from elements use the first line.
      styleSrc: ["'self'", "'unsafe-inline'"],
      styleSrcElem: ["'self'", ...styles],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...(mapTilesUrl === undefined ? [] : [new URL(mapTilesUrl).origin])],
      // Some browsers do not apply 'self' to a WebSocket of the same host.
      connectSrc: ["'self'", (request) => socketSource(ownHost ?? request.headers.host)],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      ...ofThePage,
      reportUri: [CSP_REPORT_PATH],
      reportTo: [CSP_GROUP],
    },
  });
}

/** Headers that a middleware sets for every request. */
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

/** Calls, users' files at the path that legacy clients use, and the transparency log. */
const isApi = (request: FastifyRequest) => /^\/(api|upload|log)\//.test(request.url);

/** Assets with a hash in their name. */
const isPart = (request: FastifyRequest) => request.routeOptions.url === '/h5/assets/:name';

/** Everything that may be shown as a page, including the API documentation. */
const isPage = (request: FastifyRequest) => isDocs(request) || !(isApi(request) || isPart(request));

const isDocs = (request: FastifyRequest) => request.url.startsWith('/api/docs');

function socketSource(host: string | undefined): string {
  // A host with other characters could end the directive, so it is not repeated.
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'";
}

const STYLE = /<style>([^<]*)<\/style>/g;

/** Sources for `style-src-elem` that allow only the styles of an HTML file. None when the file is missing. */
function inlineStylesIn(path: string): () => Promise<readonly string[]> {
  let known = { mark: '', sources: [] as readonly string[] };
  // The build may be replaced while the exchange runs.
  return async () => {
    const mark = await markOf(path);
    if (mark !== known.mark) known = { mark, sources: mark === '' ? [] : sourcesIn(await readFile(path, 'utf8')) };
    return known.sources;
  };
}

async function markOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return '';
  }
}

function sourcesIn(html: string): readonly string[] {
  return [...html.matchAll(STYLE)].map(
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );
}
