/**
 * The sentences of the corpus. `heldOut` is never trained on; the others are made from word lists that together
 * bring every English sound next to many others. The same list at every run.
 */
import { seededRandom } from '../server/dist/lib/seeded-random.js';

export const heldOut = [
  'Good morning, and thank you for waiting, how can I help?',
  'Your parcel left the warehouse yesterday and should reach you by Thursday.',
  'I would rather walk through the park than sit on a crowded bus.',
  'Could you tell me which of these you prefer, please?',
  'Sometimes the shortest answer is also the best one.',
  'We both agreed that the view from up there was worth the climb.',
  'Just choose a password that nobody else could guess.',
  'My brother plays the violin, my sister the drums.',
  'The museum opens at ten and closes shortly before six.',
  'That sounds like a wonderful idea, tell me more about it.',
  'Unfortunately, this offer has expired, but there is a newer one.',
  'He fixed the leaking pipe with nothing but tape and patience.',
  'Turn left behind the church, then follow the narrow road uphill.',
  'Nobody knew why the orchestra had stopped so suddenly.',
  'Fresh bread, cheese and olives make a fine lunch.',
  'You may cancel whenever you wish, without giving a reason.',
  'Which language would you like to practise today?',
  'Their voyage took them past icebergs and sleeping whales.',
  'Please hold on while I check the calendar for you.',
  'The judge asked the jury to think about it overnight.',
  'Zoe measured the height of the tower with a shadow and a stick.',
  'It is warmer than usual, so leave your thick coat at home.',
  'How much sugar do you put into a jug of lemonade?',
  'Everyone clapped when the young pianist bowed.',
  'I have found three flights, and the cheapest one leaves at noon.',
  'Of course, I will repeat that as often as you need.',
  'The fog lifted and the harbour slowly came into sight.',
  'Old habits are hard to change, new ones hard to keep.',
  'She would not move before the tea was finished.',
  'Both of the boys enjoy drawing purple dragons.',
];

const ADJECTIVES =
  'big shiny yellow rough smooth thick thin cheap foolish huge young loud vague proper famous wooden purple quiet strange cool rare heavy broken golden lazy joyful zealous awful earthy noisy warm cheerful modern blue pure weird narrow'.split(
    ' ',
  );
const NOUNS =
  'bishop garage beach thumb watch judge orange village kitchen fox yacht tooth oven river boy cow house voice measure teacher package mother bottle garden cat gift window zebra jungle engine thief father shoe brush finger pepper bubble room book moon road boat law chair author hour year ear'.split(
    ' ',
  );
const VERBS =
  'brings loves watches pushes follows chooses measures throws joins bothers wraps moves gives paints covers finds judges washes buys keeps sells hears enjoys pulls forgives needs saves avoids draws uses'.split(
    ' ',
  );
const PLACES =
  'by the old bridge, near the southern shore, under the table, behind our house, at the airport, above the clouds, in the mouth of a cave, on the roof of the theatre, through the thin wall, beyond the valley, for five years, with both hands, without any hurry, before the evening, during the voyage, out of the box'.split(
    ', ',
  );
const OPENERS =
  'Well, | Oh wow, | I think that | Maybe | You know, | As far as I know, | Right now | Honestly, | We should ask why | Yes, | No, | Of course, | If you wish, | They say that | This is how | Usually | Excuse me, | Every Tuesday | Look, | Once upon a time '.split(
    '|',
  );
const SAYINGS =
  'How are you today?|What do you mean by that?|Thank you so much for your help.|Could you show me the way to the station?|I am not sure whether I should go.|Seven, eight, nine, ten, eleven, twelve.|Let us begin with the first question.|My new address is forty five Church Street.|Give me a minute to think it over.|That would be very kind of you.|It has been a pleasure to meet you.|Please write down your full name and phone number.|Would you believe that nobody had noticed?|There are always two sides to a story.|Who put the butter in the cupboard?|Ha, that was really funny!|Ah, I see what you are saying.|Go on, go on, I am all ears.|Peter bought a bag of brown paper and a pair of pumps.|Very few of our five vans have valves.|Thirty three thieves thought of other things.|Which witch would wish for wet weather?|She saw his shoes and chose cheaper ones.|Roll the rare rug around the red rod.|You, too, could use a few new spoons.|Oh no, nobody told the old coach.|Her third word was heard first.|The boy pointed at the noisy toys.|Now the brown cow is down south.|My five white kites fly high at night.|They may wait, or take a later train.|Keep these three green beads, please.|It is in his little tin kit.|Ten men went to bed in tents.|That black cat has sat on a hat.|Come up, the sun must come above us.|Pa got a lot of hot rods.|All the tall boys saw a small ball.|Put the good book on a wooden hook.|Do move those blue suits to room two.'.split(
    '|',
  );

export function trainingSentences(count) {
  const random = seededRandom(20_240_607);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const made = [...SAYINGS];
  while (made.length < count) {
    const opener = random() < 0.5 ? pick(OPENERS).trimStart() : '';
    const core = `the ${pick(ADJECTIVES)} ${pick(NOUNS)} ${pick(VERBS)} ${random() < 0.5 ? 'a' : 'our'} ${pick(ADJECTIVES)} ${pick(NOUNS)} ${pick(PLACES)}`;
    const text = `${opener}${core}${random() < 0.8 ? '.' : '?'}`;
    made.push(text[0].toUpperCase() + text.slice(1));
  }
  return made;
}
