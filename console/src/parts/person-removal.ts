import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { embedsOf } from '../lib/users-of.ts';
import { removeUnused } from './remove-later.tsx';

/** What deletes the avatar or character of a form, unless an embed shows it, and then leads to the list. */
export function usePersonRemoval(list: 'avatars' | 'characters', remove: (id: string) => Promise<unknown>) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return ({ id, name }: { id: string; name: string }) => {
    const run = async () => {
      const willGo = await removeUnused({
        id,
        what: name,
        users: () => embedsOf(id),
        remove: () => remove(id),
        onDone: () => cache.invalidateQueries({ queryKey: [list] }),
      });
      if (willGo) await navigate({ to: `/${list}` as '/' });
    };
    return { id, onRemove: () => void run() };
  };
}
