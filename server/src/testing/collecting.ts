/** What the flow of collection gives a connector, for tests of the connector alone. */
import type { KeyChange, KeyStore, Session } from '#channels/collection.ts'

/** Keys in memory; how often they were written says how many transactions there were. */
export class MemoryKeys implements KeyStore {
  readonly values = new Map<string, Uint8Array>()
  writes = 0
  failure: Error | undefined

  async get(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return new Map(
      ids.flatMap((id) => {
        const value = this.values.get(`${type}/${id}`)
        return value ? [[id, value]] : []
      }),
    )
  }

  async set(changes: readonly KeyChange[]): Promise<void> {
    if (this.failure) throw this.failure
    this.writes += 1
    for (const { type, id, value } of changes) {
      if (value) this.values.set(`${type}/${id}`, value)
      else this.values.delete(`${type}/${id}`)
    }
  }

  async clear(): Promise<void> {
    this.values.clear()
  }
}

/** A session that does nothing, but for what the test gives: at least when it ends, and where the provider is. */
export const sessionOf = (given: Pick<Session, 'signal' | 'limits'> & Partial<Session>): Session => ({
  now: () => new Date(),
  cursor: undefined,
  keys: new MemoryKeys(),
  wanted: undefined,
  historySince: new Date(0),
  keep: async () => {},
  isLinkedElsewhere: async () => false,
  ask: async () => {},
  connected: async () => {},
  importedHistory() {},
  rest: async () => {},
  lost() {},
  capturedUntil() {},
  sawPhone() {},
  ...given,
})
