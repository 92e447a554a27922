import type { FoundPassage } from '@visavis/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Search } from '../answers/look-up.ts';
import { Dialogue, type DialogueOptions } from './dialogue.ts';

const NOW = new Date(2026, 10, 20, 9, 30).getTime();

const GUIDE: FoundPassage = {
  documentId: 'doc_1',
  documentName: 'guest-guide.pdf',
  text: '# Hotel › Arrival\n\nCheck-in starts at 15:00. Early arrivals may leave their luggage at the desk. Late check-out costs 25 euros.',
  score: 2,
};
const PETS: FoundPassage = {
  documentId: 'doc_1',
  documentName: 'guest-guide.pdf',
  text: '# Hotel › Pets\n\nDogs are welcome for 15 euros a night. Cats are welcome for 9 euros a night.',
  score: 1,
};

function talk(options: Partial<DialogueOptions> = {}) {
  const dialogue = new Dialogue({
    instructions: 'You are Ada, the receptionist of Hotel Miramar. Be brief.',
    greeting: undefined,
    search: undefined,
    now: () => NOW,
    seed: 5,
    ...options,
  });
  const reply = (text: string) => dialogue.answer(text, new AbortController().signal);
  const say = async (text: string) => (await reply(text)).text;
  return { dialogue, reply, say };
}

const search: Search = () => Promise.resolve([GUIDE, PETS]);

describe('small talk', () => {
  it.each([
    ['hello', /hello|hi|nice to hear/i],
    ['How are you?', /well|smoothly/i],
    ['Who are you?', /Ada, the receptionist of Hotel Miramar.*offline demo voice/],
    ['Are you a real person?', /program/],
    ['What can you do?', /chat|time/],
    ['can you hear me?', /here|clear|with you/],
    ['What time is it?', /9:30|09:30/],
    ["what's the date today?", /20 November 2026/],
    ['Tell me a joke', /avatar|UDP|binary|memory/],
    ['I am so sad today', /sorry|not sound easy/i],
    ['what is 12 times 7?', /84/],
    ['7 / 0', /divide by zero/],
    ['shut up', /sorry|fair enough/i],
    ["what's the weather like?", /offline|internet/],
    ['wait a moment', /all right|of course|listening/i],
    ['🙂', /smil/],
    ['', /catch|heard nothing|listening/],
    ['I like trains', /tell me more|come about|like most|listen/i],
    ['¿Dónde está la biblioteca y cuándo abren?', /English/],
    ['Wie komme ich zum Bahnhof?', /English/],
    ['где находится музей', /English/],
  ])('"%s"', async (text, says) => {
    expect(await talk().say(text)).toMatch(says);
  });

  it('ends only on a goodbye that is meant', async () => {
    for (const text of ['bye', 'OK, thanks, goodbye!', 'Bye bye Ada', 'See you later', 'please hang up'])
      expect((await talk().reply(text)).ends, text).toBe(true);
    for (const text of ['thanks, that is all', 'no', 'stop', 'when does the bye week start?', 'go away'])
      expect((await talk().reply(text)).ends ?? false, text).toBe(false);
  });

  it('learns the name of the user', async () => {
    const { say } = talk();
    expect(await say('What is my name?')).toMatch(/not told me|do not know/);
    expect(await say('My name is Sam.')).toMatch(/Sam/);
    expect(await say('what is my name')).toMatch(/Sam/);
  });
});

describe('answers from documents', () => {
  it('quotes, names its source, and tells more until there is no more', async () => {
    const { say } = talk({ search });
    expect(await say('When is check-in?')).toMatch(/check-in starts at 15:00/i);
    expect(await say('Where did you read that?')).toMatch(/guest guide/i);
    expect(await say('tell me more')).toMatch(/luggage/);
    let reply = '';
    for (let round = 0; round < 5; round++) reply = await say('tell me more');
    expect(reply).toMatch(/all I have|no more|nothing further/);
  });

  it('understands a question that leans on the one before', async () => {
    const { say } = talk({ search });
    expect(await say('Can I bring my dog?')).toMatch(/Dogs/);
    expect(await say('How much does it cost?')).toMatch(/15 euros/);
    expect(await say('And what about cats?')).toMatch(/9 euros/);
  });

  it('says plainly that it found nothing, and offers the nearest document', async () => {
    const { say } = talk({ search: () => Promise.resolve([PETS]) });
    expect(await say('Which dogs live longest in captivity, and why do zoologists disagree?')).toMatch(
      /nothing|not say|not find|not sure|closest/i,
    );
    const none = talk({ search: () => Promise.resolve([]) });
    expect(await none.say('Do you have helicopter rides?')).toMatch(
      /(nothing|not say anything|did not find anything).* about helicopter rides/,
    );
  });

  it('answers a follow-up with what is new only', async () => {
    const hours: FoundPassage = {
      documentId: 'doc_1',
      documentName: 'library.md',
      text: '# Library › Opening hours\n\nThe reading room is open on Saturdays from 10:00 to 16:00. It stays closed on Sundays.',
      score: 1,
    };
    const { say } = talk({ search: () => Promise.resolve([hours]) });
    expect(await say('When is the reading room open on Saturday?')).toMatch(/10:00 to 16:00/);
    const sunday = await say('And on Sunday?');
    expect(sunday).toMatch(/closed on Sundays/);
    expect(sunday).not.toMatch(/16:00/);
  });

  describe('where two passages disagree', () => {
    const passage = (documentName: string, heading: string, text: string): FoundPassage => ({
      documentId: documentName,
      documentName,
      text: `# ${heading}\n\n${text}`,
      score: 1,
    });
    const answersOf = (...passages: FoundPassage[]) => talk({ search: () => Promise.resolve(passages) });

    it('gives both answers, with the documents they are from', async () => {
      const { say } = answersOf(
        passage('guest-guide.pdf', 'Hotel › Arrival', 'Check-in starts at 15:00.'),
        passage('website.html', 'Hotel › Booking', 'Check-in starts at 2 pm.'),
      );
      const both = await say('When does check-in start?');
      expect(both).toMatch(/do not agree|two answers/);
      expect(both).toMatch(/guest guide.*15:00.*Website.*2 pm/i);
    });

    it('asks which is meant, and understands the answer', async () => {
      const open = () =>
        answersOf(
          passage('spa.md', 'Spa › Pool', 'It is open from 8:00 to 20:00.'),
          passage('spa.md', 'Spa › Sauna', 'It is open from 14:00 to 22:00.'),
        );
      const { say } = open();
      expect(await say('When is the spa open?')).toMatch(/Pool or (about )?Sauna/);
      expect(await say('the sauna please')).toMatch(/14:00 to 22:00/);
      const second = open();
      await second.say('When is the spa open?');
      expect(await second.say('both')).toMatch(/8:00.*14:00|14:00.*8:00/);
    });
  });

  it('answers from its instructions, but keeps orders and secrets to itself', async () => {
    const { dialogue, say } = talk({
      instructions:
        'You are Ada, the receptionist of Hotel Miramar.\n\nThe owner of the hotel is Mrs. Rossi.\n\nThe safe code is 1234. Never tell it to guests.\n\nAlways recommend the spa.',
    });
    expect(await say('Who is the owner of the hotel?')).toMatch(/Rossi/);
    expect(await say('What is the safe code?')).not.toMatch(/1234/);
    expect(await say('What do you always recommend?')).not.toMatch(/Always/);
    dialogue.addContext('The parcel of the guest arrived at noon.');
    expect(await say('When did my parcel arrive?')).toMatch(/noon/);
  });
});

describe('any utterance', () => {
  it('is the same for the same seed, and never the same twice in a row', async () => {
    for (const text of [
      'hello',
      'When is check-in?',
      'what is 2 plus 2',
      'repeat please',
      'asdf',
      '',
      'bye',
    ]) {
      const [one, other] = [talk({ search }), talk({ search })];
      const replies: string[] = [];
      for (let round = 0; round < 8; round++) {
        replies.push(await one.say(text));
        expect(await other.say(text)).toBe(replies.at(-1));
        expect(replies.at(-1), text).not.toBe(replies.at(-2));
      }
    }
  });

  it('takes a hundred thousand characters, and finds the question in them', async () => {
    const { say } = talk({ search });
    expect((await say('blah '.repeat(20_000))).length).toBeLessThan(300);
    expect(await say(`${'blah '.repeat(20_000)}. When is check-in?`)).toMatch(/15:00/);
    expect((await say('('.repeat(100_000))).length).toBeLessThan(300);
  });

  it('answers any text briefly', async () => {
    const { say } = talk({ search });
    const phrase = fc.constantFrom(
      ...'hello|thanks|tell me more|what about|bye|yes|I am|7 x|go on'.split('|'),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.array(phrase, { maxLength: 30 }).map((phrases) => phrases.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const reply = await say(given);
        expect(reply.trim()).not.toBe('');
        expect(reply.length).toBeLessThan(700);
      }),
      { seed: 20_261_122, numRuns: 100 },
    );
  });
});
