import { type Example, exampleOf } from './example.ts';
import type { Call } from './openapi.ts';

export interface Sample {
  /** `curl`, `ts` or `python`. */
  name: string;
  /** For the colours. */
  language: string;
  code: string;
}

const SHELL = '$VISAVIS_URL';
/** A body that is no JSON is read from here. */
export const BODY_FILE = 'handbook.md';

/** The same call in three languages, with the request that the service got when the examples were made. */
export function renderSamples(call: Call): Sample[] {
  return [
    { name: 'curl', language: 'bash', code: renderCurl(call) },
    { name: 'TypeScript', language: 'ts', code: renderTypeScript(call) },
    { name: 'Python', language: 'python', code: renderPython(call) },
  ];
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
      ? [`-H 'content-type: ${example.bodyType}'`, `--data-binary @${BODY_FILE}`]
      : example.body !== undefined
        ? ["-H 'content-type: application/json'", `-d ${quote(json(example.body))}`]
        : [];
  const parts = [
    `curl -s${streams} ${method}"${SHELL}${addressOf(call, example)}"`,
    CURL[credentialOf(call)],
    ...Object.entries(example.headers).map(([name, value]) => `-H ${quote(`${name}: ${String(value)}`)}`),
    ...body,
  ];
  return parts.filter((part) => part !== undefined).join(' \\\n  ');
}

const CLIENT: Record<Credential, string | undefined> = {
  apiKey: 'apiKey: process.env.VISAVIS_API_KEY!',
  clientToken: 'token: process.env.CLIENT_TOKEN!',
  adminToken: 'adminToken: process.env.VISAVIS_ADMIN_TOKEN!',
  none: undefined,
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

function begin(call: Call, imports = ''): string {
  const credential = CLIENT[credentialOf(call)];
  return `${imports}import { createVisavisClient } from '@visavis/client';

const visavis = createVisavisClient({
  baseUrl: process.env.VISAVIS_URL!,
${credential ? `  ${credential},\n` : ''}});
`;
}

/** The knowledge base of the document that the example uploads. */
const knowledgeBaseOf = ({ responses }: Call): string =>
  (responses[200]?.content?.['application/json']?.example as { knowledgeBaseId: string } | undefined)
    ?.knowledgeBaseId ?? 'YOUR_KNOWLEDGE_BASE';

function renderTypeScript(call: Call): string {
  const { path, query, headers, body, bodyType } = exampleOf(call);
  if (call.operationId === 'uploadDocument')
    return `${begin({ ...call, security: [{ apiKey: [] }] }, "import { readFile } from 'node:fs/promises';\n")}
// Adds the document, sends its bytes to the signed address, and has it indexed.
const document = await visavis.uploadDocument('${knowledgeBaseOf(call)}', {
  name: '${BODY_FILE}',
  mimeType: '${bodyType}',
  content: await readFile('${BODY_FILE}', 'utf8'),
});
console.log(document);`;
  if (call.operationId === 'followConversation')
    return `${begin(call)}
for await (const { event, data } of visavis.followConversation('${String(path.id)}')) {
  console.log(event, data);
}`;
  const given = Object.entries({ path, query, headers, body }).filter(
    ([, value]) => value !== undefined && Object.keys(value as object).length > 0,
  );
  const options = given.length > 0 ? `, ${literal(Object.fromEntries(given), '')}` : '';
  return `${begin(call)}
const answer = await visavis.${call.method.toLowerCase()}('${call.path}'${options});
console.log(answer);`;
}

const HEADER: Record<Credential, string | undefined> = {
  apiKey: '"x-api-key": os.environ["VISAVIS_API_KEY"]',
  clientToken: '"authorization": "Bearer " + os.environ["CLIENT_TOKEN"]',
  adminToken: '"authorization": "Bearer " + os.environ["VISAVIS_ADMIN_TOKEN"]',
  none: undefined,
};

/** A value as JSON is written, with Python's words for true, false and null. */
function pythonLiteral(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const deeper = `${indent}    `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => pythonLiteral(item, deeper))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, deeper)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close}`;
}

function renderPython(call: Call): string {
  const example = exampleOf(call);
  const header = [
    HEADER[credentialOf(call)],
    ...Object.entries(example.headers).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`),
    ...(example.bodyType ? [`"content-type": "${example.bodyType}"`] : []),
  ].filter((part) => part !== undefined);
  const streams = Object.keys(call.responses[200]?.content ?? {}).includes('text/event-stream');
  const args = [
    `os.environ["VISAVIS_URL"] + "${addressOf(call, example)}"`,
    ...(header.length > 0 ? [`headers={${header.join(', ')}}`] : []),
    ...(example.bodyType ? [`data=open("${BODY_FILE}", "rb")`] : []),
    ...(!example.bodyType && example.body !== undefined
      ? [`json=${pythonLiteral(example.body, '    ')}`]
      : []),
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
