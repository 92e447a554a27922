import { stem } from './words.ts';

/** Words that people use for the same thing when they ask and when they write. */
const GROUPS = [
  'price cost fee charge rate pay payment tariff',
  'open opening hours closed close opens closing',
  'phone telephone call number hotline',
  'email e-mail mail contact write reach',
  'refund reimburse reimbursement money repay',
  'return exchange refund',
  'ship shipping deliver delivery arrive dispatch send',
  'buy purchase order',
  'cancel cancellation terminate end unsubscribe quit stop',
  'vacation holiday leave holidays',
  'guarantee warranty',
  'repair fix broken defect defective faulty damaged',
  'car vehicle parking park garage',
  'room suite accommodation',
  'breakfast meal food eat dinner lunch restaurant',
  'dog pet animal',
  'cat pet animal',
  'kid child children family',
  'wifi wi-fi internet wireless network online',
  'swim pool swimming',
  'gym fitness workout exercise',
  'job position role career vacancy',
  'boss head manager director chief lead leader',
  'doctor physician dr',
  'found founded founder start started established begin began',
  'invent invented inventor create created develop developed',
  'big large size tall measure',
  'screen display monitor',
  'turn switch',
  'fast speed quick quickly',
  'heavy weigh weight',
  'long length duration last takes take',
  'teach teacher instructor tutor trainer',
  'join sign register enroll enrol membership signup',
  'password login log-in credentials',
  'photo picture image photograph',
  'discount reduction reduced cheaper concession offer',
  'lost missing lose',
  'allow allowed permit permitted welcome',
  'forbid forbidden prohibited banned',
  'located location address situated entrance street',
  'store shop branch outlet',
  'staff employee worker team people',
  'battery runtime',
  'minimum least',
  'maximum most limit up',
  'arrive arrival check-in checkin',
  'leave departure check-out checkout',
  'borrow loan lend',
  'film movie',
  'ill sick illness',
  'boat ship ferry',
  'insurance insured cover covered coverage',
];

const RELATED_WORDS = new Map<string, string[]>();
const RELATED = new Map<string, Set<string>>();
for (const group of GROUPS) {
  const words = group.split(' ');
  const stems = words.map(stem);
  for (const one of stems) RELATED_WORDS.set(one, [...(RELATED_WORDS.get(one) ?? []), ...words]);
  for (const one of stems) {
    const related = RELATED.get(one) ?? new Set<string>();
    for (const other of stems) if (other !== one) related.add(other);
    RELATED.set(one, related);
  }
}

/** Stems that mean about the same as the stem. */
export function relatedStems(of: string): ReadonlySet<string> {
  return RELATED.get(of) ?? new Set();
}

/** Words to search for beside those of a question; none for words that have no synonyms here. */
export function relatedWords(terms: Iterable<string>): string[] {
  const words = new Set<string>();
  for (const term of terms)
    for (const word of RELATED_WORDS.get(term) ?? []) if (stem(word) !== term) words.add(word);
  return [...words].slice(0, 12);
}
