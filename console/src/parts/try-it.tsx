import type { Avatar, Character } from '@visavis/client';
import type { SessionSource } from '@visavis/web';
import type { VisavisAvatarElement } from '@visavis/web/element';
import '@visavis/web/element';
import { createElement, useEffect, useRef } from 'react';
import { api } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';

type Tried =
  | { avatar: Pick<Avatar, 'id' | 'name' | 'thumbnailUrl'>; character?: never }
  | { character: Pick<Character, 'id' | 'name' | 'face'>; avatar?: never };

/**
 * A conversation with an avatar or a character, as its users have it.
 * @param attributes of the element, where it is not to look as it does for developers
 */
export function TryIt({ avatar, character, attributes }: Tried & { attributes?: object }) {
  const element = useRef<VisavisAvatarElement>(null);
  const { id, name } = avatar ?? character;
  const poster = avatar ? avatar.thumbnailUrl : character.face.thumbnailUrl;
  const isAvatar = avatar !== undefined;
  useEffect(() => {
    if (!element.current) return;
    const called = fill(texts.tryIt.conversation, { name });
    const you = () => ({ identity: `console-${crypto.randomUUID()}`, name: texts.tryIt.you });
    const session: SessionSource['session'] = isAvatar
      ? () => api.post('/v1/sessions', { body: { name: called, avatar: { id }, consumerIdentity: you() } })
      : () => api.post('/v3/conversations', { body: { name: called, characterId: id, consumer: you() } });
    element.current.source = {
      session,
      stop: (sessionId) => api.post('/v3/conversations/{id}/stop', { path: { id: sessionId } }),
      endReason: async (sessionId) =>
        (await api.get('/v3/conversations/{id}', { path: { id: sessionId } })).endReason,
    };
  }, [id, name, isAvatar]);
  return createElement('visavis-avatar', {
    ref: element,
    ...(attributes ?? { name, poster, developer: '' }),
  });
}
