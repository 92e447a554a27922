import type { Call } from './openapi.ts';

export interface Sample {
  /** `curl`, `ts` or `python`. */
  name: string;
  /** For the colours. */
  language: string;
  code: string;
}

const SHELL = '$VISAVIS_URL';

/** The same call in three languages, with the request that the service got when the examples were made. */
export function renderSamples(call: Call): Sample[] {
  return [
    { name: 'curl', language: 'bash', code: renderCurl(call) },
    { name: 'TypeScript', language: 'ts', code: renderTypeScript(call) },
    { name: 'Python', language: 'python', code: renderPython(call) },
  ];
}

interface Example {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  /** Of a body that is no JSON. */
  bodyType: string | undefined;
}

export function exampleOf({ parameters = [], requestBody }: Call): Example {
  const given = (place: string) =>
    Object.fromEntries(
      parameters
        .filter(({ in: where, example, required }) => where === place && (required || example !== undefined))
        .map(({ name, example }) => [name, example ?? `YOUR_${name.toUpperCase()}`]),
    );
  const contents = Object.entries(requestBody?.content ?? {});
  const [type, content] = contents.find(([, { example }]) => example !== undefined) ?? contents[0] ?? [];
  const isJson = type === 'application/json';
  return {
    path: given('path'),
    query: given('query'),
    body: content?.example ?? (isJson ? {} : undefined),
    bodyType: isJson ? undefined : type,
  };
}

function addressOf(call: Call, { path, query }: Example): string {
  const filled = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(path[name]));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return search ? `${filled}?${search}` : filled;
}

type Credential = 'apiKey' | 'clientToken' | 'adminToken' | 'none';
const credentialOf = ({ security = [] }: Call): Credential =>
  (Object.keys(security[0] ?? {})[0] as Credential | undefined) ?? 'none';

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const json = (value: unknown) => JSON.stringify(value, null, 2);

const CURL: Record<Credential, string | undefined> = {
  apiKey: '-H "x-api-key: $VISAVIS_API_KEY"',
  clientToken: '-H "authorization: Bearer $CLIENT_TOKEN"',
  adminToken: '-H "authorization: Bearer $VISAVIS_ADMIN_TOKEN"',
  none: undefined,
};

function renderCurl(call: Call): string {
  const example = exampleOf(call);
  const method =
    call.method === 'GET' || (call.method === 'POST' && example.body) ? '' : `-X ${call.method} `;
  const streams = Object.keys(call.responses[200]?.content ?? {}).includes('text/event-stream') ? 'N' : '';
  const body =
    example.bodyType !== undefined
      ? [`-H 'content-type: ${example.bodyType}'`, '--data-binary @document.txt']
      : example.body !== undefined
        ? ["-H 'content-type: application/json'", `-d ${quote(json(example.body))}`]
        : [];
  const parts = [
    `curl -s${streams} ${method}"${SHELL}${addressOf(call, example)}"`,
    CURL[credentialOf(call)],
    ...body,
  ];
  return parts.filter((part) => part !== undefined).join(' \\\n  ');
}

const CLIENT: Record<Credential, string> = {
  apiKey: 'apiKey: process.env.VISAVIS_API_KEY!',
  clientToken: 'token: clientToken',
  adminToken: 'adminToken: process.env.VISAVIS_ADMIN_TOKEN!',
  none: 'apiKey: process.env.VISAVIS_API_KEY!',
};

/** A value as a programmer writes it: names without quotes, strings with single ones. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => literal(item, deeper))
    : Object.entries(value).map(
        ([name, item]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}: ${literal(item, deeper)}`,
      );
  const [open, close] = isList ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  const line = items.join(', ');
  if (line.length < 70 && !line.includes('\n')) return isList ? `[${line}]` : `{ ${line} }`;
  return `${open}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close}`;
}

const BEGIN = (call: Call) => `import { createVisavisClient } from '@visavis/client';

const visavis = createVisavisClient({
  baseUrl: process.env.VISAVIS_URL!,
  ${CLIENT[credentialOf(call)]},
});
`;

function renderTypeScript(call: Call): string {
  const { path, query, body } = exampleOf(call);
  if (call.operationId === 'uploadDocument')
    return `${BEGIN({ ...call, security: [{ apiKey: [] }] })}
// Adds the document, sends its bytes to the signed address, and has it indexed.
await visavis.uploadDocument(knowledgeBaseId, {
  name: 'hours.txt',
  mimeType: 'text/plain',
  content: 'The museum is open from ten to six.',
});`;
  if (call.operationId === 'followConversation')
    return `${BEGIN(call)}
for await (const { event, data } of visavis.followConversation('${String(path.id)}')) {
  console.log(event, data);
}`;
  const given = Object.entries({ path, query, body }).filter(
    ([, value]) => value !== undefined && Object.keys(value as object).length > 0,
  );
  const options = given.length > 0 ? `, ${literal(Object.fromEntries(given), '')}` : '';
  return `${BEGIN(call)}
const answer = await visavis.${call.method.toLowerCase()}('${call.path}'${options});
console.log(answer);`;
}

const HEADER: Record<Credential, string | undefined> = {
  apiKey: '"x-api-key": os.environ["VISAVIS_API_KEY"]',
  clientToken: '"authorization": f"Bearer {client_token}"',
  adminToken: '"authorization": "Bearer " + os.environ["VISAVIS_ADMIN_TOKEN"]',
  none: undefined,
};

/** Python's literals: JSON except for three words, none of which is a word in a string of the examples. */
const pythonOf = (value: unknown, indent: string) =>
  json(value)
    .replace(
      /(?<=[:[,\s])(true|false|null)(?=[,\s\]}]|$)/g,
      (word) => ({ true: 'True', false: 'False' })[word] ?? 'None',
    )
    .replaceAll('\n', `\n${indent}`);

function renderPython(call: Call): string {
  const example = exampleOf(call);
  const header = [
    HEADER[credentialOf(call)],
    ...(example.bodyType ? [`"content-type": "${example.bodyType}"`] : []),
  ].filter((part) => part !== undefined);
  const streams = Object.keys(call.responses[200]?.content ?? {}).includes('text/event-stream');
  const args = [
    `os.environ["VISAVIS_URL"] + "${addressOf(call, example)}"`,
    ...(header.length > 0 ? [`headers={${header.join(', ')}}`] : []),
    ...(example.bodyType ? ['data=open("document.txt", "rb")'] : []),
    ...(!example.bodyType && example.body !== undefined ? [`json=${pythonOf(example.body, '    ')}`] : []),
    ...(streams ? ['stream=True'] : []),
  ];
  const read = streams
    ? `for line in answer.iter_lines(decode_unicode=True):
    print(line)`
    : 'print(answer.json())';
  return `import os, requests

answer = requests.${call.method.toLowerCase()}(
${args.map((arg) => `    ${arg},\n`).join('')})
answer.raise_for_status()
${read}`;
}
