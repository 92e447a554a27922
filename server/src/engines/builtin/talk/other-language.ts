/** Words that are frequent in one language and rare in English. */
const MARKERS: [string, RegExp][] = [
  [
    'German',
    /(?<!\p{L})(?:ich|nicht|und|ist|das|wie|was|wann|wo|wer|der|die|ein|eine|sie|mit|für|kann|haben|bitte|öffnet|viel)(?!\p{L})/gu,
  ],
  [
    'French',
    /(?<!\p{L})(?:je|vous|est|les|des|une|que|quoi|comment|où|quand|pour|avec|pas|dans|bonjour|merci|sont|quelle?s?|ouvrez)(?!\p{L})/gu,
  ],
  [
    'Spanish',
    /(?<!\p{L})(?:el|los|las|qué|que|cómo|como|cuándo|cuando|dónde|donde|para|con|una|está|por|gracias|usted|tiene|cuánto|abren)(?!\p{L})/gu,
  ],
  [
    'Italian',
    /(?<!\p{L})(?:il|che|come|quando|dove|sono|una|per|con|non|grazie|è|quanto|aprite|gli|della)(?!\p{L})/gu,
  ],
  [
    'Portuguese',
    /(?<!\p{L})(?:o|os|que|como|quando|onde|você|não|uma|para|com|obrigado|quanto|está)(?!\p{L})/gu,
  ],
  [
    'Dutch',
    /(?<!\p{L})(?:ik|het|een|niet|wat|hoe|wanneer|waar|jij|zijn|van|met|voor|kan|bedankt|graag)(?!\p{L})/gu,
  ],
];

const SCRIPTS: [string, RegExp][] = [
  ['Chinese', /\p{Script=Han}/gu],
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Korean', /\p{Script=Hangul}/gu],
  ['Arabic', /\p{Script=Arabic}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Hindi', /\p{Script=Devanagari}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Cyrillic', /\p{Script=Cyrillic}/gu],
];

const ENGLISH =
  /\b(the|is|are|you|what|how|when|where|who|why|do|does|can|i|my|your|of|to|and|it|a|in|for|me|please|about|tell)\b/g;

/** The language a text is written in where that is plainly not English; a script counts as one. */
export function otherLanguage(plain: string): string | undefined {
  const letters = plain.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return undefined;
  // Japanese shares characters with Chinese; kana are found in Japanese only.
  if ((plain.match(SCRIPTS[1]![1])?.length ?? 0) > 0) return 'Japanese';
  for (const [name, pattern] of SCRIPTS) if ((plain.match(pattern)?.length ?? 0) > letters / 3) return name;
  const english = plain.match(ENGLISH)?.length ?? 0;
  const counts = MARKERS.map(([name, pattern]) => ({ name, hits: new Set(plain.match(pattern)).size }));
  counts.sort((a, b) => b.hits - a.hits);
  return counts[0]!.hits >= 2 && counts[0]!.hits > english ? counts[0]!.name : undefined;
}
