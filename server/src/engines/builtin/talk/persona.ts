/** Who the character is, read from its instructions. */
export interface Persona {
  name?: string;
  /** "the receptionist of Hotel Miramar", with its article. */
  role?: string;
}

const NAME = String.raw`\p{Lu}[\p{L}'’-]*\p{Ll}(?: (?:van |von |de |la )?\p{Lu}[\p{L}'’-]+){0,2}`;
const NOT_NAMES =
  /^(The|An|A|Always|Never|Helpful|Here|Now|Not|Please|Only|Very|Also|Assistant|Support|Customer|Your|Our|My|And|Or|If)\b/;

/**
 * Finds name and role in phrases such as "You are Ada, the receptionist of Hotel Miramar." or
 * "You are a friendly guide called Tom." What it cannot find is absent.
 */
export function readPersona(instructions: string): Persona {
  const text = instructions.slice(0, 4000).replace(/\s+/gu, ' ');
  const persona: Persona = {};
  const name = [
    new RegExp(
      String.raw`\b(?:[Yy]our name is|[Yy]ou are called|[Cc]all yourself|[Nn]amed|[Cc]alled) (${NAME})`,
      'u',
    ),
    new RegExp(
      String.raw`\b(?:[Yy]ou are|[Yy]ou're|[Aa]ct as|[Pp]lay|I am|I'm) (${NAME})(?=[,.;:!]|\s+(?:and|from|at|of|who|the|a|an|working|–|-)|$)`,
      'u',
    ),
  ]
    .map((pattern) => pattern.exec(text)?.[1])
    .find((found) => found !== undefined && !NOT_NAMES.test(found));
  if (name !== undefined) persona.name = name;
  const roles = [
    name === undefined
      ? undefined
      : new RegExp(`\\b${quoteForPattern(name)}, ((?:the|a|an|our|your|head|chief) [^.,;:!?\\n]{3,90})`, 'u'),
    name === undefined
      ? undefined
      : new RegExp(
          `\\b${quoteForPattern(name)} (?:and )?(?:you )?(?:work as|are|is) ((?:the|a|an) [^.,;:!?\\n]{3,90})`,
          'u',
        ),
    /\b(?:[Yy]ou are|[Yy]ou're|[Aa]ct as|[Ww]ork as|[Yy]our role is|[Pp]lay) ((?:the|a|an|our) [^.,;:!?\n]{3,90})/u,
  ];
  const role = roles.map((pattern) => pattern?.exec(text)?.[1]).find((found) => found !== undefined);
  if (role !== undefined) persona.role = tidyRole(role);
  return persona;
}

function tidyRole(role: string): string {
  return role
    .replace(/\s+(?:who|that|which|and you|and your|named|called|whose|with the name)\b.*$/u, '')
    .replace(/^(our|your) /, 'the ')
    .trim();
}

function quoteForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** "Ada, the receptionist of Hotel Miramar", or as much of it as is known. */
export function introduce(persona: Persona): string | undefined {
  if (persona.name !== undefined && persona.role !== undefined) return `${persona.name}, ${persona.role}`;
  return persona.name ?? persona.role;
}
