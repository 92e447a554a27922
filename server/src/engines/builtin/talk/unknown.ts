import type { Emotion } from '../../../faces/face.ts';
import { trimEnd } from '../../../lib/trim-end.ts';
import { sayDocumentName } from '../answers/speak-quotes.ts';
import { isStopWord, wordsOf } from '../answers/words.ts';

export interface Unanswered {
  text: string;
  tooLong: boolean;
  language: string | undefined;
  hasKnowledge: boolean;
  /** The nearest document; the user is asked whether to read from it. */
  nearest: string | undefined;
  /** Subjects that the documents have something about. */
  knows: readonly string[];
}

/**
 * What to say where nothing answers: that nothing was found, and what can be answered. `slot` names the kind of
 * occasion.
 */
export function describeNothing(asked: Unanswered): { slot: string; variants: string[]; emotion: Emotion } {
  if (asked.language !== undefined)
    return {
      slot: 'other language',
      emotion: 'concerned',
      variants: [
        `I am sorry, by myself I speak only English, and I found nothing that matches. Could you ask in English?`,
        `That seems to be ${asked.language === 'Cyrillic' ? 'written in Cyrillic' : asked.language}, and my own voice knows English only. Could you try in English?`,
      ],
    };
  if (asked.tooLong)
    return {
      slot: 'too long',
      emotion: 'neutral',
      variants: [
        'That was a lot at once. Could you put it in a sentence or two?',
        'I lost the thread in so much text. What is the question, in short?',
      ],
    };
  const subject = subjectOf(asked.text);
  if (asked.hasKnowledge) {
    const last = asked.knows.at(-1);
    const before = asked.knows.slice(0, -1).join(', ');
    const known =
      last === undefined ? '' : ` I do know about ${before === '' ? last : `${before} and ${last}`}.`;
    const offer =
      asked.nearest === undefined
        ? 'Try other words, or ask about something else in my documents.'
        : `The nearest I have is ${sayDocumentName(asked.nearest)}. Shall I read you a bit of it?`;
    // The question comes last, because the user answers what they heard last.
    const hint = asked.nearest === undefined && known !== '' ? known.trim() : `${known} ${offer}`.trim();
    return {
      slot: 'nothing found',
      emotion: 'concerned',
      variants: [
        `I did not find anything${subject} in my documents. ${hint}`,
        `My documents do not say anything${subject}. ${hint}`,
        `I am sorry, I have nothing${subject}. ${hint}`,
      ],
    };
  }
  const statement = reflect(asked.text);
  if (statement !== undefined) return { slot: 'statement', emotion: 'neutral', variants: statement };
  return {
    slot: 'no knowledge',
    emotion: 'concerned',
    variants: [
      `I cannot answer that${subject === '' ? '' : `: I know nothing${subject}`}. I am an offline demo voice without documents or a language model.`,
      `I wish I knew. Give me a knowledge base${subject === '' ? '' : ' that covers it'}, or connect a language model, and I can do better.`,
      `That is beyond me, I am afraid: I have no documents and no language model. I can chat a little, though, and tell the time.`,
    ],
  };
}

/** " about helicopter rides", where the user's own words are a short phrase; else empty. */
function subjectOf(text: string): string {
  const words = wordsOf(text).filter((word) => !isStopWord(word) && /^[\p{L}\p{N}'-]{2,24}$/u.test(word));
  if (words.length === 0 || words.length > 3 || !wordsOf(text).join(' ').includes(words.join(' '))) return '';
  return ` about ${words.join(' ')}`;
}

/** Keeps the conversation going when users speak about themselves. */
function reflect(text: string): string[] | undefined {
  if (text.endsWith('?') || text.length > 160) return undefined;
  const match =
    /^(?:well,? |so,? |and |yes,? |no,? )*(?:i|we)(?:'m|'ve| am| have| had| was| were| went| like| love| enjoy| hate| feel| think| believe| work| live| play| study| bought| saw| watched| made| would like| want| plan)\b(.*)$/i.exec(
      trimEnd(text, '.!…'),
    );
  if (match === null) return undefined;
  return [
    'Is that so? Tell me more about it.',
    'How did that come about?',
    'And what do you like most about it?',
    'I see. I have no opinions of my own, but I am happy to listen.',
  ];
}
