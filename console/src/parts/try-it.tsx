import type { Avatar } from '@visavis/client';
import type { VisavisAvatarElement } from '@visavis/web/element';
import '@visavis/web/element';
import { createElement, useEffect, useRef } from 'react';
import { api } from '../lib/session.ts';

/** A conversation with an avatar, as its users have it. */
export function TryIt({ avatar }: { avatar: Pick<Avatar, 'id' | 'name' | 'thumbnailUrl'> }) {
  const element = useRef<VisavisAvatarElement>(null);
  const { id, name, thumbnailUrl } = avatar;
  useEffect(() => {
    if (!element.current) return;
    element.current.source = {
      session: () =>
        api.post('/v1/sessions', {
          body: {
            name: `Console: ${name}`,
            avatar: { id },
            consumerIdentity: { identity: `console-${crypto.randomUUID()}`, name: 'You' },
          },
        }),
      stop: (sessionId) => api.patch('/v1/sessions/{id}/stop', { path: { id: sessionId } }),
      endReason: async (sessionId) =>
        (await api.get('/v3/conversations/{id}', { path: { id: sessionId } })).endReason,
    };
  }, [id, name]);
  return createElement('visavis-avatar', { ref: element, name, poster: thumbnailUrl });
}
