import { Ajv, type ValidateFunction } from 'ajv';
import { readSchemas, type Schema } from './prepare.ts';

type Json = Record<string, unknown>;

/** The name of a type in `vendors/vendor-types.ts`. */
export type WireType =
  | 'OpenAiClientMessage'
  | 'OpenAiServerMessage'
  | 'GeminiClientMessage'
  | 'GeminiServerMessage'
  | 'ElevenLabsClientMessage'
  | 'ElevenLabsServerMessage'
  | 'ChatRequest'
  | 'ChatChunk'
  | 'SpeechRequest'
  | 'TranscriptionRequest'
  | 'DeepgramClientMessage'
  | 'DeepgramResults'
  | 'CartesiaGeneration'
  | 'CartesiaCancel'
  | 'CartesiaServerMessage'
  | 'CartesiaVoice'
  | 'CartesiaSpeech'
  | 'ElevenLabsSpeech'
  | 'ElevenLabsVoice';

/** The JSON schemas of the vendors' message types. */
export class VendorSchemas {
  readonly #definitions: Record<string, Schema>;
  readonly #ajv = new Ajv({ strict: false, allErrors: true });

  constructor() {
    const schemas = readSchemas();
    this.#definitions = schemas.definitions;
    this.#ajv.addSchema(schemas, 'vendors');
  }

  /** Returns the differences between a message and its vendor's type; empty if the message is valid. */
  faults(type: WireType, message: Json): string[] {
    const validate = this.#validatorOf(type, message);
    if (!validate) return [`${String(message.type)} is no message of ${type}`];
    if (validate(message)) return [];
    return (validate.errors ?? []).map(({ instancePath, message: what, params }) => {
      return `${instancePath || '/'} ${what} ${JSON.stringify(params)}`;
    });
  }

  /** Returns the message types in a union, or the type itself if it is not a union. References are resolved. */
  variants(type: WireType): Schema[] {
    const flat = (schema: Schema): Schema[] => {
      const resolved = this.resolve(schema);
      return resolved.anyOf ? resolved.anyOf.flatMap(flat) : [resolved];
    };
    return flat({ $ref: `#/definitions/${type}` });
  }

  resolve(schema: Schema): Schema {
    if (!schema.$ref) return schema;
    const name = decodeURIComponent(schema.$ref.replace('#/definitions/', ''));
    const definition = this.#definitions[name];
    if (!definition) throw new Error(`no type ${name} in the vendors' types`);
    return this.resolve(definition);
  }

  /** Returns the validator for the message's `type`, because errors about the union's other members are useless. */
  #validatorOf(type: WireType, message: Json): ValidateFunction | undefined {
    const definition = this.#nameOfVariant(type, message.type);
    return definition === undefined ? undefined : this.#ajv.getSchema(`vendors#/definitions/${definition}`);
  }

  #nameOfVariant(name: string, messageType: unknown): string | undefined {
    const schema = this.#definitions[name]!;
    if (schema.$ref) return this.#nameOfVariant(nameOf(schema), messageType);
    if (!schema.anyOf) return encodeURIComponent(name);
    const named = schema.anyOf.filter((variant) => {
      const constant = this.resolve(variant).properties?.type?.const;
      return constant === messageType;
    });
    return named.length === 1 ? this.#nameOfVariant(nameOf(named[0]!), messageType) : undefined;
  }
}

function nameOf({ $ref }: Schema): string {
  return decodeURIComponent($ref!.replace('#/definitions/', ''));
}
