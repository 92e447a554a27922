/** How long a caption stays after the avatar has finished speaking. */
const HIDE_DELAY_MS = 4000;
const MAX_LENGTH = 140;

/** Shows captions on the avatar's video. */
export function createCaption(line: HTMLElement) {
  let isEnabled = false;
  let isSpeaking = false;
  let hideTimer: ReturnType<typeof setTimeout> | undefined;

  function show(): void {
    line.hidden = !isEnabled || line.textContent === '';
  }

  function clear(): void {
    clearTimeout(hideTimer);
    line.textContent = '';
    show();
  }

  function setSpeaking(speaking: boolean): void {
    isSpeaking = speaking;
    clearTimeout(hideTimer);
    if (!isSpeaking) hideTimer = setTimeout(clear, HIDE_DELAY_MS);
  }

  return {
    /** @returns whether captions are shown now */
    toggle(): boolean {
      isEnabled = !isEnabled;
      show();
      return isEnabled;
    },
    put(text: string): void {
      // Shows only the last words: the whole text is in the transcript.
      line.textContent =
        text.length > MAX_LENGTH ? `…${text.slice(-MAX_LENGTH).replace(/^\S*\s/, '')}` : text;
      show();
      // Words may arrive before or after the state changes.
      setSpeaking(isSpeaking);
    },
    setSpeaking,
    clear,
  };
}
