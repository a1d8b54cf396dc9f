import type { Channel } from '@verbatim/contract/channels.ts'
import type { ConnectionRefusal } from '@verbatim/contract/connection-refusals.ts'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import type { CapturedEvent, Identity } from '#kernel/captured-event.ts'

/**
 * Our code for a channel: first the parts of every channel, then those of only some. A flow asks for the
 * capability (`findConnector(channel)?.media`) and never for the channel. Connectors translate, and flows decide and store.
 */
export interface ChannelConnector {
  readonly channel: Channel
  /** The owner of an account, from the address that was entered. `parse` uses the same name for the same person. */
  identityOf(address: string): Identity
  /**
   * The transport-level key of a delivery; a redelivery has the same key.
   * @param delivery With the hash of its body, if it is known.
   */
  rawKey(
    delivery: Pick<StoredDelivery, 'body' | 'contentType' | 'headers'> & { readonly sha256?: Uint8Array },
  ): string
  /**
   * The contents of a delivery. Pure, without a clock or a request: a record may be read again at any time. Unknown content
   * becomes a message of type `unsupported`, never an empty result or an error.
   */
  parse(stored: StoredDelivery, account: ChannelAccount): CapturedEvent[] | Promise<CapturedEvent[]>
  /** How long the provider keeps what it could not deliver, and hands it over once an account is connected again. */
  readonly keepsForMs?: number
  /** Its accounts use the organization's credentials at its messaging provider, unless they have their own. */
  readonly usesMessagingProvider?: true
  /** The provider calls us over HTTP. */
  readonly webhook?: Webhook
  /** For mail to an address of the account. */
  readonly smtp?: SmtpDelivery
  /** Attachments stay at the provider, and are fetched after their message. */
  readonly media?: MediaSource
  /** The provider lists what it has, so that what its deliveries missed is found and fetched. */
  readonly listing?: Listing
  /** Verbatim itself makes the provider deliver to it. Without it, people set that up at the provider. */
  readonly connection?: Connection
  /** Verbatim itself holds a connection to the provider, or asks it again and again. */
  readonly collection?: Collection
  /** The owner of a person's account shows a token to its source, so that the account is surely theirs. */
  readonly claim?: Claim
  /** The worker's reading needs resources while it runs: threads or a cache. */
  openReader?(limits: ReadingLimits): Reader
}

/** The capabilities of only some channels, by their names in `ChannelConnector`. */
export type Capability = 'webhook' | 'smtp' | 'media' | 'listing' | 'connection' | 'collection'

/** One owner's connected account, for a connector. */
export interface ChannelAccount {
  readonly id: AccountId
  readonly tenantId: TenantId
  readonly channel: Channel
  /** The result of `identityOf`. */
  readonly address: Identity
  /** The organization's mail domains, which decide the direction of mail. */
  readonly ourDomains: readonly string[]
  /** The account's settings and its secrets, decrypted. The connector knows their shape. Secrets are never logged. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, unknown>>
  /** Of a source: the addresses of the accounts of people that receive through it. */
  readonly people?: readonly string[]
  /** The account through which its messages arrive, such as a bot's: that one has the credentials. */
  readonly source?: Pick<ChannelAccount, 'id' | 'address' | 'settings' | 'secrets'>
}

/** A delivery over HTTP, before anything is known about it. */
export interface Delivery {
  readonly method: 'GET' | 'POST'
  /** The address configured at the provider: the public base and the path with its query, never from the Host header. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** Stored bytes, with everything needed to read them again at any time. */
export interface StoredDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: Uint8Array
  readonly receivedAt: Date
}

export interface Webhook {
  /**
   * Refuses a delivery that the provider did not make. Compares in constant time.
   * @throws Failure `capture.bad-signature`, `capture.no-signature`
   */
  verify(delivery: Delivery, account: ChannelAccount): void
  /**
   * The answer, as plain text, to a request that only checks the address; undefined for any other. Nothing of it is kept.
   * @throws Failure as `verify`
   */
  challenge?(delivery: Delivery, account: ChannelAccount): string | Uint8Array | undefined
  /**
   * For deliveries that arrive encrypted: the form of a verified one that is kept, and read from then on. Without it, the bytes are
   * kept as they were received.
   */
  open?(delivery: Delivery, account: ChannelAccount): Delivery
  /** The answer the provider expects for a delivery that is durable. */
  readonly acknowledgement: { readonly status: number; readonly contentType?: string; readonly body?: string }
  /** Headers to store with the bytes, in lower case. All others, and every secret, are dropped. */
  readonly keptHeaders: readonly string[]
  /** For an account that is a source: names of the account that the delivery belongs to, the best first (`domains/accounts/routes.ts`). */
  routesOf?(delivery: Delivery): readonly string[]
}

export interface Claim {
  /**
   * What the owner does to show the token. An account event in state `claimed` then has it.
   * @param token Letters, digits, `-` and `_`: at most 64.
   */
  stepOf(source: { readonly address: Identity }, token: string): LinkStep
}

/**
 * Runs in one process for each account, by a lease; it starts again after each end, at once or later. Connectors do no
 * reading there: they hand over bytes, which `parse` reads like those of a webhook.
 */
export interface Collection {
  /** The account works only once its owner did what the connector asks by `Session.ask`. */
  readonly needsOwner?: true
  /**
   * The provider does not give a delivery again that we took. The flow then writes it to a file first, which survives a
   * database that is away.
   */
  readonly forgets?: true
  /** The provider ends the link if the owner's phone is away for long. The connector says when it notices the phone. */
  readonly phone?: LinkedPhone
  /** Ends when the signal aborts, when the connection ends, or when the owner was needed and did not act. */
  collect(account: ChannelAccount, session: Session): Promise<SessionEnd>
  /** Ends the link at the provider, because the account is being removed. May be repeated. */
  unlink?(
    account: ChannelAccount,
    session: Pick<Session, 'keys' | 'signal' | 'limits'>,
  ): Promise<ConnectionOutcome>
}

export interface LinkedPhone {
  /** The link ends after so many days without the phone. */
  readonly endsAfterDays: number
  /** The days without it on which the owner is warned, in order. */
  readonly warnOnDays: readonly number[]
}

/** What the flow gives a connector while it collects. */
export interface Session {
  readonly signal: AbortSignal
  /** The clock that all processes share. */
  readonly now: () => Date
  readonly limits: CallLimits
  /** As it was kept last; undefined before the first. */
  readonly cursor: unknown
  /**
   * Makes deliveries durable and, in the same transaction, the cursor. Take no further ones, and confirm none to the
   * provider, before it resolves.
   */
  keep(deliveries: readonly CollectedDelivery[], cursor?: unknown): Promise<void>
  /** What the connection must remember, sealed in the database. */
  readonly keys: KeyStore
  /** Shows the owner what to do now; undefined if there is nothing to do any more. */
  ask(step: LinkStep | undefined): Promise<void>
  /** The kind of step that the owner prefers now, if they chose one. */
  readonly wanted: LinkStep['kind'] | undefined
  /** The account is linked, and what is sent from now on arrives. Call it at each opening. */
  connected(): Promise<void>
  /** The owner's phone did something at this time. May be called often, and fails silently. */
  sawPhone(at: Date): void
}

export interface CollectedDelivery {
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: Uint8Array
  /** It is from before the account was linked. */
  readonly isHistory?: true
  /** As `Webhook.routesOf` returns them. */
  readonly routes?: readonly string[]
}

export interface KeyStore {
  /** Those of `ids` that exist. */
  get(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
  /** All in one transaction; a value of null removes. */
  set(changes: readonly KeyChange[]): Promise<void>
  /** Removes all: the account must be linked anew. */
  clear(): Promise<void>
}

export interface KeyChange {
  readonly type: string
  readonly id: string
  readonly value: Uint8Array | null
}

/** `again` starts at once, `retry` after a while, `refused` once people reconnect the account. */
export type SessionEnd =
  | { readonly outcome: 'again' }
  | { readonly outcome: 'retry'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly reason: ConnectionRefusal }

export interface SmtpDelivery {
  /** The senders who may send mail to the account. */
  admissionOf(account: Pick<ChannelAccount, 'settings' | 'secrets'>): MailAdmission
}

/** An absent field means no limit. */
export interface MailAdmission {
  readonly networks?: readonly string[]
  readonly senders?: readonly string[]
  readonly requireTls?: boolean
  /** Senders sign in with the account's address and this password. */
  readonly password?: string
}

export interface MediaSource {
  /** Fetches an attachment's content. Calls the provider's own hosts only, and never a private address. */
  fetch(url: string, account: ChannelAccount, limits: MediaLimits): Promise<MediaOutcome>
}

/** A second way to the same messages: what the provider has, whether or not it delivered it. */
export interface Listing {
  /**
   * One page of the account's messages that were sent from `from` and before `before`, in any order; all pages together have
   * each of them once.
   * @param page The `next` of the page before; undefined for the first.
   */
  list(account: ChannelAccount, asked: ListedTime, limits: ListingLimits): Promise<ListingOutcome>
}

export interface ListedTime {
  readonly from: Date
  readonly before: Date
  readonly page?: string | undefined
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
  readonly sentAt: Date
  /** It is no message of its own, such as a tapback: it is kept, and not counted. */
  readonly isAside?: true
  /** Its bytes say what became of it, such as an edit or its delivery: they are kept even if the message is known. */
  readonly isFollowed?: true
  readonly contentType: string
  readonly body: Uint8Array
}

export type ListingOutcome =
  | { readonly outcome: 'page'; readonly messages: readonly ListedMessage[]; readonly next?: string }
  | { readonly outcome: 'retry'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly reason: ConnectionRefusal }

/** Sets up the delivery at the provider, and takes it down. Each call may be repeated: it then changes nothing more. */
export interface Connection {
  /** Checks the credentials and the account's address, and makes the provider deliver to `webhookUrl`. */
  connect(account: ChannelAccount, webhookUrl: string, limits: CallLimits): Promise<ConnectionOutcome>
  /** Ends the delivery; what was set at the provider before is set again. An account that is gone there is disconnected. */
  disconnect(account: ChannelAccount, webhookUrl: string, limits: CallLimits): Promise<ConnectionOutcome>
  /**
   * Whether the provider still delivers to `webhookUrl`; what can be set right without people is. It is asked again and again
   * while the account stands.
   */
  check?(account: ChannelAccount, webhookUrl: string, limits: CheckLimits): Promise<CheckOutcome>
  /** The addresses at the provider that people can choose from, before there is an account. */
  offers?(secrets: Readonly<Record<string, unknown>>, limits: CallLimits): Promise<OffersOutcome>
}

export interface CheckLimits extends CallLimits {
  readonly now: Date
}

/** `done` if it delivers, `retry` if it could not be asked, and otherwise what is wrong. */
export type CheckOutcome =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'retry'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly reason: ConnectionRefusal }

/** An address that the provider has. */
export interface Offer {
  readonly address: string
  /** What people call it at the provider. */
  readonly label?: string
  /** `connect` would refuse it, because something else at the provider takes its messages. */
  readonly isTaken?: boolean
}

export type OffersOutcome =
  | { readonly outcome: 'done'; readonly offers: readonly Offer[] }
  | { readonly outcome: 'retry'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly reason: ConnectionRefusal }

/** For one call to a provider. Calls never follow redirects, and never reach a private address. */
export interface CallLimits {
  readonly timeoutMs: number
  /** As in `MediaLimits`. */
  readonly extraHosts?: readonly string[]
  /** As in `MediaLimits`. */
  readonly variables?: ChannelVariables
}

/** What the operator set for single channels, by the names of the variables (`platform/config/channels.ts`). */
export type ChannelVariables = Readonly<Record<string, string>>

/** `done` with what to remember in the account's settings and secrets; `retry` later, after `afterMs` if the provider said so; `refused` until people change something. */
export type ConnectionOutcome =
  | {
      readonly outcome: 'done'
      readonly settings?: Readonly<Record<string, unknown>>
      readonly secrets?: Readonly<Record<string, unknown>>
    }
  | { readonly outcome: 'retry'; readonly reason: string; readonly afterMs?: number }
  | { readonly outcome: 'refused'; readonly reason: ConnectionRefusal }

export interface MediaLimits {
  readonly maxBytes: number
  /** For the whole fetch, including redirects. */
  readonly timeoutMs: number
  /** Hosts (`name` or `name:port`) that replace the provider's on a test bench; only they may be private addresses. */
  readonly extraHosts?: readonly string[]
  readonly variables?: ChannelVariables
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
    }
  | { readonly outcome: 'retry'; readonly reason: string; readonly afterMs?: number }
  | {
      readonly outcome: 'gap'
      readonly reason: 'host-refused' | 'gone' | 'not-found' | 'too-large' | 'too-many-redirects'
    }

/** Limits for deliveries that strangers may have sent: each is read in a separate thread within these. */
export interface ReadingLimits {
  readonly threads: number
  /** For one delivery. */
  readonly timeoutMs: number
  /** For the heap of one thread, without the bytes of the delivery itself. */
  readonly memoryMb: number
  /** The program of the threads; tests replace it with one that misbehaves. */
  readonly program?: URL
}

/** Reads with the same result as its connector, until it is closed. */
export interface Reader extends Pick<ChannelConnector, 'identityOf' | 'parse'> {
  close(): Promise<void>
}

/** A delivery that a reader could not read within its limits. Others like it may not fit either; its bytes are kept. */
export class OverLimits extends Error {
  override name = 'OverLimits'
}

/**
 * The stored form of a delivery: its body as received or, for a GET, its query in the form of a body. It
 * contains everything that a connector reads later.
 */
export function bodyToKeep(delivery: Delivery): Pick<StoredDelivery, 'body' | 'contentType'> {
  if (delivery.method === 'GET') {
    const query = delivery.url.split('#', 1)[0]?.split('?').slice(1).join('?') ?? ''
    return { body: Buffer.from(query), contentType: 'application/x-www-form-urlencoded' }
  }
  return { body: delivery.body, contentType: delivery.headers['content-type'] ?? '' }
}
