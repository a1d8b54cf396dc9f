import { z } from 'zod'
import type { Identity } from '#kernel/captured-event.ts'
import type { RestAnswer, RestSession } from './rest.ts'

/** An address that Twilio calls, and how. An empty address is none. */
export const Hook = z.object({ url: z.string(), method: z.string() })
export type Hook = z.output<typeof Hook>

/** By what Twilio calls them for: messages, failures of the first, states of our own messages. */
export const Hooks = z.record(z.string(), Hook)
export type Hooks = Readonly<Record<string, Hook>>

/** A number or a WhatsApp sender, which receives messages at Twilio. */
export interface Receiver {
  readonly sid: string
  readonly phone: string
  readonly label: string | undefined
  /** Registered, online, and not for calls only. */
  readonly canReceive: boolean
  /** An application takes its messages, whatever its hooks are. */
  readonly hasApplication: boolean
  readonly hooks: Hooks
}

/** Where a messaging service lists its members of one kind. */
export interface ServiceMembers {
  readonly path: string
  readonly rows: string
}

/** One kind of receivers. */
export interface Receivers {
  /** What an account remembers the SID as. */
  readonly sidName: string
  /** The hook that Twilio calls for messages. */
  readonly messageHook: string
  /** Where a messaging service lists them. */
  readonly inService: ServiceMembers
  /**
   * The account's own, with its hooks; refused as `address-unknown` if Twilio does not have it.
   * @param list Where all have to be read for it; by default `list`.
   */
  find(
    session: RestSession,
    address: Identity,
    list?: () => Promise<RestAnswer<Receiver[]>>,
  ): Promise<RestAnswer<Receiver>>
  list(session: RestSession): Promise<RestAnswer<Receiver[]>>
  /** Sets all its hooks. */
  setHooks(session: RestSession, sid: string, hooks: Hooks): Promise<RestAnswer<unknown>>
}

/** A text of Twilio's, which writes nothing as an empty text, as null or not at all. */
export const text = z
  .string()
  .nullish()
  .transform((written) => written ?? '')

export const isSame = (one: Identity, other: Identity) => one.kind === other.kind && one.value === other.value
