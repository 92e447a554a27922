import type { RemoteTrackPublication } from 'livekit-client';

/** A page that is left for a moment goes on receiving: its video would have to begin anew. */
const LEFT_MS = 5_000;

/**
 * Stops the video at the server while the page is out of sight: the avatar is not drawn for it then. The audio goes on.
 * @returns a function that ends this
 */
export function pauseWhileHidden(video: HTMLVideoElement, publication: RemoteTrackPublication): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isShown = () => {
    const { pictureInPictureElement } = video.getRootNode() as Document | ShadowRoot;
    return !document.hidden || pictureInPictureElement === video;
  };
  const follow = () => {
    clearTimeout(timer);
    if (isShown()) publication.setEnabled(true);
    else timer = setTimeout(() => publication.setEnabled(isShown()), LEFT_MS);
  };
  document.addEventListener('visibilitychange', follow);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', follow);
  };
}
