/**
 * Translates common English texts of the service to the language of the page. `release/check-texts.mjs` checks that the
 * service still has them.
 */
import { fill, texts } from '../texts/texts.ts';

type Translations = readonly (readonly [pattern: RegExp, text: string])[];

const { messages: faults } = texts.faults;
const FAULTS: Translations = [
  [/^(?:is required|must not be empty)/, faults.required],
  [/^does not match the required format/, faults.form],
  [/^must have at most (?<most>\d+) characters$/, faults.long],
  [/^must have at most (?<most>\d+) items$/, faults.many],
  [/^must be an address that begins with /, faults.address],
  [/^must be an address on the public internet/, faults.private],
  [/^must be an origin such as/, faults.origin],
  [/^must be in the future/, faults.future],
  [/^must not be less than minSilenceMs, which is (?<least>\d+)/, faults.shorter],
];

const { warnings } = texts.conversation.sentences;
const WARNINGS: Translations = [
  [/^This service has no model yet, /, warnings.noModel],
  [/ cannot search the web\.$/, warnings.noSearch],
  [/^The face is not ready yet; /, warnings.lateFace],
  [/^The face could not be drawn; /, warnings.noFace],
  [/^This machine is overloaded: the video temporarily has (?<fps>\d+) frames per second/, warnings.busy],
  [/^The service restarts: .* in (?<seconds>\d+) seconds/, warnings.restart],
  [/^The conversation ends in (?<seconds>\d+) seconds\.$/, warnings.endingSoon],
  [/ did not answer within (?<seconds>[\d.]+) s; the agent apologized$/, warnings.noAnswer],
  [/^The (?:message was not passed to the agent|picture was not shown to the agent): /, warnings.notRead],
];

const { failures } = texts.knowledgeBase;
const FAILURES: Translations = [
  [/^The file is empty\.|^No file was uploaded/, failures.empty],
  [/ is protected by a password\. /, failures.locked],
  [/^The (?:PDF|Word document|archive) is damaged: /, failures.damaged],
  [
    /^The document (?:is larger|has more|contains more) than |^Reading the document needs too much memory/,
    failures.large,
  ],
  [/^The file was declared as /, failures.type],
];

/** @returns `undefined` for an unknown sentence */
function translate(message: string, translations: Translations): string | undefined {
  for (const [pattern, text] of translations) {
    const match = pattern.exec(message);
    if (match) return fill(text, { ...match.groups });
  }
  return undefined;
}

/** Translates an error of a field. */
export const translateFault = (message: string) => translate(message, FAULTS) ?? message;
/** Translates the reason why a document was not read. */
export const translateFailure = (message: string) => translate(message, FAILURES) ?? message;
/** Translates a warning of a conversation. @returns `undefined` if it is in the words of a provider or an operator */
export const translateWarning = (message: string) => translate(message, WARNINGS);
