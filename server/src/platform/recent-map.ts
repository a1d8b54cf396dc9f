/**
 * A map that forgets: it keeps the keys that were set last, at least `least` of them and fewer than twice as many.
 * Forgetting needs no search, so each call takes the same time however full the map is.
 */
export class RecentMap<Key, Value> {
  readonly #least: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(least: number) {
    this.#least = least
  }

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: Key, value: Value): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#least) return
    this.#old = this.#young
    this.#young = new Map()
  }

  *keys(): Generator<Key> {
    yield* this.#old.keys()
    for (const key of this.#young.keys()) if (!this.#old.has(key)) yield key
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }
}
