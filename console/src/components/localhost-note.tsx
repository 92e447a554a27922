import { texts } from '../texts/texts.ts';
import { Note } from './note.tsx';
import { TextWithCode } from './text-with-code.tsx';

const LOOPBACK = /https?:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])[:/]/;

/** Says that nobody else can open the service's address in a text, if it means this machine only. */
export const LocalhostNote = ({ text }: { text: string }) =>
  LOOPBACK.test(text) && (
    <Note mt="xs">
      <TextWithCode text={texts.common.onlyHere} />
    </Note>
  );
