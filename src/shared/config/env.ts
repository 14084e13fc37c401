/** Settings of a build, from `VITE_*` variables, parsed once at start. */
import * as z from 'zod/mini';

const schema = z.object({
  /** Base URL of the calls, without a trailing slash. May be a legacy server. */
  VITE_API_BASE: z._default(z.string().check(z.regex(/^(https?:\/\/[^/]+)?(\/[\w-]+)*$/)), '/api'),
  /** Host of the socket; empty is the host of the page. */
  VITE_SOCKET_URL: z._default(z.union([z.literal(''), z.url()]), ''),
});

const parsed = z.parse(schema, import.meta.env);

/** Current settings. */
export const env = { apiBase: parsed.VITE_API_BASE, socketUrl: parsed.VITE_SOCKET_URL } as const;
