/**
 * Returns the value of a metric of the service: the sum over all labels, or only those that are part of `name`, as the
 * service writes them. `token`: its admin token, if it has one. NaN if there is no such metric.
 */
export async function readMetric(service: { url: string }, name: string, token?: string): Promise<number> {
  const headers = new Headers(token === undefined ? [] : [['authorization', `Bearer ${token}`]]);
  const answer = await fetch(`${service.url}/metrics`, { headers });
  const samples = (await answer.text()).matchAll(/^([a-zA-Z_:][\w:]*)(\{.*\})? (\S+)/gm);
  const values = [...samples]
    .filter(([, sample, labels = '']) => sample === name || `${sample}${labels}` === name)
    .map(([, , , value]) => Number(value));
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0);
}
