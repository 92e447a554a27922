import { texts } from '../texts/texts.ts';

/** The first control in the tab order. A button, because the router would take a link's address for a page. */
export const SkipLink = () => (
  <button className="skip" type="button" onClick={() => document.querySelector<HTMLElement>('main')?.focus()}>
    {texts.shell.skip}
  </button>
);
