/** Turns every thrown error into an answer of the contract: a code, and its text in the language of the request. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Envelope } from '@halyard/contract/call';
import { errorEnvelope } from '@halyard/contract/envelope';
import type { ServerErrorCode } from '@halyard/contract/errors';
import { BusinessError } from '../calls/callHandler.ts';
import { messageOf } from '../calls/messages.ts';
import { outageOf } from '../outage.ts';
import { languageOfRequest } from './calls.ts';

/**
 * Business refusals have status 200, as legacy clients expect; these are faults of the request's address or of the
 * server.
 */
const FAULT_STATUS: Partial<Record<ServerErrorCode, number>> = {
  CALL_NOT_FOUND: 404,
  INTERNAL: 500,
  SERVICE_UNAVAILABLE: 503,
  OVERLOADED: 503,
  RESTARTING: 503,
};

/** Sets the handlers of errors and of unknown paths. */
export const errors = fastifyPlugin(async (app) => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const envelope = request.routeOptions.config.call?.envelope ?? 'A';
    return sendError(reply, { error: refusalOf(error, request), request, envelope });
  });
  // Rate-limited like any call, so that guessing paths is limited too.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (!isApi(request)) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    return sendError(reply, { error: new BusinessError('CALL_NOT_FOUND'), request, envelope: 'A' });
  });
});

/** Answers URLs that cannot be routed, such as `/api/%`. */
export function answerUnroutable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, { error: new BusinessError('REQUEST_UNREADABLE'), request, envelope: 'A' });
}

/** Answers data that is not HTTP, or has too large headers: there is no request then, and no language. */
export function answerUnreadable(error: Pick<ConnectionError, 'code'>, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const code = isTooLarge ? 'REQUEST_TOO_LARGE' : 'REQUEST_UNREADABLE';
  const body = JSON.stringify(errorEnvelope('A', code, messageOf('en', code)));
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const head = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}

const isApi = (request: FastifyRequest) => /^\/(api|upload)(\/|\?|$)/.test(request.url);

type Failure = { readonly error: BusinessError; readonly request: FastifyRequest; readonly envelope: Envelope };

function sendError(reply: FastifyReply, { error, request, envelope }: Failure): FastifyReply {
  const { code, params } = error;
  request.refusedWith = code;
  const message = messageOf(languageOfRequest(request), code, params);
  const status = FAULT_STATUS[code] ?? request.routeOptions.config.refusalStatus?.[code] ?? 200;
  return reply.code(status).send(errorEnvelope(envelope, code, message, params));
}

function refusalOf(error: FastifyError, request: FastifyRequest): BusinessError {
  if (error instanceof BusinessError) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new BusinessError('REQUEST_TOO_LARGE');
  // Any other error that Fastify attributes to the client is an unreadable request.
  if (error.statusCode !== undefined && error.statusCode < 500) return new BusinessError('REQUEST_UNREADABLE');
  const id = randomUUID();
  const { call } = request.routeOptions.config;
  request.log.error({ err: error, id, call: call?.name }, 'a request failed');
  return outageOf(error) === undefined
    ? new BusinessError('INTERNAL', { id })
    : new BusinessError('SERVICE_UNAVAILABLE');
}
