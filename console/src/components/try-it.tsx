import { Anchor, useComputedColorScheme } from '@mantine/core';
import type { VisavisAvatarElement } from '@visavis/web/element';
import '@visavis/web/element';
import { startedIn } from '@visavis/web/pages';
import { createElement, useEffect, useRef, useState } from 'react';
import { type Person, pictureOf } from '../lib/people.ts';
import { api } from '../lib/session.ts';
import { texts } from '../texts/texts.ts';

/**
 * A conversation with a person, as users see it, and a link to its page when it is over. @param attributes of the
 * element, if it should not look as it does for developers
 */
export function TryIt({ person, attributes }: { person: Person; attributes?: object }) {
  const element = useRef<VisavisAvatarElement>(null);
  const conversationId = useRef<string>(undefined);
  const [endedId, setEndedId] = useState<string>();
  const scheme = useComputedColorScheme('light');
  const { id, name } = person;
  useEffect(() => {
    const avatarElement = element.current;
    if (!avatarElement) return;
    avatarElement.source = {
      session: async () => {
        setEndedId(undefined);
        const { name: title, user } = startedIn('console', name);
        const created = await api.post('/v3/conversations', {
          body: { name: title, consumer: user, characterId: id },
        });
        conversationId.current = created.conversation.id;
        return created;
      },
      stop: (sessionId) => api.post('/v3/conversations/{id}/stop', { path: { id: sessionId } }),
      endReason: async (sessionId) =>
        (await api.get('/v3/conversations/{id}', { path: { id: sessionId } })).endReason,
    };
    const showLink = () => setEndedId(conversationId.current);
    avatarElement.addEventListener('visavis-ended', showLink);
    return () => avatarElement.removeEventListener('visavis-ended', showLink);
  }, [id, name]);
  return (
    <>
      {createElement('visavis-avatar', {
        ref: element,
        theme: scheme,
        ...(attributes ?? { name, poster: pictureOf(person), developer: '' }),
      })}
      {endedId && (
        <Anchor href={`#/conversations/${endedId}`} display="block" mt="sm" size="sm">
          {texts.personForm.readTrial}
        </Anchor>
      )}
    </>
  );
}
