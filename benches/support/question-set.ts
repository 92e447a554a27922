import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';

/** Passages with questions that only they answer; other text hides them. */
export interface AskedPassage {
  text: string;
  title?: string;
  questions: string[];
}

/** One passage after another: its title, if any, after `#`; its text; its questions after `?`. */
const PASSAGES = `
Members may borrow up to six books at a time. A loan lasts three weeks and can be renewed twice, unless another reader has placed a reservation on the title.
? how many books can I borrow | renew a loan | how long may I keep a book
Overdue items cost 20 cents per day and item. Once the charges on an account reach ten euros, borrowing is blocked until they are paid at the desk or by card machine.
? overdue charges per day | why is my borrowing blocked | what does it cost if I return late
The reading room opens Tuesday to Saturday from 10:00 to 19:00. On Mondays and public holidays the building stays closed; returns are possible through the slot beside the entrance.
? opening hours of the reading room | are you open on Mondays | returns when the building is closed
The Corvus K7 heat pump delivers 9.5 kW at an outdoor temperature of minus 7 degrees, with a seasonal efficiency of 4.8 and a sound level of 35 dB(A) at three metres.
? Corvus K7 sound level | how loud is the heat pump | K7 output in kW at minus 7 degrees
Fault F-217 appears when the flow sensor reports less than eight litres per minute. Bleed the circuit, clean the strainer and press Reset for five seconds.
? F-217 | what does fault F217 mean | flow sensor litres per minute fault | error f 217 after bleeding
Refrigerant R290 is flammable. The outdoor unit must stand at least one metre from windows, light wells and drains, and only certified technicians may open the circuit.
? distance of the outdoor unit from windows | is R290 flammable | who may open the refrigerant circuit
Nurseries accept children from the age of eight months. Settling in takes about four weeks, during which a parent stays within reach of the group.
? from what age do you accept children | how long does settling in take | must a parent stay during settling in
Children with a fever above 38.5 degrees, vomiting or conjunctivitis have to be collected within the hour and may come back after 24 hours without symptoms.
? my child has a fever | when may a child come back after vomiting | conjunctivitis rules
Lunch is cooked in our own kitchen from seasonal organic produce. Allergies to nuts, lactose or gluten are noted on the blue card in the kitchen; please tell us about changes in writing.
? nut allergy at lunch | is the food organic | lactose intolerance kitchen
Tickets bought online can be exchanged for another performance until 48 hours before curtain-up. There are no cash refunds, except when a performance is cancelled by the theatre.
? exchange tickets for another performance | cash refund when cancelled | can I swap my tickets online
Wheelchair users enter through the stage door in Mill Lane, where a lift leads to rows 1 and 12. Companions sit beside them free of charge.
? wheelchair entrance | is there a lift | do companions pay
Coats, umbrellas and bags larger than a sheet of A3 paper are handed in at the cloakroom for two euros. Photography during the performance is not allowed.
? cloakroom fee | may I take photographs during the performance | where do I leave my umbrella
The annual leave entitlement is 30 working days. Up to five days carry over into the next year and must be taken by the thirty-first of March.
? annual leave entitlement | how many days of leave carry over | until when must carried over days be taken
Travel expenses are claimed through the finance portal within sixty days. Train journeys are second class below four hours; private cars are compensated with 38 cents per kilometre.
? claim travel expenses | kilometre rate for private cars | may I travel first class by train
A new laptop is issued every four years. Hard disks are encrypted with the company key, and lost devices must be reported to the security desk within one hour.
? report a lost laptop | how often do I get a new laptop | are hard disks encrypted
Probation lasts six months, during which either side may give two weeks notice. Afterwards the notice period is three months to the end of a quarter.
? notice period after probation | how long is probation
Water the monstera when the upper three centimetres of soil are dry, about once a week in summer. Brown leaf edges point to dry air, yellow leaves to standing water.
? why are the leaves of my monstera yellow | how often should I water a monstera | brown leaf edges
Tomatoes are planted outside after the last frost in mid May, at a distance of sixty centimetres. Pinch out side shoots weekly and keep the leaves dry to prevent blight.
? planting distance of tomatoes | how do I prevent blight | when can tomatoes go outside
The sourdough starter is fed with equal weights of rye flour and water and doubles within six hours at 26 degrees. Left in the fridge it needs a feed every ten days.
? feeding a sourdough starter | how often must the starter be fed in the fridge
Blue bins take paper and cardboard and are emptied on the first and third Wednesday of the month. Glass belongs in the containers at the station, sorted by colour.
? when are the blue bins emptied | where do I bring glass | paper and cardboard collection
Residents apply for a parking permit online with the vehicle registration and proof of address. The permit costs 120 euros a year and is valid for one zone only.
? parking permit price | documents for a residents parking permit | is the permit valid in several zones
Passports are issued within four weeks; the express procedure takes three working days and costs an additional 32 euros. Bring a biometric photograph that is not older than six months.
? how long does a passport take | express passport surcharge | biometric photograph
Dogs over three months must be registered with the tax office. Guide dogs and animals from the shelter are exempt for the first twelve months.
? register a dog | are guide dogs exempt from the tax
# Warranty
We stand by our bicycles: frames are covered for ten years, electrical parts and batteries for two. Wear parts such as chains, pads and tyres are not included.
? warranty on the frame | battery warranty years | are brake pads covered by the warranty
# Battery care
Store it between 10 and 20 degrees at about sixty percent. The 625 Wh pack needs four and a half hours for a full charge with the standard charger and may not be charged below freezing.
? how long does a full charge take | battery care in winter below freezing | 625Wh pack charging time
Press and hold the power button of the display for eight seconds to put the drive into pairing mode; the light blinks blue. Then choose Add bike in the Veloce app.
? pairing mode | connect the bike to the Veloce app | light blinks blue
The first inspection is due after 300 kilometres or three months and is free of charge. Spokes, bolts and brakes settle during this time and need to be tightened.
? when is the first inspection due | is the inspection free
Dr. Amari sees patients without appointment between 8 and 9:30. For prescriptions that you take regularly, use the answering machine and collect them after two working days.
? see a doctor without appointment | repeat prescriptions | Dr Amari consultation
Before a blood test, do not eat or drink anything but water for twelve hours. Results are available in the patient portal the following afternoon.
? may I eat before a blood test | when are the results of the blood test available
Vaccination against tick-borne encephalitis consists of three doses: the second after one to three months, the third after five to twelve. Health insurers reimburse the full cost in risk areas.
? tick vaccination doses | encephalitis | do insurers reimburse the vaccination
API keys begin with vk_live_ and are shown only once. Send them in the header X-Api-Key; requests without it are answered with status 401, and above 600 requests a minute with 429.
? X-Api-Key header | why do I get status 429 | requests per minute limit | vk_live_ key shown only once
Webhooks are signed with HMAC-SHA256 over timestamp and body. Deliveries that are not acknowledged within ten seconds are repeated up to eight times with growing intervals.
? webhook signature | hmac sha256 | how often are webhook deliveries repeated
Backups run nightly at 02:30 and are kept for 35 days in a second data centre in Helsinki. A restore of single tables takes about twenty minutes.
? how long are backups kept | restore a table from backup | where is the second data centre
To close an account, the owner confirms the deletion by e-mail. Invoices are retained for ten years as the law demands; everything else is erased after fourteen days.
? close my account | how long are invoices retained | email confirmation of deletion
The gym offers a trial month for 19.90 euros. Afterwards the contract runs for twelve months at 44.90 and may be paused once for up to ten weeks in case of injury or pregnancy.
? trial month gym | pause the contract because of an injury | 44.90 contract
The sauna is mixed except on Thursdays, which are reserved for women. Bring two towels; slippers are worn outside the cabins only.
? women only sauna day | how many towels for the sauna
Check-in is from 15:00, check-out until 11:00. Late arrivals after 22:00 find the key in the safe at the gate; the code is sent by text message on the day of arrival.
? check-out time | late arrival key | at what time can I check in
Breakfast with eggs from the farm is served in the orangery and costs 16 euros for adults, 8 for children under twelve. Vegan plates should be ordered the evening before.
? vegan breakfast | breakfast price for children | where is breakfast served
Die Lieferzeit für Ersatzteile beträgt fünf bis acht Werktage. Sperrige Sendungen werden von einer Spedition gebracht, die vorher anruft und einen Termin vereinbart.
? Lieferzeiten der Ersatzteile | Wie lange dauert die Lieferung von Ersatzteilen | ruft die Spedition vorher an
Für die Rückgabe gilt eine Frist von dreißig Tagen. Legen Sie den Rücksendeschein bei und kleben Sie das Etikett auf den unbeschädigten Karton.
? Frist für die Ruckgabe | Rücksendeschein | Was muss ich bei einer Rückgabe beachten?
Le musée est gratuit le premier dimanche du mois. L’audioguide est disponible en neuf langues et se loue à l’accueil contre une pièce d’identité.
? musee gratuit dimanche | audioguide langues | où louer l’audioguide
退货须在收到商品后三十天内申请，运费由买家承担。退款将在五个工作日内退回原支付账户。
? 退款多久到账 | 运费由谁承担
図書館の開館時間は午前九時から午後八時までです。月曜日は休館日となります。
? 開館時間 | 月曜日は休館ですか
`;

export const askedPassages: AskedPassage[] = [
  ...PASSAGES.matchAll(/^(?:# (?<title>.+)\n)?(?<text>.+)\n\? (?<questions>.+)$/gm),
].map(({ groups }) => {
  const { title, text, questions } = groups as { title?: string; text: string; questions: string };
  return { text, ...(title && { title }), questions: questions.split(' | ') };
});

/** Questions with typing errors, by the number of their passage above. */
export const misspeltQuestions: { question: string; passage: number }[] = `
  0 resrevation of a title | 1 overdu charges | 5 refrigerent flamable | 7 conjunctivitus
  10 weelchair entrance | 11 cloackroom | 12 anual leave entitelment | 13 travel expnses | 16 monstra leaves
  17 tomatos distance | 18 sourdouhg starter | 21 pasport express | 23 warrenty of the frame
  29 vacination against ticks | 31 webhok signature | 32 backps kept | 37 brekfast vegan
  38 Ersatzteille Liferzeit`
  .trim()
  .split(/\s*[|\n]\s*/)
  .map((asked) => {
    const [place, ...words] = asked.split(' ');
    return { question: words.join(' '), passage: Number(place) };
  });

const functionWords = 'the of and to in is for a you with that are on be this'.split(' ');
/** Everyday business words; the questions above use many of them. */
const plainWords =
  `account after answer apply area arrive available before begin between book bring building call card care change
  charge check child choose clean close code collect come company confirm contact contract cost country customer daily
  date day deliver department device document door email employee end enter euro evening every fee file find first follow
  food form free full get give group guest hold hour house include inform issue item keep key kitchen last late leave letter
  level light limit list local long machine manage may meet member minute money month morning need new next notice number
  offer office often online open order outside owner paid paper part pay people period permit person phone place plan
  point press price process public question read reason receive report request rest return room rule safe season second
  send service share show side sign single site size small staff stand start station status stay step store street system
  table take team test text ticket time total train travel use value visit wait want water week work write year zone`.split(
    /\s+/,
  );

/**
 * Returns `count` passages of nonsense that resemble real text: function words, plain words and a long tail of rare
 * ones, with frequencies as in Zipf's law. Deterministic for each `count`.
 */
export function distractors(count: number): string[] {
  const random = seededRandom(20_261);
  const syllables =
    'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu za bre cli dro fle gra'.split(' ');
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const rare = Array.from({ length: 14_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join(''),
  );
  const ranked = [...plainWords.toSorted(() => random() - 0.5), ...rare];
  const zipf = () => ranked[Math.floor(ranked.length ** random()) - 1] ?? 'time';
  const word = () => (random() < 0.35 ? pick(functionWords) : zipf());
  const sentence = () => {
    const words = Array.from({ length: 8 + Math.floor(random() * 14) }, word);
    return `${words.join(' ')}.`;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 4 + Math.floor(random() * 6) }, sentence).join(' '),
  );
}
