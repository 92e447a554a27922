/** A form that sends a call of the reference to this very service, with the key of its reader. */

interface Call {
  method: string;
  path: string;
  summary: string;
  credential: string;
  pathNames: string[];
  queryNames: string[];
  query: Record<string, string | number>;
  body?: unknown;
  bodyType?: string;
}

/** The console's key: readers who are signed in there need not enter it again. */
const KEY = 'visavis.key';
const CREDENTIALS: Record<string, { label: string; header: (value: string) => [string, string] }> = {
  apiKey: { label: 'API key', header: (value) => ['x-api-key', value] },
  clientToken: { label: 'Client token', header: (value) => ['authorization', `Bearer ${value}`] },
  adminToken: { label: 'Admin token', header: (value) => ['authorization', `Bearer ${value}`] },
};
/** Longer answers and streams are cut. */
const MOST_CHARACTERS = 100_000;

/** Replaces the button by the form, or removes the form. */
export function openTryIt(button: HTMLElement): void {
  const next = button.nextElementSibling;
  if (next?.classList.contains('try-form')) {
    next.remove();
    button.setAttribute('aria-expanded', 'false');
    return;
  }
  button.setAttribute('aria-expanded', 'true');
  const form = renderForm(JSON.parse(button.dataset.call!) as Call);
  button.after(form);
  form.querySelector('input, textarea')?.dispatchEvent(new Event('focus'));
}

function field(label: string, control: HTMLInputElement | HTMLTextAreaElement): HTMLLabelElement {
  const element = document.createElement('label');
  element.append(label, control);
  return element;
}

function input(value: string, type = 'text'): HTMLInputElement {
  const element = document.createElement('input');
  Object.assign(element, { value, type, autocomplete: 'off', spellcheck: false });
  return element;
}

function renderForm(call: Call): HTMLFormElement {
  const form = document.createElement('form');
  form.className = 'try-form';
  form.setAttribute('aria-label', `Try: ${call.summary}`);
  const credential = CREDENTIALS[call.credential];
  const key = input(call.credential === 'apiKey' ? storedKey() : '', 'password');
  if (credential) form.append(field(credential.label, key));
  const paths = call.pathNames.map((name) => [name, input('')] as const);
  const queries = call.queryNames.map((name) => [name, input(String(call.query[name] ?? ''))] as const);
  for (const [name, control] of [...paths, ...queries]) form.append(field(name, control));
  for (const [, control] of paths) control.required = true;
  const body = document.createElement('textarea');
  const isJson = call.body !== undefined;
  if (isJson) body.value = JSON.stringify(call.body, null, 2);
  body.rows = Math.min(14, body.value.split('\n').length + 1);
  if (isJson || call.bodyType) form.append(field('Body', body));
  const send = document.createElement('button');
  send.textContent = `Send ${call.method}`;
  const note = document.createElement('p');
  note.setAttribute('role', 'status');
  const answer = document.createElement('pre');
  answer.tabIndex = 0;
  answer.hidden = true;
  if (call.method !== 'GET') note.textContent = 'This calls the service for real.';
  form.append(send, note, answer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  return form;

  async function submit(): Promise<void> {
    if (call.credential === 'apiKey') storeKey(key.value.trim());
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(paths.find(([known]) => known === name)![1].value.trim()),
    );
    const given = queries.filter(([, { value }]) => value !== '').map(([name, { value }]) => [name, value]);
    const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
    const type = call.bodyType ?? (isJson ? 'application/json' : undefined);
    const headers = new Headers(type ? { 'content-type': type } : {});
    if (credential && key.value) headers.set(...credential.header(key.value.trim()));
    const beganAt = performance.now();
    send.disabled = true;
    try {
      const response = await fetch(
        new URL(`..${path}${search}`, new URL(document.documentElement.dataset.root!, location.href)),
        {
          method: call.method,
          headers,
          ...(type && { body: body.value }),
        },
      );
      const text = await readSome(response);
      note.textContent = `${response.status} ${response.statusText} after ${Math.round(performance.now() - beganAt)} ms`;
      answer.textContent = pretty(text);
      answer.hidden = text === '';
    } catch (error) {
      note.textContent = `Not sent: ${(error as Error).message}`;
    }
    send.disabled = false;
  }
}

/** For a stream that goes on: the part that came within two seconds. */
async function readSome(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.includes('event-stream')) return response.text();
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => void reader.cancel(), 2_000);
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done || text.length > MOST_CHARACTERS) break;
    text += value;
  }
  clearTimeout(timer);
  return text;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MOST_CHARACTERS);
  } catch {
    return text.slice(0, MOST_CHARACTERS);
  }
}

function storedKey(): string {
  try {
    return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function storeKey(value: string): void {
  try {
    sessionStorage.setItem(KEY, value);
  } catch {
    // Storage is refused: the reader enters the key again.
  }
}
