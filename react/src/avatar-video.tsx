import { type HTMLAttributes, useEffect, useRef } from 'react';
import { useConversationStore } from './conversation-provider.tsx';

/** Shows the avatar of the provider's conversation, and lets it be heard. Takes what a `<div>` takes. */
export function AvatarVideo(attributes: HTMLAttributes<HTMLDivElement>) {
  const store = useConversationStore();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { screen } = store;
    frame.current?.append(screen);
    // Media that is moved within a page stops.
    for (const media of screen.querySelectorAll<HTMLMediaElement>('video, audio'))
      media.play().catch(() => undefined);
    return () => screen.remove();
  }, [store]);
  return <div {...attributes} ref={frame} />;
}
