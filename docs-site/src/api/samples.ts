import { type Example, exampleOf } from './example.ts';
import type { Call } from './openapi.ts';

export interface Sample {
  /** `curl`, `ts` or `python`. */
  name: string;
  /** For syntax highlighting. */
  language: string;
  code: string;
}

const BASE_URL = '$VISAVIS_URL';
/** Samples read a body that is not JSON from this file. */
export const BODY_FILE = 'handbook.md';

/** Renders a call in three languages, with the request that was sent when the examples were recorded. */
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

/** By name in the OpenAPI document: the header, the prefix of the value, the variable, the client's option. */
const CREDENTIALS: Record<string, [header: string, before: string, variable: string, option: string]> = {
  apiKey: ['x-api-key', '', 'VISAVIS_API_KEY', 'apiKey'],
  clientToken: ['authorization', 'Bearer ', 'CLIENT_TOKEN', 'token'],
  adminToken: ['authorization', 'Bearer ', 'VISAVIS_ADMIN_TOKEN', 'adminToken'],
};
const credentialOf = ({ security = [] }: Call) => CREDENTIALS[Object.keys(security[0] ?? {})[0] ?? ''];

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const json = (value: unknown) => JSON.stringify(value, null, 2);

function renderCurl(call: Call): string {
  const example = exampleOf(call);
  const [header, before, variable] = credentialOf(call) ?? [];
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
    `curl -s${streams} ${method}"${BASE_URL}${addressOf(call, example)}"`,
    header && `-H "${header}: ${before}$${variable}"`,
    ...Object.entries(example.headers).map(([name, value]) => `-H ${quote(`${name}: ${String(value)}`)}`),
    ...body,
  ];
  return parts.filter((part) => part !== undefined).join(' \\\n  ');
}

/** How a language writes what differs from JSON. */
interface Style {
  step: string;
  /** Padding inside the braces of a short object. */
  pad: string;
  string(value: string): string;
  scalar(value: unknown): string;
  name(name: string): string;
}

const TYPESCRIPT: Style = {
  step: '  ',
  pad: ' ',
  string: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`,
  scalar: String,
  name: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`),
};
const PYTHON: Style = {
  step: '    ',
  pad: '',
  string: JSON.stringify,
  scalar: (value) => ({ null: 'None', true: 'True', false: 'False' })[json(value)] ?? json(value),
  name: JSON.stringify,
};

function literal(value: unknown, style: Style, indent = ''): string {
  if (typeof value === 'string') return style.string(value);
  if (typeof value !== 'object' || value === null) return style.scalar(value);
  const deeper = indent + style.step;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => literal(item, style, deeper))
    : Object.entries(value).map(([name, item]) => `${style.name(name)}: ${literal(item, style, deeper)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  const line = items.join(', ');
  if (line.length < 70 && !line.includes('\n'))
    return isList ? `[${line}]` : `{${style.pad}${line}${style.pad}}`;
  return `${open}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close}`;
}

function renderSetup(call: Call, imports = ''): string {
  const [, , variable, option] = credentialOf(call) ?? [];
  return `${imports}import { createVisavisClient } from '@visavis/client';

const visavis = createVisavisClient({
  baseUrl: process.env.VISAVIS_URL!,
${option ? `  ${option}: process.env.${variable}!,\n` : ''}});
`;
}

/** Returns the knowledge base of the document that the example uploads. */
const knowledgeBaseOf = ({ responses }: Call): string =>
  (responses[200]?.content?.['application/json']?.example as { knowledgeBaseId: string } | undefined)
    ?.knowledgeBaseId ?? 'YOUR_KNOWLEDGE_BASE';

function renderTypeScript(call: Call): string {
  const { path, query, headers, body } = exampleOf(call);
  if (call.operationId === 'uploadDocument')
    return `${renderSetup({ ...call, security: [{ apiKey: [] }] }, "import { readFile } from 'node:fs/promises';\n")}
// Adds the document, sends its bytes to the signed address, and has it indexed.
const document = await visavis.uploadDocument('${knowledgeBaseOf(call)}', {
  name: '${BODY_FILE}',
  mimeType: 'text/markdown',
  content: await readFile('${BODY_FILE}', 'utf8'),
});
console.log(document);`;
  if (call.operationId === 'followConversation')
    return `${renderSetup(call)}
for await (const { event, data } of visavis.followConversation('${String(path.id)}')) {
  console.log(event, data);
}`;
  const present = Object.entries({ path, query, headers, body }).filter(
    ([, value]) => value !== undefined && Object.keys(value as object).length > 0,
  );
  const options = present.length > 0 ? `, ${literal(Object.fromEntries(present), TYPESCRIPT)}` : '';
  return `${renderSetup(call)}
const answer = await visavis.${call.method.toLowerCase()}('${call.path}'${options});
console.log(answer);`;
}

function renderPython(call: Call): string {
  const example = exampleOf(call);
  const [name, before, variable] = credentialOf(call) ?? [];
  const value = `${before ? `"${before}" + ` : ''}os.environ["${variable}"]`;
  const header = [
    name && `"${name}": ${value}`,
    ...Object.entries(example.headers).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`),
    ...(example.bodyType ? [`"content-type": "${example.bodyType}"`] : []),
  ].filter((part) => part !== undefined);
  const streams = Object.keys(call.responses[200]?.content ?? {}).includes('text/event-stream');
  const args = [
    `os.environ["VISAVIS_URL"] + "${addressOf(call, example)}"`,
    ...(header.length > 0 ? [`headers={${header.join(', ')}}`] : []),
    ...(example.bodyType ? [`data=open("${BODY_FILE}", "rb")`] : []),
    ...(!example.bodyType && example.body !== undefined
      ? [`json=${literal(example.body, PYTHON, '    ')}`]
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
