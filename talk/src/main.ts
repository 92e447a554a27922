import { type Avatar, createVisavisClient, VisavisApiError, type VisavisClient } from '@visavis/client';
import type { VisavisAvatarElement } from '@visavis/web/element';
import { offerModels } from './add-models.ts';
import '@visavis/web/element';
import { fill } from '@visavis/web/language';
import { STORED, startedIn } from '@visavis/web/pages';
import { describedIn } from '@visavis/web/people';
import { language, offerLanguages, texts, translatePage } from './language.ts';
import { element, notice, show } from './page.ts';

/** Storage keys of the last choices in this tab, by id. */
const KNOWLEDGE_BASE = 'visavis.knowledge-base';
const AVATAR = 'visavis.avatar';
/** Storage key under which the element keeps that the visitor agreed to this browser's speech recognition. */
const BROWSER_SPEECH = 'visavis.browser-speech';

/** Whether the key came from a link, and the page has not shown that yet. */
let isKeyFromLinkNew = false;

/** Returns the key of this tab, or of a console that stays signed in. */
const knownKey = () => sessionStorage.getItem(STORED.key) ?? localStorage.getItem(STORED.key) ?? undefined;

/**
 * Returns the key from the link or the browser. A key in the fragment, which no server sees, is removed from the
 * address at once. It never replaces another key silently, only after a question: anybody can send a link with the key
 * of their own organization, which would then receive what is said.
 */
function readKey(): string | undefined {
  const fromLink = new URLSearchParams(location.hash.slice(1)).get('key');
  const before = knownKey();
  if (!fromLink) return before;
  history.replaceState(null, '', location.pathname);
  if (before !== undefined && before !== fromLink && !confirmReplacement(fromLink, before)) return before;
  isKeyFromLinkNew = before === undefined;
  useKey(fromLink, before !== fromLink);
  return fromLink;
}

function useKey(key: string, isLinked: boolean): void {
  sessionStorage.setItem(STORED.key, key);
  if (isLinked) sessionStorage.setItem(STORED.linkedKey, key);
  else if (key !== sessionStorage.getItem(STORED.linkedKey)) sessionStorage.removeItem(STORED.linkedKey);
}

const confirmReplacement = (key: string, before: string) =>
  confirm(fill(texts.replaceKey, { key: key.slice(0, 8), before: before.slice(0, 8) }));

function askForKey(): void {
  show('key-form');
  element<HTMLInputElement>('key').focus();
  element<HTMLFormElement>('key-form').onsubmit = (event) => {
    event.preventDefault();
    useKey(element<HTMLInputElement>('key').value.trim(), false);
    void openPage();
  };
}

const isRefused = (error: unknown) => error instanceof VisavisApiError && error.status === 401;

function askForAnotherKey(): void {
  sessionStorage.removeItem(STORED.key);
  isKeyFromLinkNew = false;
  notice(texts.keyRefused);
  askForKey();
}

/** Whether a member is signed in. Asks the service only if one was before: everybody else gets the form at once. */
const isMember = async (client: VisavisClient) =>
  localStorage.getItem(STORED.member) !== null &&
  (await client.get('/v3/sign-in').catch(() => undefined))?.signedIn !== undefined;

async function openPage(): Promise<void> {
  const key = readKey();
  const baseUrl = location.origin;
  // Without a key, the member's cookie is used.
  const client = createVisavisClient(key ? { baseUrl, apiKey: key } : { baseUrl });
  if (!key && !(await isMember(client))) return askForKey();
  show('wait');
  try {
    // Sequential, so that if both fail, the page always shows the first error.
    const { avatars } = await client.get('/v1/avatars', { query: { take: 50 } });
    const { items } = await client.get('/v3/knowledge-bases', { query: { take: 50 } });
    notice(isKeyFromLinkNew && key ? fill(texts.byLink, { key: key.slice(0, 8) }) : '', 'info');
    isKeyFromLinkNew = false;
    showAvatars(client, avatars, items);
  } catch (error) {
    if (isRefused(error)) return askForAnotherKey();
    notice('');
    element('no-answer-reason').textContent = (error as Error).message;
    show('no-answer');
    element('try-again').onclick = () => void openPage();
    element('try-again').focus();
  }
}

function showAvatars(
  client: VisavisClient,
  avatars: Avatar[],
  knowledgeBases: { id: string; name: string }[],
): void {
  show('choose');
  void offerModels();
  const select = element<HTMLSelectElement>('knowledge');
  element('knowledge-field').hidden = knowledgeBases.length === 0;
  const chosen = sessionStorage.getItem(KNOWLEDGE_BASE);
  select.replaceChildren(
    new Option(texts.ownDocuments, ''),
    ...knowledgeBases.map(({ id, name }) => new Option(name, id, false, id === chosen)),
  );
  select.onchange = () => sessionStorage.setItem(KNOWLEDGE_BASE, select.value);
  element('avatars').replaceChildren(
    ...avatars.map((avatar) => {
      const card = document.createElement('button');
      card.type = 'button';
      card.className = 'avatar';
      const picture = new Image();
      picture.src = avatar.thumbnailUrl;
      picture.alt = '';
      const name = document.createElement('strong');
      name.textContent = avatar.name;
      const about = document.createElement('span');
      card.disabled = !avatar.agentId;
      about.textContent = avatar.agentId
        ? describedIn(language, avatar.identity, avatar.description ?? '')
        : texts.noAgent;
      card.append(picture, name, about);
      if (avatar.id === sessionStorage.getItem(AVATAR)) card.ariaCurrent = 'true';
      // The click that selects the avatar also lets the browser play audio.
      card.onclick = () => void startCall(client, avatar, select.value || undefined, card);
      return card;
    }),
  );
  document.querySelector<HTMLElement>('.avatar[aria-current]')?.focus();
  if (avatars.length === 0) notice(`${element('page-notice').textContent} ${texts.noAvatar}`.trim(), 'info');
}

async function startCall(
  client: VisavisClient,
  avatar: Avatar,
  knowledgeBaseId: string | undefined,
  card: HTMLElement,
): Promise<void> {
  notice('');
  sessionStorage.setItem(AVATAR, avatar.id);
  element('no-recognition').hidden = true;
  const call = element<VisavisAvatarElement>('avatar');
  call.setAttribute('name', avatar.name);
  call.setAttribute('poster', avatar.thumbnailUrl);
  call.setAttribute('remember', BROWSER_SPEECH);
  call.source = {
    session: () => {
      const { name, user } = startedIn('talk', avatar.name);
      const knowledge = knowledgeBaseId && { knowledgeBase: { id: knowledgeBaseId } };
      return client.post('/v1/sessions', {
        body: { name, avatar: { id: avatar.id }, consumerIdentity: user, ...knowledge },
      });
    },
    stop: (id) => client.patch('/v1/sessions/{id}/stop', { path: { id } }),
    endReason: async (id) => (await client.get('/v3/conversations/{id}', { path: { id } })).endReason,
    rate: (id, rating, comment) =>
      client.put('/v3/conversations/{id}/rating', { path: { id }, body: { rating, comment } }),
  };
  if (!isCall(history.state)) history.pushState({ screen: 'call' }, '');
  show('call');
  // Added before the avatar is there, because it may speak while the browser still asks for the microphone.
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    await call.start();
  } catch (error) {
    removeEventListener('beforeunload', askBeforeLeaving);
    if (isRefused(error)) return askForAnotherKey();
    show('choose');
    card.focus();
    notice(call.explain(error as Error));
  }
}

const isCall = (state: unknown) => (state as { screen?: string } | null)?.screen === 'call';

/** Returns from a call to the selection of avatars. A running call is ended if the visitor agrees. */
async function leaveCall({ state }: PopStateEvent): Promise<void> {
  if (element('call').hidden || isCall(state)) return;
  const call = element<VisavisAvatarElement>('avatar');
  if (call.conversation && !confirm(texts.hangUp)) return history.pushState({ screen: 'call' }, '');
  // Also ends a call that is still being set up.
  await call.end();
  await openPage();
}

/** Asks before a reload, which would end the conversation. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Values of `hearing` while nothing understands speech. */
const NOT_UNDERSTOOD = ['nobody', 'offered'];

async function explainRecognition(hearing: string): Promise<void> {
  if (NOT_UNDERSTOOD.includes(hearing)) await offerModels();
  const call = element<VisavisAvatarElement>('avatar');
  const isStillNotUnderstood = NOT_UNDERSTOOD.includes(call.conversation?.hearing ?? '');
  // An operator sees a button for it instead.
  element('no-recognition').hidden = !isStillNotUnderstood || !element('models').hidden;
}

translatePage();
offerLanguages(element('language'));
element('avatar').lang = language;
element('avatar').addEventListener('visavis-again', () => {
  addEventListener('beforeunload', askBeforeLeaving);
});
element('others').onclick = () => history.back();
window.onpopstate = (event) => void leaveCall(event);
element('avatar').addEventListener('visavis-microphone', (event) => {
  const { status, hearing } = (event as CustomEvent<{ status: string; hearing: string }>).detail;
  // Before the microphone was requested, the avatar may still report that it hears.
  if (status !== 'off') void explainRecognition(hearing);
});
element('avatar').addEventListener('visavis-ended', () => {
  removeEventListener('beforeunload', askBeforeLeaving);
  element('no-recognition').hidden = true;
});
// Pasting a link into this tab changes only the fragment, which does not reload the page.
window.onhashchange = () => {
  readKey();
  if (element('call').hidden) void openPage();
};
void openPage();
