/**
 * Logs browsers' reports of violations of the content security policy, one line each. Any client can send such reports,
 * so they are small, few, and only a hint: nothing acts on them.
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** Name of the endpoint in `Reporting-Endpoints`. */
export const CSP_GROUP = 'csp';
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
