import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { type Collection, FACES } from '../lib/collections.ts';
import type { Person } from '../lib/people.ts';
import { FORM_QUERY_OPTIONS } from '../lib/query-client.ts';
import { embedsOf } from '../lib/users-of.ts';
import { isCancel } from '../lib/watched-fetch.ts';
import { fill, texts } from '../texts/texts.ts';
import { Page } from './page.tsx';
import { removeLater } from './remove-later.tsx';
import { Outdated } from './save-problem.tsx';
import { useSending } from './sending.tsx';

/** How to read and change avatars or characters. */
export interface PersonKind<T> {
  name: 'avatar' | 'character';
  of: Pick<Collection<T>, 'read' | 'remove' | 'reload'>;
  /** Returns a value that changes whenever the person, or one of its parts, changes. */
  versionOf: (person: T) => string;
}

/** The page of the person in the address, or of a new one. `Form` is reset when the saved person has changed. */
export function PersonPage<T extends Person>({
  kind,
  Form,
  New,
}: {
  kind: PersonKind<T>;
  Form: ComponentType<{ before: T }>;
  New?: ComponentType;
}) {
  const { id } = useParams({ strict: false }) as { id: string };
  const isNew = New !== undefined && id === 'new';
  const { data, error, isPending } = useQuery({
    queryKey: [kind.name, id],
    queryFn: () => kind.of.read(id),
    enabled: !isNew,
    ...FORM_QUERY_OPTIONS,
  });
  return (
    <Page
      title={isNew ? texts.avatars.add : (data?.name ?? texts.common.avatar)}
      of={{ error, isPending: !isNew && isPending }}
    >
      {isNew && <New />}
      {data && <Form key={kind.versionOf(data)} before={data} />}
    </Page>
  );
}

/**
 * Saves the person of a form, unless somebody else has changed it meanwhile; reloads it; or deletes it, unless an embed
 * shows it, and then opens the list.
 * @param write saves the fields; must change nothing once the signal is aborted
 * @param setSaved is called after saving
 */
export function usePerson<T extends Person>(
  kind: PersonKind<T>,
  before: T | undefined,
  write: (signal: AbortSignal) => Promise<T>,
  setSaved: () => void,
) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { send, progress } = useSending();
  const save = useMutation({
    mutationFn: async (force: boolean) => {
      if (before && !force && kind.versionOf(await kind.of.read(before.id)) !== kind.versionOf(before))
        throw new Outdated(before.name);
      return send(texts.pictureEditor.itself, write);
    },
    onSuccess: async ({ id, name }) => {
      setSaved();
      // An uploaded picture is a new face, which the saved person's form shows at once.
      await Promise.all([kind.of.reload(), FACES.reload()]);
      cache.setQueryData([kind.name, id], await kind.of.read(id));
      notifications.show({ message: fill(texts.common.saved, { name }), color: 'teal' });
      // Saving changes does not navigate: the user may be on another page by now.
      if (!before) await navigate({ to: `/avatars/${id}` as '/', ignoreBlocker: true });
    },
  });
  const remove = async ({ id, name }: Person) => {
    const removal = { id, what: name, of: kind.of, users: () => embedsOf(id) };
    if (await removeLater(removal)) await navigate({ to: '/avatars' });
  };
  return {
    save: { ...save, error: isCancel(save.error) ? null : save.error },
    progress,
    onReload: () => void cache.refetchQueries({ queryKey: [kind.name, before?.id] }),
    removal: before && { id: before.id, onRemove: () => void remove(before) },
  };
}
