/** An HTTP client with persistent connections, as in a browser. */
import { Agent, request } from 'node:http';

/** Sends a form with a token and returns the JSON answer. */
export type Post = (path: string, form: string, token: string) => Promise<unknown>;

/** Opens a client of the exchange at `url` with so many connections at most. */
export function createClient(url: string, connections: number): { readonly post: Post; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const post: Post = (path, form, token) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: token,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(form),
      };
      const call = request({ agent, hostname, port, path: `/api/${path}`, method: 'POST', headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString())));
      });
      call.on('error', reject);
      call.end(form);
    });
  return { post, close: () => agent.destroy() };
}
