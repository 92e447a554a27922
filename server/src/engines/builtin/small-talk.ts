import { detectLanguage } from '../../lib/detect-language.ts';
import { TALKS, type Talk } from './talk-languages.ts';

/** The character's next words. */
export interface Reply {
  text: string;
  /** True if the user said goodbye: hang up after this was heard. */
  ends?: boolean;
}

/** Nothing to look up, such as "stop" or "can you hear me". */
const NOTHING_ASKED =
  /^(?:(?:ok|okay|yes|yeah|no|nope|sure|stop|wait|sorry|please|right|fine|good|great|nice|cool|wow|i see|hm+|can you hear me|are you there|test|testing)(?: |$))*$/u;
/** "Hello, " or "OK, thanks. " before something else. */
const OPENING =
  /^(?:(?:hello|hi|hey|good (?:morning|afternoon|evening)|thanks|thank you|ok(?:ay)?|great|well|so|please|sorry|excuse me)\b[\s,.!]*)+/i;
/** An utterance that can be repeated to the user: a few words, in letters that the voice knows. */
const SPEAKABLE = /^[\p{Script=Latin}\p{N}\p{P}\p{Sm}\p{Sc} ]{1,40}$/u;

/** Removes polite words before a question. */
export function withoutOpening(text: string): string {
  return text.replace(OPENING, '');
}

/** Who the stand-in is. */
export interface Speaker {
  name?: string | undefined;
  /** BCP 47: the only language that it speaks; if absent, it answers in the language of the user. */
  language?: string | undefined;
  hasDocuments: boolean;
}

const talkIn = (language: string | undefined): Talk | undefined => TALKS[language?.split('-', 1)[0] ?? ''];

/** The first words if the agent has no greeting. */
export const greetingIn = (language: string | undefined): string =>
  (talkIn(language) ?? TALKS.en!).says.hello;

/** Answers an utterance that is only small talk, so that a greeting is not looked up in documents. */
export function answerSmallTalk(text: string, { name, language, hasDocuments }: Speaker): Reply | undefined {
  const forms = [text, withoutOpening(text)].map((form) =>
    form
      .toLowerCase()
      .replace(/['’]s\b/g, ' is')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  // A greeting may belong to several languages.
  const likely = [talkIn(language), talkIn(detectLanguage(text)), ...Object.values(TALKS)];
  for (const talk of likely) {
    if (!talk) continue;
    const says = (talkIn(language) ?? talk).says;
    const is = (pattern: RegExp) => forms.some((form) => pattern.test(form));
    if (is(talk.goodbye)) return { text: says.goodbye, ends: true };
    if (is(talk.hello)) return { text: says.hello };
    if (is(talk.howAreYou)) return { text: says.well };
    if (is(talk.thanks)) return { text: says.welcome };
    if (is(talk.aboutItself)) {
      const me = name ? says.me.replace('{name}', () => name) : '';
      return { text: me + (hasDocuments ? says.quotes : says.nothing) };
    }
  }
  return forms.some((form) => NOTHING_ASKED.test(form)) ? { text: 'I am listening.' } : undefined;
}

/** Says that it has no answer, and why: in English, and that it understands this best, if it does not know the language. */
export function notKnown(said: string, { language, hasDocuments }: Speaker): Reply {
  const spoken = detectLanguage(said) ?? 'en';
  const talk = talkIn(language) ?? talkIn(spoken);
  const { says } = talk ?? TALKS.en!;
  const what = SPEAKABLE.test(said) ? `“${said}”` : says.that;
  const text = (hasDocuments ? says.notFound : says.none).replace('{what}', () => what);
  return { text: talk ? text : `${text} I understand English best.` };
}
