/** A form that sends a call of the reference to the service that serves this page, with the reader's key. */
import { exampleOf } from '../api/example.ts';
import { type Call, listCalls, type OpenApi } from '../api/openapi.ts';

/** The console's storage key: readers who are signed in there need not enter their API key again. */
const STORAGE_KEY = 'visavis.key';
const CREDENTIALS: Record<string, { label: string; header: (value: string) => [string, string] }> = {
  apiKey: { label: 'API key', header: (value) => ['x-api-key', value] },
  clientToken: { label: 'Client token', header: (value) => ['authorization', `Bearer ${value}`] },
  adminToken: { label: 'Admin token', header: (value) => ['authorization', `Bearer ${value}`] },
};
/** Longer responses and streams are cut. */
const MAX_CHARACTERS = 100_000;
const SERVICE = new URL('../', new URL(document.documentElement.dataset.root!, location.href));

let calls: Promise<Call[]> | undefined;

async function loadCalls(): Promise<Call[]> {
  const answer = await fetch(new URL('openapi.json', SERVICE));
  return listCalls((await answer.json()) as OpenApi);
}

/** Shows the form below the buttons, or removes it. */
export async function openTryIt(button: HTMLElement): Promise<void> {
  const next = button.parentElement!.nextElementSibling;
  const isOpen = next?.classList.contains('try-form') ?? false;
  button.setAttribute('aria-expanded', String(!isOpen));
  if (isOpen) return next!.remove();
  calls ??= loadCalls();
  const call = (await calls).find(({ operationId }) => operationId === button.dataset.call)!;
  button.parentElement!.after(renderForm(call));
}

function addField<Control extends HTMLElement>(form: HTMLElement, label: string, control: Control): Control {
  const element = document.createElement('label');
  element.append(label, control);
  form.append(element);
  return control;
}

const input = (value: unknown, type = 'text'): HTMLInputElement =>
  Object.assign(document.createElement('input'), { value, type, autocomplete: 'off', spellcheck: false });

function renderForm(call: Call): HTMLFormElement {
  const { path, query, body, bodyType } = exampleOf(call);
  const form = document.createElement('form');
  form.className = 'try-form';
  form.setAttribute('aria-label', `Try: ${call.summary}`);
  const scheme = Object.keys(call.security?.[0] ?? {})[0] ?? '';
  const credential = CREDENTIALS[scheme];
  const key =
    credential && addField(form, credential.label, input(scheme === 'apiKey' ? storedKey() : '', 'password'));
  const fieldsOf = (place: string, values: Record<string, unknown>) =>
    (call.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name }) => [name, addField(form, name, input(values[name] ?? ''))] as const);
  const paths = new Map(fieldsOf('path', Object.fromEntries(Object.keys(path).map((name) => [name, '']))));
  for (const control of paths.values()) control.required = true;
  const queries = fieldsOf('query', query);
  const type = bodyType ?? (body === undefined ? undefined : 'application/json');
  const text = type && addField(form, 'Body', document.createElement('textarea'));
  if (text) {
    text.value = bodyType ? '' : JSON.stringify(body, null, 2);
    text.rows = Math.min(14, text.value.split('\n').length + 1);
  }
  const send = Object.assign(document.createElement('button'), { textContent: `Send ${call.method}` });
  const note = document.createElement('p');
  note.setAttribute('role', 'status');
  if (call.method !== 'GET') note.textContent = 'This sends a real request to the service.';
  const answer = Object.assign(document.createElement('pre'), { tabIndex: 0, hidden: true });
  form.append(send, note, answer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  return form;

  async function submit(): Promise<void> {
    if (scheme === 'apiKey') storedKey(key!.value.trim());
    const filled = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(paths.get(name)!.value.trim()),
    );
    const url = new URL(filled.slice(1), SERVICE);
    for (const [name, { value }] of queries) if (value !== '') url.searchParams.set(name, value);
    const headers = new Headers(type ? { 'content-type': type } : {});
    if (key?.value) headers.set(...credential!.header(key.value.trim()));
    const startedAt = performance.now();
    send.disabled = true;
    try {
      const response = await fetch(url, { method: call.method, headers, ...(text && { body: text.value }) });
      const body = await readBody(response);
      note.textContent = `${response.status} ${response.statusText} after ${Math.round(performance.now() - startedAt)} ms`;
      answer.textContent = pretty(body);
      answer.hidden = body === '';
    } catch (error) {
      note.textContent = `Not sent: ${(error as Error).message}`;
    }
    send.disabled = false;
  }
}

/** Returns the body; of a continuing stream, what arrives within two seconds. */
async function readBody(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.includes('event-stream')) return response.text();
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => void reader.cancel(), 2_000);
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done || text.length > MAX_CHARACTERS) break;
    text += value;
  }
  clearTimeout(timer);
  return text;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MAX_CHARACTERS);
  } catch {
    return text.slice(0, MAX_CHARACTERS);
  }
}

/** Stores the key, if one is passed. Returns the stored key; empty if storage is blocked: the reader enters it again. */
function storedKey(key?: string): string {
  try {
    if (key !== undefined) sessionStorage.setItem(STORAGE_KEY, key);
    return sessionStorage.getItem(STORAGE_KEY) ?? localStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}
