/** How long a caption stays after the avatar has finished speaking. */
const STAYS_MS = 4000;
const MAX_LENGTH = 140;

/** Shows captions on the avatar's video. */
export function createCaption(line: HTMLElement) {
  let isWanted = false;
  let isSpoken = false;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  function show(): void {
    line.hidden = !isWanted || line.textContent === '';
  }

  function clear(): void {
    clearTimeout(leaving);
    line.textContent = '';
    show();
  }

  function setSpoken(spoken: boolean): void {
    isSpoken = spoken;
    clearTimeout(leaving);
    if (!isSpoken) leaving = setTimeout(clear, STAYS_MS);
  }

  return {
    /** @returns whether captions are wanted now */
    toggle(): boolean {
      isWanted = !isWanted;
      show();
      return isWanted;
    },
    put(text: string): void {
      // Shows only the last words: the whole text is in the transcript.
      line.textContent =
        text.length > MAX_LENGTH ? `…${text.slice(-MAX_LENGTH).replace(/^\S*\s/, '')}` : text;
      show();
      // Words may arrive before or after the state changes.
      setSpoken(isSpoken);
    },
    setSpoken,
    clear,
  };
}
