/** What a provider hands over, held back for a while and then given in another order: the same one for the same seed. */
export class Shuffle {
  #held: (() => unknown)[] | undefined

  /** From now on everything is held back. */
  hold(): void {
    this.#held ??= []
  }

  /** Gives now, or once all is handed over; undefined in that case. */
  put<Given>(give: () => Given): Given | undefined {
    if (!this.#held) return give()
    this.#held.push(give)
    return undefined
  }

  /** Gives what was held, one after the other. */
  async handOver(seed: number): Promise<void> {
    const held = this.#held ?? []
    this.#held = undefined
    for (const give of inAnotherOrder(held, seed)) {
      const given = give()
      if (given instanceof Promise) await given
    }
  }
}

/** The same ones for the same seed. */
export function inAnotherOrder<One>(given: readonly One[], seed: number): One[] {
  const all = [...given]
  let state = seed
  // The generator of Park and Miller.
  const below = (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit
  for (let last = all.length - 1; last > 0; last--) {
    const other = below(last + 1)
    const [one, two] = [all[last] as One, all[other] as One]
    all[last] = two
    all[other] = one
  }
  return all
}
