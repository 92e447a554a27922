import { BriefCache } from '../../lib/brief-cache.ts';
import type { Clock } from '../clock.ts';

/** What a voice says to be heard, by ISO 639-1 code. Fixed, so that nobody has a server speak their own texts. */
const TEXTS: Readonly<Record<string, string>> = {
  en: 'Good to see you. This is how I sound when I answer a question.',
  de: 'Schön, Sie zu sehen. So klinge ich, wenn ich eine Frage beantworte.',
  fr: 'Ravi de vous voir. Voici ma voix quand je réponds à une question.',
  es: 'Me alegro de verle. Así sueno cuando respondo a una pregunta.',
  pt: 'É bom ver você. É assim que eu soo quando respondo a uma pergunta.',
  it: 'È un piacere vederla. Questa è la mia voce quando rispondo a una domanda.',
  nl: 'Fijn u te zien. Zo klink ik als ik een vraag beantwoord.',
  ja: 'お会いできてうれしいです。ご質問にお答えするときは、このような声です。',
};

export interface SampleText {
  text: string;
  /** ISO 639-1. */
  language: string;
}

/** Returns the sentence in a language, or in English if there is none. */
export function sampleText(language = 'en'): SampleText {
  const text = TEXTS[language];
  return text === undefined ? { language: 'en', text: TEXTS.en! } : { language, text };
}

/**
 * Caches spoken samples: for a limited time, because a better voice may be installed meanwhile; 64, which are more than
 * there are voices, because a sample takes some 200 kB.
 */
export const sampleCache = <Sample>(clock: Clock) =>
  new BriefCache<Sample>({ keepMs: 600_000, maxValues: 64, now: () => clock().getTime() });
