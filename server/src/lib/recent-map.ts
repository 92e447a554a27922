/** A map whose values are created on first use. Beyond `maxEntries`, the least recently used are dropped. */
export class RecentMap<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #maxEntries: number;
  readonly #make: (key: Key) => Value;

  constructor(maxEntries: number, make: (key: Key) => Value) {
    this.#maxEntries = maxEntries;
    this.#make = make;
  }

  get(key: Key): Value {
    const value = this.#values.get(key) ?? this.#make(key);
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#maxEntries) this.#values.delete(this.#values.keys().next().value!);
    return value;
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }
}
