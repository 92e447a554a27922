import { type HTMLAttributes, useEffect, useRef } from 'react';
import { useConversationStore } from './conversation-provider.tsx';

/** Shows and plays the avatar of the provider's conversation. Accepts the attributes of a `<div>`. */
export function AvatarVideo(attributes: HTMLAttributes<HTMLDivElement>) {
  const store = useConversationStore();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { mediaContainer } = store;
    container.current?.append(mediaContainer);
    // Moving media elements within a page stops them.
    for (const media of mediaContainer.querySelectorAll<HTMLMediaElement>('video, audio'))
      media.play().catch(() => undefined);
    return () => mediaContainer.remove();
  }, [store]);
  return <div {...attributes} ref={container} />;
}
