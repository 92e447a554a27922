import { type HTMLAttributes, useEffect, useRef } from 'react';
import { useConversationStore } from './conversation-provider.tsx';

/** Shows and plays the avatar of the provider's conversation. Accepts the attributes of a `<div>`. */
export function AvatarVideo(attributes: HTMLAttributes<HTMLDivElement>) {
  const store = useConversationStore();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { screen } = store;
    frame.current?.append(screen);
    // Moving media elements within a page stops them.
    for (const media of screen.querySelectorAll<HTMLMediaElement>('video, audio'))
      media.play().catch(() => undefined);
    return () => screen.remove();
  }, [store]);
  return <div {...attributes} ref={frame} />;
}
