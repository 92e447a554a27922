/** A document for a test's avatar, a question about it, and words that every correct answer contains. */
export const MUSEUM = {
  text: `The Harbour Museum of Port Elsinore

The museum opened its doors in 1911 in the old rope factory by the quay.
It is open from Tuesday to Sunday, from ten in the morning to six in the evening, and closed on Mondays.
The largest exhibit is the whaling ship Margareta, which is 41 metres long.
A ticket for an adult costs 12 crowns. Children below the age of seven pay nothing.
The café on the roof is run by Olga Lindqvist, who bakes the cinnamon buns herself.
`,
  question: 'How long is the ship Margareta?',
  fact: /41 metres/,
  /**
   * Questions in a synthetic voice that a small model transcribes correctly, and words that every correct answer
   * contains.
   */
  spoken: [
    { question: 'On what day is the museum closed?', fact: /closed on mondays/i },
    { question: 'How long is the whaling ship?', fact: /41 metres/ },
  ],
} as const;

/** Long enough to be interrupted. */
export const LONG_GREETING =
  'Welcome to the Harbour Museum of Port Elsinore. I can tell you about our opening hours, about the ships, ' +
  'about the tickets and about the café on the roof. I have been here for many years and I know every corner ' +
  'of the house, so please ask me whatever you like, and take all the time that you want.';
