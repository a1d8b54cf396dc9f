import type { KeyStore } from '#channels/collection.ts'
import type { CallLimits } from '#channels/provider-calls.ts'
import type { Clock } from '#kernel/clock.ts'

/** A device of WhatsApp's own protocol, as far as we use one: it takes what arrives, and never sends, reads or shows presence. */
export interface LinkedDevice {
  /** The account it is linked to; undefined before it is. */
  me(): LinkedAccount | undefined
  /** A code that the owner types instead of scanning a picture. Once the first picture was shown. @param digits Of the number. */
  requestCode(digits: string): Promise<string>
  /** The groups of the account, as the library describes them. */
  groups(): Promise<readonly unknown[]>
  /** Numbers of people of whom only the privacy id is known. */
  phonesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Reads what the phone announced of its history, from now on. Call it once the account is the right one. */
  readHistory(): void
  /** Removes the device from the account. */
  logOut(): Promise<void>
  /** Ends the connection, after everything that it must remember was stored. */
  close(): Promise<void>
}

export interface LinkedAccount {
  /** Its address, which is its number. */
  readonly id: string
  /** Its privacy id. */
  readonly lid?: string
}

export type DeviceState =
  | { readonly state: 'qr'; readonly value: string }
  | { readonly state: 'open' }
  /** With the status by which the server ended the connection. Nothing follows. */
  | { readonly state: 'closed'; readonly status: number | undefined }
  /** Its keys could not be stored, so it must not go on. */
  | { readonly state: 'failed'; readonly error: unknown }

export interface DeviceOptions extends Clock {
  readonly keys: KeyStore
  readonly limits: CallLimits
  readonly onState: (state: DeviceState) => void
  /**
   * Called once for each event, when it happens and before the library changes its data any further. Takes it at once.
   * @returns what resolves once it is durable, so that its arrival may be confirmed; never, if it cannot be.
   */
  readonly onEvent: (name: string, data: unknown) => Promise<void> | void
  /** A part of the history was announced that cannot be had, or is none. */
  readonly onLost: () => void
}

export type OpenDevice = (options: DeviceOptions) => Promise<LinkedDevice>
