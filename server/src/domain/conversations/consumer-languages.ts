/** What the consumer of each running conversation speaks, as its worker in this process last reported it. */
export class ConsumerLanguages {
  readonly #byConversation = new Map<string, string>();

  /** @param language ISO 639-1 */
  hear(conversationId: string, language: string): void {
    this.#byConversation.set(conversationId, language);
  }

  of(conversationId: string): string | undefined {
    return this.#byConversation.get(conversationId);
  }

  forget(conversationId: string): void {
    this.#byConversation.delete(conversationId);
  }
}
