import type { RecalledMemory } from '@visavis/contracts';
import { type Finding, type LookUp, lookFurther, lookUp, offerOf, type Search } from '../answers/look-up.ts';
import { OwnKnowledge } from '../answers/own-knowledge.ts';
import { CONFIDENT } from '../answers/select-answer.ts';
import { lowerFirst, sayDocumentName, speakAnswer } from '../answers/speak-quotes.ts';
import { workOut } from './arithmetic.ts';
import { type Choice, chosenOf, readChoice, topicsOf } from './choice.ts';
import { findCommand, stripOpening } from './commands.ts';
import { answerEmoji, moodOf } from './mood.ts';
import { otherLanguage } from './other-language.ts';
import { introduce, type Persona, readPersona } from './persona.ts';
import { Phrases } from './phrases.ts';
import { Remembered } from './remembered.ts';
import type { Reply } from './reply.ts';
import { findSmallTalk, type TalkContext } from './small-talk.ts';
import { describeNothing } from './unknown.ts';
import { readUtterance, type Utterance } from './utterance.ts';

export interface DialogueOptions {
  instructions: string;
  greeting: string | undefined;
  /** Absent where the conversation has no knowledge base. */
  search: Search | undefined;
  /** What the user said in earlier conversations, oldest first; absent where the agent has no memory. */
  memories?: readonly RecalledMemory[] | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  seed: number;
}

/**
 * Decides what the character says; knows nothing of sound. Same seed and same utterances, same replies.
 * An utterance is, in this order: a command to the talk, a question about what the user once said, small talk, a sum,
 * a question to look up.
 */
export class Dialogue {
  readonly #options: DialogueOptions;
  readonly #persona: Persona;
  readonly #phrases: Phrases;
  readonly #own = new OwnKnowledge();
  #remembered: Remembered;
  #lastText = '';
  #finding: Finding | undefined;
  /** Two answers between which the user was asked to choose. */
  #choice: Choice | undefined;
  /** What the documents seen so far are about, newest last. */
  readonly #topics = new Set<string>();
  /** What "yes" means at the moment. */
  #offer: Finding | undefined;
  /** What the user did not hear of an utterance they broke into. */
  #rest: string | undefined;
  #userName: string | undefined;

  constructor(options: DialogueOptions) {
    this.#options = options;
    this.#persona = readPersona(options.instructions);
    this.#phrases = new Phrases(options.seed);
    this.#own.addInstructions(options.instructions);
    this.#remembered = new Remembered(options.memories);
  }

  greet(): Reply {
    const given = this.#options.greeting?.trim();
    if (given) return this.#said({ text: given + this.#again(), emotion: 'happy' });
    const me = introduce(this.#persona);
    const able =
      this.#options.search === undefined
        ? 'What would you like to talk about?'
        : 'Ask me anything about my documents.';
    const variants =
      me === undefined
        ? [`Hello! ${able}`, `Hi there! ${able}`]
        : [`Hello, I am ${me}. ${able}`, `Hi! I am ${me}. ${able}`];
    return this.#said({ text: this.#phrases.pick('greeting', variants) + this.#again(), emotion: 'happy' });
  }

  /** For a user whose earlier conversations are remembered. */
  #again(): string {
    if (this.#remembered.isEmpty) return '';
    const { userName } = this.#remembered;
    return ` It is good to see you again${userName === undefined ? '' : `, ${userName}`}.`;
  }

  close(secondsLeft: number): Reply {
    const variants =
      secondsLeft < 8
        ? [
            'Our time is up. Thank you for talking with me. Goodbye!',
            'We are out of time. It was a pleasure. Goodbye!',
          ]
        : [
            'We are almost out of time. Is there one last thing you would like to know?',
            'Our time is nearly over, so one last question, if you like.',
          ];
    return this.#said({ text: this.#phrases.pick('closing', variants), emotion: 'happy' });
  }

  /** Replaces the memories by those that are left; what was said in this conversation stays. */
  remember(memories: readonly RecalledMemory[] | undefined): void {
    this.#remembered = new Remembered(memories);
  }

  addContext(text: string): void {
    this.#own.addContext(text);
  }

  /** The user broke in and did not hear this: it is said after "go on". */
  rememberRest(rest: string): void {
    this.#rest = rest.trim() === '' ? undefined : rest.trim();
  }

  /** Rejects with the signal's reason when it fires during the search; then nothing of the turn is remembered. */
  async answer(raw: string, signal: AbortSignal): Promise<Reply> {
    const utterance = readUtterance(raw);
    const reply = (await this.#decide(utterance, signal)) ?? (await this.#answerQuestion(utterance, signal));
    return this.#said(reply);
  }

  async #decide(utterance: Utterance, signal: AbortSignal): Promise<Reply | undefined> {
    const { text, plain, emoji } = utterance;
    if (emoji !== undefined) {
      const { emotion, variants } = answerEmoji(emoji);
      return { text: this.#phrases.pick('emoji', variants), emotion };
    }
    if (plain === '')
      return this.#phrase('empty', [
        'I did not catch that. Could you say it again?',
        'Sorry, I heard nothing I could make out.',
        'Go ahead, I am listening.',
      ]);
    const command = findCommand(text, plain);
    switch (command?.name) {
      case 'resume':
        return this.#resume();
      case 'repeat':
        return this.#repeat();
      case 'more':
        return this.#more();
      case 'sources':
        return this.#sources();
      case 'yes':
      case 'no':
        if (this.#offer !== undefined) return this.#answerOffer(command.name);
        break;
      case 'introduction':
        this.#userName = command.userName;
        if (command.rest.split(' ').length > 2)
          return this.#answerQuestion(readUtterance(command.rest), signal);
        return this.#phrase(
          'introduction',
          [
            `Nice to meet you, ${command.userName}! How can I help?`,
            `Hello ${command.userName}! What would you like to know?`,
          ],
          'happy',
        );
      default:
    }
    const chosen = this.#choose(plain);
    if (chosen !== undefined) return chosen;
    const recalled = this.#remembered.recall(plain) ?? this.#remembered.answer(plain);
    if (recalled !== undefined) return this.#phrase('recalled', recalled);
    const talk = findSmallTalk(plain, this.#talkContext());
    if (talk !== undefined)
      return { text: this.#phrases.pick(talk.name, talk.variants), emotion: talk.emotion, ends: talk.ends };
    const sum = workOut(text);
    return sum === undefined ? undefined : { text: sum, emotion: 'neutral' };
  }

  #talkContext(): TalkContext {
    return {
      persona: this.#persona,
      hasKnowledge: this.#options.search !== undefined,
      userName: this.#userName ?? this.#remembered.userName,
      nowMs: this.#options.now(),
    };
  }

  async #answerQuestion(utterance: Utterance, signal: AbortSignal): Promise<Reply> {
    const { rest, greets } = stripOpening(utterance.text, this.#persona.name);
    if (rest !== utterance.text) {
      // "Thanks, bye" and "OK, so tell me more" are commands once their opening is removed.
      const decided = await this.#decide(readUtterance(rest), signal);
      if (decided !== undefined) return decided;
    }
    const hello = greets ? 'Hello! ' : '';
    let found: LookUp;
    try {
      found = await lookUp(rest, this.#finding, this.#options.search, this.#own, signal);
    } catch {
      signal.throwIfAborted();
      return this.#phrase(
        'search failed',
        [
          'I cannot reach my documents just now. Please ask me again in a moment.',
          'My documents do not answer at the moment. Could we try again shortly?',
        ],
        'concerned',
      );
    }
    signal.throwIfAborted();
    this.#offer = undefined;
    for (const topic of topicsOf(found.finding?.passages ?? found.nearest)) this.#topics.add(topic);
    if (found.finding === undefined) return this.#notFound(found, utterance, hello);
    this.#finding = found.finding;
    this.#rest = undefined;
    if (found.rival !== undefined) {
      const differing = this.#tellBoth(found.finding, found.rival);
      return { ...differing, text: hello + differing.text };
    }
    const reply = this.#tell(
      found.finding,
      found.finding.answer.confidence < CONFIDENT ? 'doubtful' : 'answer',
    );
    return { ...reply, text: hello + reply.text };
  }

  /**
   * Where two passages disagree: if they are of one document, the user is asked which is meant; if of two, both are
   * quoted.
   */
  #tellBoth(one: Finding, other: Finding): Reply {
    const choice = readChoice(one, other);
    if (choice !== undefined) {
      this.#choice = choice;
      const [first, second] = choice.labels;
      return this.#phrase('which', [
        `That depends. Do you mean ${first} or ${second}?`,
        `I know two answers to that. Is it about ${first} or about ${second}?`,
      ]);
    }
    const [a, b] = [one, other].map(({ answer, question }) => ({
      name: sayDocumentName(answer.documentName),
      quote: speakAnswer(answer, question),
    }));
    return this.#phrase(
      'disagree',
      [
        `My documents do not agree on that. In ${a!.name} it says: ${a!.quote} But in ${b!.name}: ${b!.quote}`,
        `I find two answers. One is in ${a!.name}: ${a!.quote} The other is in ${b!.name}: ${b!.quote} I cannot tell which is right.`,
      ],
      'concerned',
    );
  }

  /** The answer to "do you mean this or that?"; anything else is a new question. */
  #choose(plain: string): Reply | undefined {
    const choice = this.#choice;
    this.#choice = undefined;
    if (choice === undefined) return undefined;
    const chosen = chosenOf(choice, plain);
    if (chosen.length === 0) return undefined;
    this.#finding = chosen[0];
    const said = chosen.map((finding) => speakAnswer(finding.answer, finding.question));
    return { text: said.join(' '), emotion: moodOf(said.join(' ')) };
  }

  #tell(finding: Finding, manner: 'answer' | 'doubtful' | 'more'): Reply {
    const { answer, question } = finding;
    const quote = speakAnswer(answer, question);
    const emotion = moodOf(quote);
    if (answer.documentName === '') return { text: quote, emotion };
    const name = sayDocumentName(answer.documentName);
    const Name = name.charAt(0).toUpperCase() + name.slice(1);
    const running = lowerFirst(quote);
    const variants = {
      answer: [`${Name} says: ${quote}`, `${quote} That is from ${name}.`],
      doubtful: [
        `I am not sure this answers it, but ${name} says: ${quote}`,
        `The closest I found is in ${name}: ${quote}`,
      ],
      more: [`It also says: ${quote}`, `There is more in ${name}: ${quote}`, `${Name} goes on: ${quote}`],
    }[manner];
    if (manner === 'answer' && running !== undefined) variants.push(`According to ${name}, ${running}`);
    return { text: this.#phrases.pick(manner, variants), emotion };
  }

  #notFound(found: LookUp, utterance: Utterance, hello: string): Reply {
    const language = otherLanguage(utterance.plain);
    this.#offer = offerOf(found);
    const { variants, emotion, slot } = describeNothing({
      text: utterance.text,
      tooLong: utterance.cut,
      language,
      hasKnowledge: this.#options.search !== undefined,
      nearest: this.#offer?.answer.documentName,
      knows: [...new Set([...topicsOf(found.nearest), ...[...this.#topics].reverse()])].slice(0, 3),
    });
    return { text: hello + this.#phrases.pick(slot, variants), emotion };
  }

  #resume(): Reply {
    const rest = this.#rest;
    if (rest === undefined) {
      if (this.#finding !== undefined) return this.#more();
      return this.#phrase('nothing to resume', [
        'I had finished. What would you like to know?',
        'There was nothing left to say. Ask me something new.',
      ]);
    }
    this.#rest = undefined;
    return {
      text: this.#phrases.pick('resume', [
        `As I was saying: ${rest}`,
        `Where was I? ${rest}`,
        `Going on: ${rest}`,
      ]),
      emotion: moodOf(rest),
    };
  }

  #repeat(): Reply {
    if (this.#lastText === '')
      return this.#phrase('nothing said', ['I have not said anything yet. Ask me something.']);
    const bare = this.#lastText.replace(REPEAT_PREFIX, '');
    return {
      text: this.#phrases.pick(
        'repeat',
        REPEATS.map((prefix) => prefix + bare),
      ),
      emotion: 'neutral',
    };
  }

  #more(): Reply {
    const finding = this.#finding;
    if (finding === undefined)
      return this.#phrase('no topic', [
        'More about what? Ask me a question first.',
        'Gladly. Which subject do you mean?',
      ]);
    const further = lookFurther(finding);
    if (further === undefined)
      return this.#phrase('no more', [
        'That is all I have on that.',
        'I know no more about it than that.',
        'There is nothing further in my documents about it.',
      ]);
    this.#finding = further;
    this.#rest = undefined;
    return this.#tell(further, 'more');
  }

  #sources(): Reply | undefined {
    const finding = this.#finding;
    if (finding === undefined) return undefined;
    if (finding.answer.documentName === '')
      return this.#phrase('told', [
        'I was told so for this conversation.',
        'It is among the things I was told.',
      ]);
    const name = sayDocumentName(finding.answer.documentName);
    return this.#phrase('sources', [`It stands in ${name}.`, `I read it in ${name}; I only quote.`]);
  }

  #answerOffer(choice: 'yes' | 'no'): Reply {
    const offer = this.#offer!;
    this.#offer = undefined;
    if (choice === 'no')
      return this.#phrase('declined', ['All right. Ask me something else, then.', 'As you like. What else?']);
    this.#finding = offer;
    return this.#tell(offer, 'answer');
  }

  #phrase(slot: string, variants: string[], emotion: Reply['emotion'] = 'neutral'): Reply {
    return { text: this.#phrases.pick(slot, variants), emotion };
  }

  /** Every reply passes here last: the same sentence is never said twice in a row. */
  #said(reply: Reply): Reply {
    let { text } = reply;
    if (text === this.#lastText) {
      const bare = text.replace(REPEAT_PREFIX, '');
      text = this.#phrases.pick(
        'again',
        AGAINS.map((prefix) => prefix + bare).filter((variant) => variant !== text),
      );
    }
    this.#lastText = text;
    return { ...reply, text };
  }
}

const REPEATS = ['I said: ', 'Once more: ', 'Sure. '];
const AGAINS = ['As I said: ', 'Again: ', 'Let me say it again: '];
const REPEAT_PREFIX = /^(?:I said: |Once more: |Sure\. |As I said: |Again: |Let me say it again: )+/;
