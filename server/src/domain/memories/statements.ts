import { splitSentences } from '../../lib/split-sentences.ts';

/** A statement worth storing, in the speaker's own words. */
export interface Statement {
  content: string;
  /** The content without case and punctuation: repeated content has the same key. */
  key: string;
}

const MAX_STATEMENTS = 5;
const MAX_CHARACTERS = 300;
const MIN_WORDS = 3;
/** Minimum words of a sentence that is not about the speaker; shorter ones are mostly small talk. */
const MIN_OTHER_WORDS = 6;

const QUESTION =
  /[?？]\s*$|^(?:(?:and|so|but|ok(?:ay)?|well|hello|hi|hey)[,\s]+)*(?:who|what|whats|what's|which|where|when|why|how|is|are|am|was|were|do|does|did|can|could|will|would|shall|should|may|might|have you|has|wer|wie|was|wo|wann|warum|welche[rs]?|kannst|können|hast|ist|sind|qui|que|quoi|où|quand|comment|pourquoi|est-ce|quel(?:le)?|qué|quién|dónde|cuándo|cómo|por qué)\s/iu;
/** Conversational sentences: requests, thanks, greetings, praise and blame. */
const TALK =
  /^(?:(?:and|so|but|ok(?:ay)?|well|yes|yeah|no|please|now|then|oh|ah|um+|uh+|sorry|actually|just)[,\s]+)*(?:please|tell|show|give|explain|repeat|say|go on|continue|stop|wait|hold on|look|search|find|help|let(?:'s| us| me)|thanks?|thank you|hello|hi|hey|good (?:morning|afternoon|evening|night|day)|good ?bye|bye|see you|take care|remember (?:that|me)?$|forget|never ?mind|you(?:'re| are| were| can| said| told| should)|that(?:'s| is| was| sounds)|this is (?:good|great|nice|bad|wrong)|i (?:see|understand|know|think so|guess|hope so|agree|have (?:a|another|one|no) (?:more )?questions?|want to know|(?:would|'d) like to (?:know|ask|hear)|want to ask|wonder|did not (?:hear|get|catch)|didn'?t (?:hear|get|catch))|(?:nice|good|great) to (?:meet|see|hear)|bitte|danke|hallo|guten|tschüss|merci|bonjour|au revoir|gracias|hola|adiós|grazie|ciao)(?:[\s,.!']|$)/iu;
/** Indirect requests. */
const REQUEST = /\b(?:please|bitte|s'il (?:te|vous) pla[iî]t|por favor|per favore)[.!]?$/iu;
/** Openings that are removed from the start of a statement. */
const OPENING =
  /^(?:(?:hello|hi|hey|good (?:morning|afternoon|evening)|ok(?:ay)?|well|so|yes|yeah|no|oh|ah|thanks|thank you)(?: there)?[,!]\s+)+/iu;
/** Short sentences that are stored nevertheless. */
const INTRODUCTION = /^(?:i'm|i am|call me)\s\p{Lu}[\p{L}'-]+[.!]?$/iu;
/** Card and account numbers, passwords and other secrets. */
const SECRET =
  /(?:\d[\s-]?){11,}|\b(?:password|passphrase|passcode|passwort|kennwort|mot de passe|contraseña|pin(?: code| number)?|cvv|cvc|tan|iban|social security|secret key|api[ -]?key|access token)\b/iu;
const PERSONAL =
  /(?:^|[^\p{L}])(?:i|i'm|i've|i'd|i'll|me|my|mine|we|we're|we've|our|ich|mir|mich|mein(?:e[rnms]?)?|wir|unser(?:e[rnms]?)?|je|j'\p{L}+|moi|mon|ma|mes|nous|notre|nos|yo|mi|mis|soy|tengo|nosotros|nuestr[oa]s?|io|mio|mia|sono|noi|eu|meu|minha|sou|ik|mijn|wij)(?=$|[^\p{L}])|[我俺僕私나저]/iu;

/**
 * Extracts the statements worth storing from a text: whole sentences, unchanged. Questions, small talk, requests and
 * secrets are skipped; nothing is inferred.
 */
export function statementsIn(text: string): Statement[] {
  const found = new Map<string, Statement>();
  for (const sentence of splitSentences(text.slice(0, 10_000))) {
    const content = sentence.replaceAll('’', "'").replace(OPENING, '').trim();
    if (!isWorthKeeping(content)) continue;
    const key = keyOf(content);
    if (!found.has(key)) found.set(key, { content, key });
    if (found.size === MAX_STATEMENTS) break;
  }
  return [...found.values()];
}

/** Whether a statement is about the speaker; such statements are preferred. */
export const isPersonal = (content: string): boolean => PERSONAL.test(content);

const keyOf = (content: string) => (content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

function isWorthKeeping(sentence: string): boolean {
  if (sentence.length > MAX_CHARACTERS || QUESTION.test(sentence) || TALK.test(sentence)) return false;
  if (SECRET.test(sentence) || (REQUEST.test(sentence) && !/^call me /i.test(sentence))) return false;
  const minWords = isPersonal(sentence) ? MIN_WORDS : MIN_OTHER_WORDS;
  return countWords(sentence) >= minWords || isIntroduction(sentence);
}

/** The name must be capitalized, so "I'm fine" is not an introduction. */
const isIntroduction = (sentence: string) => INTRODUCTION.test(sentence) && /\s\p{Lu}/u.test(sentence);

/** In scripts without spaces, two characters count as a word. */
function countWords(text: string): number {
  const words = text.match(/[\p{L}\p{N}']+/gu) ?? [];
  const unspaced =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu) ?? [];
  return words.length + Math.floor(unspaced.length / 2);
}
