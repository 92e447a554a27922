import type { RemoteTrackPublication } from 'livekit-client';

/** A page that is hidden for less time keeps receiving video, because resuming it takes time. */
const LEFT_MS = 5_000;

/**
 * Pauses the video at the server while the page is hidden, so that the avatar is not rendered for it. Audio continues.
 * @returns a function that stops watching the page
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
