import { texts } from '../texts/texts.ts';
import { Note } from './note.tsx';
import { WithCode } from './with-code.tsx';

const LOOPBACK = /https?:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])[:/]/;

/** Says that nobody else can open the service's address in a text, if it means this machine only. */
export const OnlyHere = ({ text }: { text: string }) =>
  LOOPBACK.test(text) && (
    <Note mt="xs">
      <WithCode text={texts.common.onlyHere} />
    </Note>
  );
