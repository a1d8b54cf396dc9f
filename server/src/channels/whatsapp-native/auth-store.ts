import type { KeyChange, KeyStore } from '#channels/collection.ts'

/** How the library writes what it must remember. */
export interface Codec {
  encode(value: unknown): Uint8Array
  decode(type: string, bytes: Uint8Array): unknown
}

const credentials = { type: 'creds', id: 'creds' } as const

/** The values of one kind by their ids; null removes. */
export type Changes = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/**
 * What a linked device must remember, in the account's sealed keys. Anyone who has it can act as the account. All changes of one call are one
 * transaction, because half of them would break the encryption with someone.
 */
export class AuthStore {
  readonly #keys: KeyStore
  readonly #codec: Codec
  readonly #onFailure: (error: unknown) => void
  #saving: Promise<void> = Promise.resolve()

  /** @param onFailure Called if something could not be stored: the connection must end, because it would forget it. */
  constructor(keys: KeyStore, codec: Codec, onFailure: (error: unknown) => void) {
    this.#keys = keys
    this.#codec = codec
    this.#onFailure = onFailure
  }

  /** Undefined before the device was linked. */
  async loadCredentials(): Promise<unknown> {
    const found = await this.#keys.get(credentials.type, [credentials.id])
    const bytes = found.get(credentials.id)
    return bytes && this.#codec.decode(credentials.type, bytes)
  }

  /** Copies them at once and stores them one after the other. */
  saveCredentials(value: unknown): void {
    const change = { ...credentials, value: this.#codec.encode(value) }
    this.#saving = this.#saving.then(() => this.#keys.set([change])).catch(this.#onFailure)
  }

  async get(type: string, ids: readonly string[]): Promise<Record<string, unknown>> {
    const found = await this.#keys.get(type, ids)
    return Object.fromEntries([...found].map(([id, bytes]) => [id, this.#codec.decode(type, bytes)]))
  }

  async set(changes: Changes): Promise<void> {
    const all = Object.entries(changes).flatMap(([type, values = {}]) =>
      Object.entries(values).map(([id, value]): KeyChange => ({
        type,
        id,
        value: value === null || value === undefined ? null : this.#codec.encode(value),
      })),
    )
    if (all.length > 0) await this.#keys.set(all)
  }

  /** Resolves once all credentials were stored. */
  async settled(): Promise<void> {
    await this.#saving
  }
}
