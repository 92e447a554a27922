import { poll } from './poll.ts';
import type { DrivenPage } from './room-client-page.ts';

/** Reads and uses the elements of a page in Firefox, inside shadow roots as well. */
export function elementsOf(page: DrivenPage) {
  const find = (selector: string, what: 'text' | 'click' | 'width' | 'seconds', value = '') =>
    page.evaluate(
      ([wanted, wish, words]) => {
        const search = (root: ParentNode): HTMLElement | undefined =>
          root.querySelector<HTMLElement>(wanted) ??
          [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
            shadowRoot ? (search(shadowRoot) ?? []) : [],
          )[0];
        const found = search(document);
        if (wish === 'click') found?.click();
        if (wish === 'width') return String((found as HTMLVideoElement | undefined)?.videoWidth ?? 0);
        if (wish === 'seconds') return String((found as HTMLMediaElement | undefined)?.currentTime ?? 0);
        if (words && found) {
          (found as HTMLInputElement).value = words;
          (found as HTMLInputElement).form!.requestSubmit();
        }
        return found ? (found.textContent ?? ' ') : '';
      },
      [selector, what, value] as const,
    );
  return {
    click: (selector: string) => find(selector, 'click'),
    /** Enters a text, and submits the form of its field. */
    submit: (selector: string, text: string) => find(selector, 'text', text),
    until: (what: string, selector: string, wanted: RegExp, read: 'text' | 'width' = 'text') =>
      poll(
        what,
        () => find(selector, read),
        (found) => wanted.test(found),
      ),
    goesOn: async (what: string, selector: string): Promise<void> => {
      const before = Number(await find(selector, 'seconds'));
      await poll(
        what,
        () => find(selector, 'seconds'),
        (now) => Number(now) > before,
      );
    },
  };
}
