import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { type Collection, FACES } from '../lib/collections.ts';
import { isAbortError } from '../lib/fetch-with-progress.ts';
import type { Person } from '../lib/people.ts';
import { FORM_QUERY_OPTIONS } from '../lib/query-client.ts';
import { personUsages } from '../lib/usages.ts';
import { fill, texts } from '../texts/texts.ts';
import { Page } from './page.tsx';
import { removeLater } from './remove-later.tsx';
import { ConflictError } from './save-problem.tsx';
import { useUpload } from './use-upload.tsx';

/** How to read and change avatars or characters. */
export interface PersonKind<T> {
  name: 'avatar' | 'character';
  collection: Pick<Collection<T>, 'read' | 'remove' | 'reload'>;
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
    queryFn: () => kind.collection.read(id),
    enabled: !isNew,
    ...FORM_QUERY_OPTIONS,
  });
  return (
    <Page
      title={isNew ? texts.avatars.add : (data?.name ?? texts.common.avatar)}
      query={{ error, isPending: !isNew && isPending }}
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
  const { send, progress } = useUpload();
  const { collection, versionOf } = kind;
  const save = useMutation({
    mutationFn: async (force: boolean) => {
      if (before && !force && versionOf(await collection.read(before.id)) !== versionOf(before))
        throw new ConflictError(before.name);
      return send(texts.pictureEditor.itself, write);
    },
    onSuccess: async ({ id, name }) => {
      setSaved();
      // An uploaded picture is a new face, which the saved person's form shows at once.
      await Promise.all([collection.reload(), FACES.reload()]);
      cache.setQueryData([kind.name, id], await collection.read(id));
      notifications.show({ message: fill(texts.common.saved, { name }), color: 'teal' });
      // Saving changes does not navigate: the user may be on another page by now.
      if (!before) await navigate({ to: `/avatars/${id}` as '/', ignoreBlocker: true });
    },
  });
  const remove = async ({ id, name }: Person) => {
    const removal = { id, name, from: collection, usages: () => personUsages(id) };
    if (await removeLater(removal)) await navigate({ to: '/avatars' });
  };
  return {
    save: { ...save, error: isAbortError(save.error) ? null : save.error },
    progress,
    onReload: () => void cache.refetchQueries({ queryKey: [kind.name, before?.id] }),
    removal: before && { id: before.id, onRemove: () => void remove(before) },
  };
}
