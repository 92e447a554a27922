/** A list that is this close to its end counts as being there. */
const NEAR_PX = 24;

/** Keeps a scrolling list at its end while it grows or its room changes, unless the reader has scrolled up. */
export function keepAtEnd(list: HTMLElement): void {
  let isAtEnd = true;
  const follow = () => {
    // A list that fits cannot be scrolled, so no event would say that it is at its end again.
    isAtEnd ||= list.scrollHeight <= list.clientHeight;
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  };
  list.onscroll = () => {
    isAtEnd = list.scrollHeight - list.clientHeight - list.scrollTop < NEAR_PX;
  };
  // The keyboard of a phone takes half of its room.
  new ResizeObserver(follow).observe(list);
  new MutationObserver(follow).observe(list, { childList: true, characterData: true, subtree: true });
}
