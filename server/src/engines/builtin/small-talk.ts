/** The character's next words. */
export interface Reply {
  text: string;
  /** True if the user said goodbye: hang up after this was heard. */
  ends?: boolean;
}

/** Part of every answer in which this engine is asked for more than it can do. */
export const STAND_IN = 'I am only a stand-in without a language model';

/** Each pattern matches a whole utterance, in lower case without punctuation. A single last word may be a name. */
const GOODBYE =
  /^(?:good ?bye|bye|bye bye|see you(?: later| soon| tomorrow)?|farewell|take care|hang up|end (?:the |this )?(?:call|conversation|session)|have a (?:nice|good|great) (?:day|evening|weekend)|good night|i (?:have|need) to go|i must go)(?: (?:for now|and thank you|\p{L}+))?$/u;
const HELLO = /^(?:hello|hi|hey|good (?:morning|afternoon|evening|day))(?: there| again)?(?: \p{L}+)?$/u;
const HOW_ARE_YOU =
  /^(?:(?:hello|hi|hey)(?: \p{L}+)? )?(?:and )?how (?:are you(?: doing)?|is it going|do you do)(?: today)?(?: \p{L}+)?$/u;
const THANKS =
  /^(?:(?:no|many|ok|okay|great) )*(?:thanks|thank you|thx|cheers)(?: (?:a lot|so much|very much|again|that is all))?(?: for [\p{L} ]{1,40}|(?: \p{L}+)?)$/u;
const ABOUT_ITSELF =
  /^(?:(?:who|what|how old) are you|what is your name|introduce yourself|what (?:can|do) you (?:do|know)|what can i ask(?: you)?|(?:can you )?help(?: me)?|how does (?:this|it) work|are you (?:a |an )?(?:real|human|robot|bot|ai|machine|person)(?: person)?)(?: for me| here)?(?: please)?$/u;
/** Nothing to look up, such as "stop" or "can you hear me". */
const NOTHING_ASKED =
  /^(?:(?:ok|okay|yes|yeah|no|nope|sure|stop|wait|sorry|please|right|fine|good|great|nice|cool|wow|i see|hm+|can you hear me|are you there|test|testing)(?: |$))*$/u;
/** "Hello, " or "OK, thanks. " before something else. */
const OPENING =
  /^(?:(?:hello|hi|hey|good (?:morning|afternoon|evening)|thanks|thank you|ok(?:ay)?|great|well|so|please|sorry|excuse me)\b[\s,.!]*)+/i;

/** Removes polite words before a question. */
export function withoutOpening(text: string): string {
  return text.replace(OPENING, '');
}

/** Answers an utterance that is only small talk, so that a greeting is not looked up in documents. */
export function answerSmallTalk(text: string, hasDocuments: boolean, name?: string): Reply | undefined {
  const forms = [text, withoutOpening(text)].map((form) =>
    form
      .toLowerCase()
      .replace(/['’]s\b/g, ' is')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  const is = (pattern: RegExp) => forms.some((form) => pattern.test(form));
  if (is(GOODBYE)) return { text: 'Goodbye! Thank you for talking with me.', ends: true };
  if (is(HELLO)) return { text: 'Hello! What would you like to know?' };
  if (is(HOW_ARE_YOU)) return { text: 'I am well, thank you. What would you like to know?' };
  if (is(THANKS)) return { text: 'You are welcome.' };
  if (is(ABOUT_ITSELF)) {
    const able = hasDocuments ? 'I answer questions by quoting my documents' : 'I have no documents to quote';
    return { text: `${name ? `I am ${name}. ` : ''}${STAND_IN}: ${able}.` };
  }
  return is(NOTHING_ASKED) ? { text: 'I am listening.' } : undefined;
}
