import {
  Anchor,
  AppShell,
  Burger,
  Button,
  Group,
  NavLink,
  ScrollArea,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from './components/icon.tsx';
import { LanguageSelect } from './components/language-select.tsx';
import { hideRefusals } from './components/remove-later.tsx';
import { SignIn } from './components/sign-in.tsx';
import { SkipLink } from './components/skip-link.tsx';
import { Tour } from './components/tour.tsx';
import { signedInMember, storedInvitation } from './lib/member.ts';
import { OPERATOR_PAGES } from './lib/operator.ts';
import { queryClient, reloadAll } from './lib/query-client.ts';
import { finishRemovals } from './lib/removals.ts';
import { mayAdminister, mayChange, mayRead, ROLE_NAMES } from './lib/roles.ts';
import {
  isSignedIn,
  linkedKey,
  onKeyRefused,
  onSignedIn,
  onSignedInOrOut,
  onSignedOut,
  serviceUrl,
  signOut,
} from './lib/session.ts';
import { mayLeave } from './lib/unsaved.ts';
import { texts } from './texts/texts.ts';

/** Loaded only for operators. */
const OperatorFrame = lazy(async () => ({
  default: (await import('./components/operator-frame.tsx')).OperatorFrame,
}));

/** Loaded only for people who are invited. */
const AcceptInvitation = lazy(async () => ({
  default: (await import('./components/accept-invitation.tsx')).AcceptInvitation,
}));

/** Loaded only for people who follow a link with a key. */
const LinkedKey = lazy(async () => ({
  default: (await import('./components/linked-key.tsx')).LinkedKey,
}));

const { shell: words, common } = texts;

const GROUPS = [
  {
    name: words.build,
    pages: [
      ['/', texts.overview.title],
      ['/avatars', texts.avatars.title],
      ['/knowledge', texts.knowledge.title],
      ['/tools', texts.tools.title],
      ['/model-servers', texts.modelServers.title],
      ['/embeds', texts.embeds.title],
    ],
  },
  {
    name: words.watch,
    pages: [
      ['/conversations', common.conversations],
      ['/usage', texts.usage.title],
      ['/memories', texts.memories.title],
      ['/webhooks', texts.webhooks.title],
    ],
  },
  {
    name: words.develop,
    pages: [
      ['/start', texts.start.title],
      ['/keys', texts.keys.title],
      ['/members', texts.members.title],
    ],
  },
] as const;
type Path = (typeof GROUPS)[number]['pages'][number][0];
/** The name of a page's icon: `avatars` for `/avatars`. */
type IconName = Path extends `/${infer Name}` ? (Name extends '' ? 'overview' : Name) : never;

/** Whether a page is hidden because the service would refuse it to this user. */
const isHidden = (path: string) =>
  mayRead() ? !mayAdminister() && ['/keys', '/members'].includes(path) : path !== '/conversations';

/** The frame of all pages. It shows the sign-in form if there is no key; over the open page if a key expires. */
export function Shell() {
  const hasSignedIn = useSyncExternalStore(onSignedInOrOut, isSignedIn);
  const invitation = useSyncExternalStore(onSignedInOrOut, storedInvitation);
  const linked = useSyncExternalStore(onSignedInOrOut, linkedKey);
  const [isExpired, setExpired] = useState(false);
  const [isOpen, menu] = useDisclosure();
  const { pathname } = useLocation();
  const hasNavigated = useRef(false);
  useEffect(() => onKeyRefused(() => setExpired(true)), []);
  useEffect(() => {
    return onSignedIn(() => {
      setExpired(false);
      void reloadAll();
    });
  }, []);
  useEffect(() => onSignedOut(() => queryClient.clear()), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu on a phone.
  useEffect(() => {
    menu.close();
    hideRefusals();
    // Keyboard users continue in the page that their key press has opened.
    if (hasNavigated.current && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
    hasNavigated.current = true;
  }, [pathname]);

  const member = signedInMember()?.member;
  const navigate = useNavigate();
  const isRedirected = hasSignedIn && !mayRead() && !pathname.startsWith('/conversations');
  useEffect(() => {
    if (isRedirected) void navigate({ to: '/conversations', replace: true });
  }, [isRedirected, navigate]);

  const leave = async () => {
    if (!(await mayLeave())) return;
    await finishRemovals();
    await signOut();
  };
  if (OPERATOR_PAGES.some(([path]) => pathname.startsWith(path))) {
    return (
      <Suspense fallback={null}>
        <OperatorFrame>
          <Outlet />
        </OperatorFrame>
      </Suspense>
    );
  }
  if (invitation !== undefined)
    return (
      <Suspense fallback={null}>
        <AcceptInvitation secret={invitation} />
      </Suspense>
    );
  if (linked !== undefined)
    return (
      <Suspense fallback={null}>
        <LinkedKey apiKey={linked} />
      </Suspense>
    );
  if (!hasSignedIn) return <SignIn />;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="lg"
    >
      <SkipLink />
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label={words.menu} />
            <Anchor href="#/" fw={700} underline="never" size="lg" className="brand">
              {common.product}
            </Anchor>
          </Group>
          <Group gap="xs" wrap="nowrap">
            {mayChange() && (
              <Button component="a" href={`${serviceUrl}/talk/`} size="compact-md" fz="sm" variant="light">
                {words.talk}
              </Button>
            )}
            <Button
              component="a"
              href={`${serviceUrl}/docs/`}
              size="compact-md"
              fz="sm"
              variant="subtle"
              visibleFrom="xs"
            >
              {words.docs}
            </Button>
            <SchemeButton />
            <Button size="compact-md" fz="sm" variant="subtle" onClick={() => void leave()} visibleFrom="xs">
              {common.signOut}
            </Button>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" className="menu" data-closed={!isOpen || undefined}>
        <ScrollArea component="nav" aria-label={words.pages}>
          {GROUPS.filter(({ pages }) => !pages.every(([path]) => isHidden(path))).map(({ name, pages }) => (
            <div key={name}>
              <Text size="xs" fw={700} c="dimmed" tt="uppercase" px="sm" pt="md" pb={4}>
                {name}
              </Text>
              {pages
                .filter(([path]) => !isHidden(path))
                .map(([path, label]) => (
                  <NavLink
                    key={path}
                    href={`#${path}`}
                    // Also for the current page's link, which does not navigate.
                    onClick={menu.close}
                    label={label}
                    leftSection={<Icon symbol={(path.slice(1) || 'overview') as IconName} />}
                    active={path === '/' ? pathname === '/' : pathname.startsWith(path)}
                    style={{ borderRadius: 'var(--mantine-radius-md)' }}
                  />
                ))}
            </div>
          ))}
          <NavLink
            hiddenFrom="xs"
            href={`${serviceUrl}/docs/`}
            label={words.docs}
            leftSection={<Icon symbol="docs" />}
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          />
          {member && (
            <Text size="xs" c="dimmed" px="sm" pt="md">
              {member.name}
              <br />
              {ROLE_NAMES[member.role]}
            </Text>
          )}
          <Group p="sm" justify="space-between">
            <LanguageSelect />
            <Button size="compact-md" variant="subtle" onClick={() => void leave()} hiddenFrom="xs">
              {common.signOut}
            </Button>
          </Group>
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main tabIndex={-1}>
        <div style={{ maxWidth: 1120, marginInline: 'auto' }}>
          {mayChange() && <Tour pathname={pathname} />}
          {!isRedirected && <Outlet />}
        </div>
      </AppShell.Main>
      {isExpired && <SignIn over />}
    </AppShell>
  );
}

function SchemeButton() {
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  const label = other === 'dark' ? words.toDark : words.toLight;
  return (
    <Button
      size="compact-md"
      variant="subtle"
      px={8}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(other)}
    >
      <Icon symbol={scheme === 'dark' ? 'sun' : 'moon'} />
    </Button>
  );
}
