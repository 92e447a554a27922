import { MetricsText } from './inside.ts';

/** The value of a metric of the service, over all labels; `token`: its admin token, if it has one. NaN where there is none. */
export async function readMetric(service: { url: string }, name: string, token?: string): Promise<number> {
  const headers = new Headers(token === undefined ? [] : [['authorization', `Bearer ${token}`]]);
  const answer = await fetch(`${service.url}/metrics`, { headers });
  return new MetricsText(await answer.text()).sum(name) ?? Number.NaN;
}
