import { Agent, request } from 'node:http';

const shared = new Agent({ keepAlive: true, maxSockets: 20 });

export interface ApiAnswer {
  /** 0 if the connection broke before a response. */
  status: number;
  text: string;
  ms: number;
}

/** Sends one request with any body, which need not be JSON, of any size. */
export function callApi(
  url: string,
  method: string,
  path: string,
  {
    body,
    headers = {},
    agent = shared,
  }: { body?: string | Buffer; headers?: Record<string, string>; agent?: Agent } = {},
): Promise<ApiAnswer> {
  const since = performance.now();
  return new Promise((resolve) => {
    let text = '';
    const done = (status: number) => resolve({ status, text, ms: performance.now() - since });
    const type =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request(`${url}${path}`, { method, agent, headers: { ...type, ...headers } }, (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => done(answer.statusCode!));
      answer.on('error', () => done(0));
    });
    call.on('error', () => done(0));
    call.end(body);
  });
}

/** Counts the responses by status. */
export function tally(answers: readonly ApiAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
