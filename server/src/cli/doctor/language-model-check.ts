import { type Finding, note } from './finding.ts';

/** Default ports of language model servers. */
const DEFAULT_PORTS: readonly { name: string; port: number }[] = [
  { name: 'Ollama', port: 11_434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'vLLM', port: 8000 },
  { name: 'Jan', port: 1337 },
];
/** A local server responds at once or is not running. */
const TIMEOUT_MS = 700;

/** Looks for a local language model at the usual ports, and says how to use it. */
export async function findLanguageModels(servers = DEFAULT_PORTS): Promise<Finding[]> {
  const found = await Promise.all(servers.map(findAt));
  const findings = found.flatMap((each) => each ?? []);
  if (findings.length > 0) return findings;
  return [
    note(
      'pipeline: off; no language model server was found on this machine',
      'Start one (Ollama, llama.cpp, vLLM) and set LLM_BASE_URL and LLM_MODEL, or set the key of a provider.',
    ),
  ];
}

async function findAt({ name, port }: { name: string; port: number }): Promise<Finding | undefined> {
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  try {
    const response = await fetch(`${baseUrl}/models`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = (await response.json()) as { data?: { id?: unknown }[] };
    if (!response.ok || !Array.isArray(body.data)) return undefined;
    const models = body.data.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
    const first = models[0] ?? '<model>';
    const shown = models.slice(0, 3).join(', ') || 'no model yet';
    return note(
      `pipeline: off; a server like ${name} answers at ${baseUrl} (${shown})`,
      `To use it, set LLM_BASE_URL=${baseUrl} LLM_MODEL=${first}`,
    );
  } catch {
    return undefined;
  }
}
