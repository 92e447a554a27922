import type { FoundPassage } from '@visavis/contracts';

/** Five documents, cut into passages as the knowledge base gives them, and what people ask of them. For tests. */
export const DOCUMENTS: Record<string, string[]> = {
  'Library rules.docx': [
    '# Library › Opening hours\n\nThe reading room is open Monday to Friday from 8:30 to 20:00 and on Saturdays from 10:00 to 16:00. It stays closed on Sundays and public holidays.',
    '# Library › Borrowing\n\nEvery member may borrow up to twelve books at a time. The loan period is four weeks and can be extended twice, unless somebody else has reserved the book. DVDs are lent for seven days. Reference works may not be taken home.',
    '# Library › Fees\n\nMembership costs 24 euros a year; students and pensioners pay 12 euros, and children under fourteen pay nothing. A late fee of 30 cents per day is charged for each overdue item. Replacing a lost card costs 5 euros.',
    "# Library › In the building\n\nLockers are next to the cloakroom in the basement. Food is not allowed in the reading room, but water in closed bottles is. Mrs. Helga Brandt heads the children's department. Printing is possible at the terminals on the second floor.",
  ],
  'aurora-x3-manual.pdf': [
    '# Aurora X3 › Technical data\n\nThe Aurora X3 weighs 1.4 kilograms and its battery lasts up to eleven hours. The display measures 14 inches. It can be charged from empty to full in 90 minutes with the 65-watt adapter.',
    '# Aurora X3 › First steps\n\nHold the power button for three seconds to switch the device on. Choose your language and connect to a wireless network. To reset the device to its factory settings, press the power button and the volume-down button together for ten seconds.',
    '# Aurora X3 › Safety\n\nDo not use the device near water, because moisture can damage the battery. The device may be operated between 5 and 35 degrees Celsius. If the battery swells, stop using the device immediately and contact our service.',
    '# Aurora X3 › Warranty and service\n\nThe warranty lasts two years from the date of purchase. It does not cover damage caused by drops or liquids. You can reach our service by telephone at +49 30 5550 1234 or by e-mail at help@aurora.example.',
  ],
  'Staff handbook.md': [
    '# Staff handbook › Leave\n\nFull-time employees have 28 days of paid leave a year. Unused days must be taken by the end of March of the following year. Requests are made in the time portal and approved by your team lead.',
    "# Staff handbook › Illness\n\nIf you are ill, tell your team lead before 9 a.m. on the first day. A doctor's certificate is needed from the third day on.",
    "# Staff handbook › Remote work\n\nYou may work from home up to three days a week. Your core hours are from 10 to 15 o'clock. A second screen can be ordered from the IT department free of charge.",
    '# Staff handbook › Travel\n\nTrain journeys are booked in second class. For hotels the company reimburses at most 130 euros per night. Receipts have to be handed in within 30 days. Anna Petrova in accounting answers questions about expenses.',
    '# Staff handbook › Joining us\n\nBring these papers on your first day:\n- your passport\n- your tax number\n- your bank details\n\nThe probation period is six months.',
  ],
  'city-museum.html': [
    '# City Museum › History\n\nThe museum was founded in 1887 by the merchant Carl Lindgren. It moved into the old customs house in 1921, after a fire had destroyed the first building. Today it owns about 40,000 objects.',
    '# City Museum › Visiting\n\nThe entrance is at Harbour Street 12, opposite the ferry terminal. Tickets cost 11 euros; on the first Thursday of each month admission is free. Guided tours start every Saturday at 14:00 and take an hour.',
    '# City Museum › Questions\n\nMay I take photographs? Yes, but without flash and tripod. Is the building accessible by wheelchair? All floors can be reached by lift; please ring the bell at the side entrance. Can I bring my dog? Only guide dogs are admitted.',
    '# City Museum › Highlights\n\nThe oldest piece of the collection is a Bronze Age sword from about 1300 BC. The model of the harbour was built by schoolchildren in 1956. The café on the ground floor is famous for its cinnamon rolls.',
  ],
  'courses.csv': [
    'Course: Pottery for beginners; Teacher: Maria Santos; Day: Tuesday; Time: 18:00; Room: B12; Fee: 85 EUR\nCourse: Spanish A1; Teacher: Luis Ortega; Day: Wednesday; Time: 19:30; Room: A03; Fee: 120 EUR\nCourse: Yoga; Teacher: Priya Nair; Day: Monday; Time: 07:00; Room: Gym; Fee: 60 EUR',
    'Course: Watercolour painting; Teacher: John Ellis; Day: Friday; Time: 17:00; Room: B14; Fee: 95 EUR\nCourse: First aid; Teacher: Dr. Eva Kern; Day: Saturday; Time: 09:00; Room: A01; Fee: 40 EUR',
  ],
};

export const PASSAGES: FoundPassage[] = Object.entries(DOCUMENTS).flatMap(([documentName, texts], document) =>
  texts.map((text) => ({ documentId: `doc_${document}`, documentName, text, score: 0 })),
);

/** What is asked, and what the answer must hold. */
export const QUESTIONS: [string, RegExp][] = [
  ['When is the library open on Saturdays?', /10:00 to 16:00/],
  ['Is the reading room open on Sunday?', /closed on Sundays/],
  ['How many books can I borrow?', /twelve/],
  ['How long may I keep a book?', /four weeks/],
  ['Can I extend the loan?', /extended twice/],
  ['For how long are DVDs lent?', /seven days/],
  ['What does membership cost?', /24 euros/],
  ['How much do students pay?', /12 euros/],
  ['What happens if I return a book late?', /30 cents/],
  ['I lost my card, what does a new one cost?', /5 euros/],
  ['Where are the lockers?', /basement/],
  ['Can I eat in the reading room?', /not allowed/],
  ["Who is in charge of the children's department?", /Brandt/],
  ['Where can I print something?', /second floor/],
  ['How heavy is the Aurora?', /1\.4 kilograms/],
  ['How long does the battery last?', /eleven hours/],
  ['How big is the screen of the Aurora X3?', /14 inches/],
  ['How long does charging take?', /90 minutes/],
  ['How do I turn it on?', /three seconds/],
  ['how to do a factory reset', /volume-down/],
  ['Why should I keep the device away from water?', /damage the battery/],
  ['What should I do if the battery swells?', /stop using/],
  ['How long is the warranty?', /two years/],
  ['Does the warranty cover liquid damage?', /does not cover/],
  ['What is the phone number of your service?', /5550 1234/],
  ['How many vacation days do employees get?', /28 days/],
  ['Until when do I have to use up my remaining leave?', /March/],
  ["When do I need a doctor's certificate?", /third day/],
  ['How many days can I work from home?', /three days a week/],
  ['How much does the company pay for a hotel?', /130 euros/],
  ['Who can I ask about expenses?', /Petrova/],
  ['What do I have to bring on my first day?', /passport.*tax number.*bank/],
  ['How long is the probation period?', /six months/],
  ['When was the museum founded?', /1887/],
  ['Who founded the museum?', /Lindgren/],
  ['Why did the museum move?', /fire/],
  ['What is the address of the museum?', /Harbour Street 12/],
  ['When is admission free?', /first Thursday/],
  ['At what time do the guided tours start?', /14:00/],
  ['Can I take pictures in the museum?', /without flash/],
  ['Is the museum wheelchair accessible?', /lift/],
  ['Are dogs allowed in the museum?', /guide dogs/],
  ['What is the oldest object in the collection?', /sword/],
  ['Who teaches Spanish?', /Ortega/],
  ['How much is the yoga course?', /60 EUR/],
  ['When is the first aid course?', /Saturday|09:00/],
  ['In which room is watercolour painting?', /B14/],
  ['What day is pottery?', /Tuesday/],
];

/** Nothing in the documents answers these. */
export const UNANSWERABLE = [
  'Do you offer helicopter rides?',
  'What is the capital of Mongolia?',
  'How do I cook a risotto?',
  'Who won the football world cup?',
  'Can you recommend a dentist?',
  'How far away is the moon?',
  'What is the meaning of life?',
  'Do you sell bicycles?',
];
