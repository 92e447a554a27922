/** What the service says in English alone, in the language of the page, as far as the catalogue has it. */
import { fill, texts } from '../texts/texts.ts';

type Sentences = readonly (readonly [said: RegExp, text: string])[];

const { told: faults } = texts.faults;
const FAULTS: Sentences = [
  [/^(?:is required|must not be empty)/, faults.required],
  [/^is not of the form that it needs/, faults.form],
  [/^must have at most (?<most>\d+) characters$/, faults.long],
  [/^must have at most (?<most>\d+) items$/, faults.many],
  [/^must be an address that begins with https:/, faults.address],
  [/^must be an address on the public internet/, faults.private],
  [/^(?:must be an origin such as|is not an origin)/, faults.origin],
  [/^must be in the future/, faults.future],
  [/^It is shorter than minSilenceMs, which is (?<least>\d+)/, faults.shorter],
];

const { warnings } = texts.conversation.sentences;
const WARNINGS: Sentences = [
  [/^This service has no model yet, /, warnings.noModel],
  [/ cannot search the web\.$/, warnings.noSearch],
  [/^The face is not ready yet; /, warnings.lateFace],
  [/^The face could not be drawn; /, warnings.noFace],
  [/^This machine is busy: the video has (?<fps>\d+) frames per second/, warnings.busy],
  [/^The service restarts: .* in (?<seconds>\d+) seconds/, warnings.restart],
  [/^The conversation ends in (?<seconds>\d+) seconds\.$/, warnings.endingSoon],
  [/ gave no answer for (?<seconds>[\d.]+) s; the agent apologized$/, warnings.noAnswer],
  [/^The (?:message was not read|picture was not seen): /, warnings.notRead],
];

const { failures } = texts.knowledgeBase;
const FAILURES: Sentences = [
  [/^The file is empty\.|^Nothing was uploaded/, failures.empty],
  [/ is protected with a password\.$/, failures.locked],
  [/^The (?:PDF|Word document|archive) is damaged: /, failures.damaged],
  [/^The document (?:is larger than|needs more memory)/, failures.large],
  [/^The file was declared as /, failures.type],
];

/** @returns `undefined` for a sentence that the catalogue does not have */
function say(message: string, sentences: Sentences): string | undefined {
  for (const [said, text] of sentences) {
    const found = said.exec(message);
    if (found) return fill(text, { ...found.groups });
  }
  return undefined;
}

/** An objection to a field. */
export const sayFault = (message: string) => say(message, FAULTS) ?? message;
/** Why a document was not read. */
export const sayFailure = (message: string) => say(message, FAILURES) ?? message;
/** A warning of a conversation; `undefined` for one in the words of a provider or of an operator. */
export const sayWarning = (message: string) => say(message, WARNINGS);
