import type { VisavisAvatarElement } from '@visavis/web/element';
import '@visavis/web/element';
import { startedIn } from '@visavis/web/pages';
import { createElement, useEffect, useRef } from 'react';
import { type Person, pictureOf } from '../lib/people.ts';
import { api } from '../lib/session.ts';

/**
 * A conversation with a person, as users see it. @param attributes of the element, if it should not look as it does for
 * developers
 */
export function TryIt({ person, attributes }: { person: Person; attributes?: object }) {
  const element = useRef<VisavisAvatarElement>(null);
  const { id, name } = person;
  useEffect(() => {
    if (!element.current) return;
    element.current.source = {
      session: () => {
        const started = startedIn('console', name);
        return api.post('/v3/conversations', {
          body: { name: started.name, consumer: started.user, characterId: id },
        });
      },
      stop: (sessionId) => api.post('/v3/conversations/{id}/stop', { path: { id: sessionId } }),
      endReason: async (sessionId) =>
        (await api.get('/v3/conversations/{id}', { path: { id: sessionId } })).endReason,
    };
  }, [id, name]);
  return createElement('visavis-avatar', {
    ref: element,
    ...(attributes ?? { name, poster: pictureOf(person), developer: '' }),
  });
}
