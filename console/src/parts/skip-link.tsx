import { texts } from '../texts/texts.ts';

/** The first control that the keyboard reaches. A button: the router would take a link's address for a page. */
export const SkipLink = () => (
  <button className="skip" type="button" onClick={() => document.querySelector<HTMLElement>('main')?.focus()}>
    {texts.shell.skip}
  </button>
);
