import { Anchor, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ShouldBlockFn,
  useBlocker,
} from '@tanstack/react-router';
import { ConfirmDialog } from './components/confirm-dialog.tsx';
import { Page } from './components/page.tsx';
import { loadPage } from './lib/load-page.ts';
import { isUnsaved, mayLeave, useLeaveQuestion } from './lib/unsaved.ts';
import { Shell } from './shell.tsx';
import { texts } from './texts/texts.ts';

const words = texts.shell;

/** The page for an unknown address. */
function NotFound() {
  return (
    <Page title={words.notFound}>
      <Text>{words.notFoundHelp}</Text>
      <Anchor href="#/">{words.toOverview}</Anchor>
    </Page>
  );
}

const shouldStay: ShouldBlockFn = async ({ current, next }) =>
  current.pathname !== next.pathname && !(await mayLeave());
const asksAtUnload = () => isUnsaved();

/** Asks before the user leaves a page, a dialog or the tab with unsaved input. */
function LeaveDialog() {
  useBlocker({ shouldBlockFn: shouldStay, enableBeforeUnload: asksAtUnload });
  const answer = useLeaveQuestion();
  return (
    <ConfirmDialog
      isOpen={answer !== undefined}
      words={texts.unsaved}
      onAnswer={(isYes) => answer?.(isYes)}
      // Above a dialog that the user wants to leave.
      zIndex={300}
    />
  );
}

const root = createRootRoute({
  component: () => (
    <>
      <Shell />
      <LeaveDialog />
    </>
  ),
});

const WAITING_ID = 'page-waits';
const showWaiting = () =>
  notifications.show({
    id: WAITING_ID,
    title: texts.problem.unreachable,
    message: words.pageWaits,
    color: 'red',
    autoClose: false,
  });
const loadWithNotice = (load: () => Promise<unknown>) =>
  loadPage(load, showWaiting).finally(() => notifications.hide(WAITING_ID));

/** Each page is a separate file that is loaded when it is opened. */
const page = <P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => loadWithNotice(load) as never, name as never),
  });

const routes = [
  page('/', () => import('./pages/overview.tsx'), 'Overview'),
  page('/avatars', () => import('./pages/avatars.tsx'), 'Avatars'),
  page('/avatars/$id', () => import('./pages/avatar-form.tsx'), 'AvatarForm'),
  page('/characters/$id', () => import('./pages/character-form.tsx'), 'CharacterForm'),
  page('/conversations', () => import('./pages/conversations.tsx'), 'Conversations'),
  page('/conversations/$id', () => import('./pages/conversation.tsx'), 'ConversationPage'),
  page('/knowledge', () => import('./pages/knowledge.tsx'), 'Knowledge'),
  page('/knowledge/$id', () => import('./pages/knowledge-base.tsx'), 'KnowledgeBasePage'),
  page('/embeds', () => import('./pages/embeds.tsx'), 'Embeds'),
  page('/usage', () => import('./pages/usage.tsx'), 'Usage'),
  page('/webhooks', () => import('./pages/webhooks.tsx'), 'Webhooks'),
  page('/tools', () => import('./pages/tools.tsx'), 'Tools'),
  page('/model-servers', () => import('./pages/model-servers.tsx'), 'ModelServers'),
  page('/memories', () => import('./pages/memories.tsx'), 'Memories'),
  page('/keys', () => import('./pages/keys.tsx'), 'Keys'),
  page('/members', () => import('./pages/members.tsx'), 'Members'),
  page('/organizations', () => import('./pages/organizations.tsx'), 'Organizations'),
  page('/models', () => import('./pages/models.tsx'), 'Models'),
  page('/start', () => import('./pages/get-started.tsx'), 'GetStarted'),
];

/**
 * Plain links, and addresses typed by hand, have no index in the router's history, without which it cannot go back if
 * the user stays on a page. Gives them the next index before the router handles them.
 */
function assignHistoryIndex(): void {
  if (history.state) return;
  const key = Math.random().toString(36).slice(2);
  const state = { __TSR_index: router.history.location.state.__TSR_index + 1, __TSR_key: key, key };
  // Uses the prototype's method: the router has replaced the page's own, and would react at once.
  History.prototype.replaceState.call(history, state, '');
}
window.addEventListener('popstate', assignHistoryIndex, { capture: true });

// Addresses are in the fragment, so that the console works below any path of any proxy.
export const router = createRouter({
  routeTree: root.addChildren(routes),
  history: createHashHistory(),
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFound,
});
