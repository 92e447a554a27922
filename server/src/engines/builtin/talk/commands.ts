/** What the user wants the conversation to do (stop, repeat, go on), in contrast to a question. */
export type Command =
  | { name: 'resume' | 'repeat' | 'more' | 'yes' | 'no' | 'sources' }
  | { name: 'introduction'; userName: string; rest: string };

const PATTERNS: [Exclude<Command['name'], 'introduction'>, RegExp][] = [
  [
    'resume',
    /^(?:(?:ok|okay|sorry|please|yes|yeah|and|so|no) )*(?:go on|continue|carry on|keep going|go ahead|proceed|you were saying|what were you saying|finish (?:that|your sentence)|don't stop|resume|as you were saying)(?: please| then| now)*$/,
  ],
  [
    'repeat',
    /^(?:(?:sorry|please|what|pardon|excuse me) )*(?:(?:can|could|would) you )?(?:please )?(?:repeat(?: (?:that|it|please|the answer|what you said|yourself))*|say (?:that|it) again|come again|what did you (?:just )?say|i (?:did not|didn't|couldn't) (?:hear|catch|get|understand) (?:that|you|it)|once more|again|pardon(?: me)?|what was that|one more time)(?: please)?$/,
  ],
  [
    'more',
    /^(?:(?:and|ok|okay|please|yes|great|thanks|so) )*(?:(?:can|could) you )?(?:tell me more(?: about (?:it|that|this))?|more|more details?|more please|(?:and )?what else|anything else|is that all|and|go deeper|elaborate|(?:give me )?(?:some )?(?:more )?details?|explain (?:that|it|more|further)|what do you mean|say more|and then|what more)(?: (?:please|about (?:it|that|this)))*$/,
  ],
  [
    'sources',
    /^(?:(?:and|ok|okay|so) )*(?:where (?:did you (?:get|read|find|see) (?:that|this|it)|does (?:that|this|it) (?:come from|say so|say that)|is that (?:written|from))|who says(?: so| that)?|says who|how do you know(?: that)?|(?:what is|what's) your source|source|are you sure(?: about that)?|really|is (?:that|this) true)$/,
  ],
  [
    'yes',
    /^(?:(?:yes|yeah|yep|sure|ok|okay|please|do|of course|go ahead|why not|alright|i would|yes please|absolutely|certainly)(?: |$))+(?:please|do|do that|read it|do it)?$/,
  ],
  ['no', /^(?:(?:no|nope|nah|not now|no thanks|no thank you|don't|never mind)(?: |$))+$/],
];

const INTRODUCTION =
  /\b(?:[Mm]y name is|[Mm]y name's|[Cc]all me|[Ii] am called|[Pp]eople call me|[Tt]his is) (\p{L}[\p{L}'’-]{1,30})|\b(?:I'm|I’m|I am) (\p{Lu}[\p{Ll}'’-]{1,30})(?=[.,!]|$| and\b)/u;

const NOT_NAMES =
  /^(a|an|the|not|so|it|just|my|your|in|here|fine|good|about|what|why|how|german|english|french|spanish|from)$/i;

/** Recognises a command in an utterance that is nothing else. */
export function findCommand(text: string, plain: string): Command | undefined {
  for (const [name, pattern] of PATTERNS) if (pattern.test(plain)) return { name };
  const match = plain.length < 160 ? INTRODUCTION.exec(text) : null;
  const found = match?.[1] ?? match?.[2];
  if (match === null || found === undefined || NOT_NAMES.test(found)) return undefined;
  const userName = found.charAt(0).toUpperCase() + found.slice(1);
  const rest = text.slice(match.index + match[0].length).replace(/^[\s.,!]*(?:and )?/, '');
  return { name: 'introduction', userName, rest };
}

const OPENING =
  /^(?:(?:hello|hi|hey|good (?:morning|afternoon|evening)|thanks|thank you|ok(?:ay)?|great|well|so|alright|please|excuse me|sorry|um+|uh+|er+|right|now)\b(?: there)?[\s,.!;:–-]*)+/i;

/** Removes "Hello Ada, " or "OK, thanks. " from an utterance that goes on; `greets`: it was a greeting. */
export function stripOpening(text: string, name: string | undefined): { rest: string; greets: boolean } {
  let rest = text.replace(OPENING, '');
  const greets = /^(?:hello|hi|hey|good (?:morning|afternoon|evening))\b/i.test(text) && rest !== text;
  const first = name?.split(' ')[0]?.toLowerCase();
  if (first !== undefined && rest.toLowerCase().startsWith(first)) {
    const after = rest.slice(first.length);
    if (/^[\s,.!:]/.test(after)) rest = after.replace(/^[\s,.!:]+/, '').replace(OPENING, '');
  }
  return rest.trim() === '' ? { rest: text, greets: false } : { rest: rest.trim(), greets };
}
