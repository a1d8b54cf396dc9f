/** What a connector asks of its provider: files, lists, and that messages are delivered. */
import type { ChannelAccount } from './connector.ts'
import type { Postponed, Unanswered } from './unanswered.ts'

/** For one call to a provider. Calls never follow redirects, and never reach a private address. */
export interface CallLimits {
  readonly timeoutMs: number
  /** Ends a call of which nothing comes for so long. */
  readonly silenceMs?: number
  /** Hosts (`name` or `name:port`) that replace the provider's on a test bench; only they may be private addresses. */
  readonly extraHosts?: readonly string[]
  readonly variables?: ChannelVariables
}

/** What the operator set for single channels, by the names of the variables (`platform/config/channels.ts`). */
export type ChannelVariables = Readonly<Record<string, string>>

/** Sets up the delivery at the provider, and takes it down. Each call may be repeated: it then changes nothing more. */
export interface Connection {
  /** Checks the credentials and the account's address, and makes the provider deliver to `webhookUrl`. */
  connect(account: ChannelAccount, webhookUrl: string, limits: ConnectLimits): Promise<ConnectionOutcome>
  /** Ends the delivery; what was set at the provider before is set again. An account that is gone there is disconnected. */
  disconnect(account: ChannelAccount, webhookUrl: string, limits: CallLimits): Promise<ConnectionOutcome>
  /**
   * Whether the provider still delivers to `webhookUrl`; what can be set right without people is. It is asked again and again
   * while the account is connected. What `connect` refuses is refused here too, because `done` clears the account's problem. Of an account that is collected, its `collection` reports its state.
   */
  check?(account: ChannelAccount, webhookUrl: string, limits: CheckLimits): Promise<CheckOutcome>
  /** The addresses at the provider that people can choose from, before there is an account. */
  offers?(secrets: Readonly<Record<string, unknown>>, limits: CallLimits): Promise<OffersOutcome>
}

/** What the account's settings remember now: another attempt may have changed something at the provider meanwhile. */
export interface ConnectLimits extends CallLimits {
  remembered(): Promise<Readonly<Record<string, unknown>>>
  /** Kept at once. Ask before a change at the provider for what only the provider knows until then: its answer may be lost. */
  remember(settings: Readonly<Record<string, unknown>>): Promise<void>
}

interface CheckLimits extends CallLimits {
  readonly now: Date
  /** When the provider last delivered something to the account: what failed before that is over. */
  readonly deliveredAt?: Date | undefined
  /** Ask just before anything is set at the provider: the account may have been removed meanwhile. */
  isUnchanged(): Promise<boolean>
}

/** `done` if it delivers, `retry` if it did not answer, `not-asked` if there is nothing to ask about, and otherwise what is wrong. */
export type CheckOutcome = { readonly outcome: 'done' } | { readonly outcome: 'not-asked' } | Unanswered

/** An address that the provider has. */
export interface Offer {
  readonly address: string
  /** What people call it at the provider. */
  readonly label?: string
  /** `connect` would refuse it, because something else at the provider takes its messages. */
  readonly isTaken?: boolean
}

/** Which of the credentials the provider refuses, under their names in `secrets`; tokens by their places. */
interface RefusedCredentials {
  readonly apiKey: boolean
  readonly authTokens: readonly number[]
  /** There is no conversation service of this name. */
  readonly conversationService: boolean
}

/** An answer that is `done` may have what is refused too: one of two tokens is enough. Absent if nothing is. */
export type OffersOutcome = ({ readonly outcome: 'done'; readonly offers: readonly Offer[] } | Unanswered) & {
  readonly refused?: RefusedCredentials
}

/** `done` with what to remember in the account's settings and secrets; `retry` later, after `afterMs` if the provider said so; `refused` until people change something. */
export type ConnectionOutcome =
  | {
      readonly outcome: 'done'
      readonly settings?: Readonly<Record<string, unknown>>
      readonly secrets?: Readonly<Record<string, unknown>>
      /** The provider delivers nothing: its `collection` fetches from now on. */
      readonly isCollected?: true
    }
  | Unanswered

/** A test message to an account, sent as others write to it. `mail`: the installation's own mail server sends it to the account's address. */
export type Canary =
  | { readonly by: 'mail' }
  | {
      readonly by: 'provider'
      send(
        account: ChannelAccount,
        message: { readonly from: string; readonly text: string },
        limits: CallLimits,
      ): Promise<CanaryOutcome>
    }

/** `done` once the provider has taken it; it may still not arrive. */
export type CanaryOutcome =
  | { readonly outcome: 'done' }
  | Postponed
  | { readonly outcome: 'refused'; readonly reason: 'not-configured' | 'credentials-refused' | 'refused' }

/** A second way to the same messages: what the provider has, whether or not it delivered it. */
export interface Listing {
  /** It has only what is not older than so many hours: what was not compared by then never can be. */
  readonly reachHours?: number
  /**
   * One page of the account's messages that were sent from `from` and before `before`, in any order; all pages together have
   * each of them once.
   * @param page The `next` of the page before; undefined for the first.
   */
  list(account: ChannelAccount, asked: ListedTime, limits: ListingLimits): Promise<ListingOutcome>
  /**
   * When messages were sent that the provider has written down after `mark`: those that reached it late, with an old time, are in no later
   * question about their time. Without a mark, only the first one.
   */
  arrivedSince?(
    account: ChannelAccount,
    mark: string | undefined,
    limits: ListingLimits,
  ): Promise<ArrivedOutcome>
  /** Without it, nothing is known of what a list lacks. */
  readonly lookup?: Lookup
}

/** Asks about single messages of ours that a list lacks: their time may not be the one that the list goes by. */
export interface Lookup {
  /** Whose messages the provider has: with other credentials or another device it may have others. Undefined if it is not configured. */
  placeOf(account: ChannelAccount): string | undefined
  /** Whether a key names a message at the provider. */
  isId(account: ChannelAccount, messageKey: string): boolean
  has(account: ChannelAccount, messageKey: string, limits: CallLimits): Promise<HasOutcome>
}

type HasOutcome = { readonly outcome: 'there' | 'gone' } | Unanswered

/** With the mark for the next question, which may be asked at once if there is more. */
export type ArrivedOutcome =
  | {
      readonly outcome: 'arrived'
      readonly sentAt: readonly Date[]
      readonly mark: string
      readonly isMore: boolean
      /** What the mark was of is gone, such as the database of a Mac that was replaced: the list may lack everything from before. */
      readonly isRenewed?: true
      /** It may be: a later answer says so, or no longer says this. */
      readonly isInDoubt?: true
    }
  | Unanswered

export interface ListedTime {
  readonly from: Date
  readonly before: Date
  readonly page?: string | undefined
  /** What the account's `collection` keeps as its cursor, if the channel has one. */
  readonly cursor?: unknown
}

export interface ListingLimits extends CallLimits {
  /** Messages of a page, at most. */
  readonly mostItems: number
  /** Of an answer. A longer one is refused as not understood. */
  readonly maxBytes: number
}

/** A message as the provider lists it: bytes that are kept and parsed like a delivery. */
export interface ListedMessage {
  /** The `messageKey` that `parse` gives it. */
  readonly messageKey: string
  /** The `rawKey` of its bytes, if the list knows it without reading them again. */
  readonly sourceKey?: string
  /** When it was sent, or when it came into the list, which then is by that. Its hour counts it. */
  readonly sentAt: Date
  /** The `rawKey` of its delivery: whole, or without the hash of the bytes at its end. Absent if no delivery brings it. */
  readonly deliveredAs?: { readonly key: string; readonly endsInHash?: true }
  /** It is no message of its own, such as a tapback: it is kept, and not counted. */
  readonly isAside?: true
  /** Its bytes say more than a delivery does, or report a change such as an edit: they are kept even if the message is known. */
  readonly isFollowed?: true
  /** As those of a delivery, and kept with it. */
  readonly headers?: Readonly<Record<string, string>>
  /** As `Webhook.routesOf` returns them. */
  readonly routes?: readonly string[]
  readonly contentType: string
  readonly body: Uint8Array
}

export type ListingOutcome =
  | {
      readonly outcome: 'page'
      readonly messages: readonly ListedMessage[]
      readonly next?: string
      /** It says nothing of what came from then on; undefined if it says everything until `before`. */
      readonly until?: Date
    }
  | Unanswered

export interface MediaSource {
  /** Fetches an attachment's content. Calls the provider's own hosts only, and never a private address. */
  fetch(url: string, account: ChannelAccount, limits: MediaLimits): Promise<MediaOutcome>
  /** What all addresses of one file have in common. Without it, another address is another file. */
  fileAt?(url: string): string
}

/** The time is for the whole fetch, including redirects. */
export interface MediaLimits extends CallLimits {
  readonly maxBytes: number
  /** Counted from 1. A medium may be missing for some seconds after its message; after that it does not exist. */
  readonly attempt?: number
}

/** The result of a fetch. `retry` means to try again later, `gap` never: the attachment is recorded as missing. */
export type MediaOutcome =
  | {
      readonly outcome: 'fetched'
      readonly bytes: Uint8Array
      readonly sha256: string
      readonly mimeDeclared?: string
      readonly mimeDetected?: string
      /** The provider says that it has another hash, however often it was asked for. */
      readonly hashDiffers?: true
    }
  | Postponed
  | {
      readonly outcome: 'gap'
      readonly reason: 'host-refused' | 'gone' | 'not-found' | 'too-large' | 'too-many-redirects'
    }

/** What a provider knows of a conversation besides its messages. */
export interface RosterSource {
  /** Asks for a conversation that has messages: at most once a day while something is said, and soon after a hint (`CapturedHint`). */
  ask(account: ChannelAccount, conversationKey: string, limits: RosterLimits): Promise<RosterOutcome>
  /**
   * Takes back what questions set up at the provider, before the account is disconnected. What is gone there is taken back.
   * @param conversationKeys All names of its conversations (`CapturedRoster.conversationAliases`).
   */
  leave?(
    account: ChannelAccount,
    conversationKeys: readonly string[],
    limits: CallLimits & { readonly webhookUrl: string },
  ): Promise<{ readonly outcome: 'done' } | Unanswered>
}

interface RosterLimits extends CallLimits {
  readonly now: Date
  /** Where the account is delivered to; undefined if it is not. */
  readonly webhookUrl?: string | undefined
  /**
   * Ask just before anything is set at the provider: the account may have been removed meanwhile. If not, `leave` is given this name of
   * the conversation from then on, whatever becomes of the question.
   */
  isUnchanged(name: string): Promise<boolean>
}

/** `answered` with bytes that are kept and that `parse` reads as a roster; the same answer gives the same bytes. `nothing` if there is none. */
export type RosterOutcome =
  | {
      readonly outcome: 'answered'
      /** What else the provider refused, as a code. */
      readonly problem?: string
      readonly contentType: string
      readonly headers?: Readonly<Record<string, string>>
      readonly body: Uint8Array
    }
  | { readonly outcome: 'nothing' }
  | Unanswered

/** What a provider knows of the accounts of people that receive through a source. */
export interface StandingSource {
  /** Asks about these people, once a day. Only what differs from what was said before is an answer. */
  ask(
    source: ChannelAccount,
    people: readonly PersonAtSource[],
    limits: CallLimits & { readonly now: Date },
  ): Promise<StandingOutcome>
}

/** The account of a person, and what was said of it last (`CapturedAccount`). */
export interface PersonAtSource {
  readonly address: string
  readonly isConnected: boolean | undefined
  readonly routes: readonly string[]
}

/** Bytes that are kept for the account with this address, and that `parse` reads as an account event. */
export interface StandingStatement {
  readonly address: string
  readonly contentType: string
  readonly body: Uint8Array
}

/** `unanswered` if the provider stopped answering on the way: all are asked about again. */
export type StandingOutcome =
  | {
      readonly outcome: 'answered'
      readonly statements: readonly StandingStatement[]
      readonly unanswered?: Unanswered
    }
  | { readonly outcome: 'nothing' }
  | Unanswered
