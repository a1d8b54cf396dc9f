import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import type { CapturedEvent, CapturedMessage, CapturedVote, Identity } from '#kernel/captured-event.ts'
import type { Collection } from './collection.ts'
import type {
  Canary,
  ChannelVariables,
  Connection,
  Listing,
  MediaSource,
  RosterSource,
  StandingSource,
} from './provider-calls.ts'

/**
 * Our code for a channel: first the parts of every channel, then those of only some. A flow asks for the
 * capability (`findConnector(channel)?.media`) and never for the channel. Connectors translate, and flows decide and store.
 */
export interface ChannelConnector {
  readonly channel: Channel
  /** The application that people mean by its name, as the analyser finds it in their texts; absent if it is no application. */
  readonly application?: string
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
  /**
   * How long the provider keeps what it could not deliver, and hands it over once an account is connected again; a function if that
   * depends on how the operator runs something. Undefined if it is not known.
   */
  readonly keepsForMs?: number | ((variables: ChannelVariables) => number | undefined)
  /** An account that is linked again is handed recent history, which may be incomplete. */
  readonly givesHistory?: true
  /** A person has one reaction to a message, or to each of its parts: a further one replaces it. */
  readonly oneReaction?: true
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
  /** The provider says what conversations are called, and who is in them, only when it is asked. */
  readonly roster?: RosterSource
  /** A source is asked whether the accounts of people still receive through it: what it delivers does not say so, or may be lost. */
  readonly standings?: StandingSource
  /** Verbatim itself makes the provider deliver to it. Without it, people set that up at the provider. */
  readonly connection?: Connection
  /** Verbatim itself holds a connection to the provider, or asks it again and again. */
  readonly collection?: Collection
  /**
   * Votes in polls arrive sealed. Opens each with a delivery of its poll; undefined if that has nothing that opens it. Pure, like `parse`.
   */
  openVotes?(
    poll: StoredDelivery,
    account: ChannelAccount,
  ): (vote: CapturedVote) => CapturedMessage | undefined
  /** A test message can be sent to an account, to see that it arrives. */
  readonly canary?: Canary
  /** The owner of a person's account shows a token to its source, so that the account is surely theirs. */
  readonly claim?: Claim
  /** The worker's reading needs resources while it runs: threads or a cache. */
  openReader?(limits: ReadingLimits): Reader
}

/** The capabilities of only some channels, by their names in `ChannelConnector`. */
export type Capability =
  | 'givesHistory'
  | 'webhook'
  | 'smtp'
  | 'media'
  | 'listing'
  | 'roster'
  | 'standings'
  | 'connection'
  | 'collection'
  | 'canary'
  | 'oneReaction'
  | 'claim'

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
   * The form of a verified delivery that is kept, and read from then on: of one that arrives encrypted, or that is read as its address
   * says. Without it, the bytes are kept as they were received.
   */
  open?(delivery: Delivery, account: ChannelAccount): Delivery
  /** The answer the provider expects for a delivery that is durable. */
  readonly acknowledgement: { readonly status: number; readonly contentType?: string; readonly body?: string }
  /** Headers to store with the bytes, in lower case. All others, and every secret, are dropped. */
  readonly keptHeaders: readonly string[]
  /** Whether the delivery comes another way than the account's messages, so that it does not show that those still come. */
  isBeside?(delivery: Delivery): boolean
  /** Whether the delivery only says that there is something to collect: the account's `collection` is woken from its rest. */
  wakesCollection?(delivery: Delivery): boolean
  /** For an account that is a source: names of the account that the delivery belongs to, the best first (`domains/accounts/routed-accounts.ts`). */
  routesOf?(delivery: Delivery): readonly string[]
}

interface Claim {
  /**
   * What the owner does to show the token. An account event in state `claimed` then has it.
   * @param token Letters, digits, `-` and `_`: at most 64.
   */
  stepOf(source: { readonly address: Identity }, token: string): LinkStep
  /** The owner of a person's account may leave out chats, and the provider does not say which: no list could show it. */
  readonly mayExclude?: true
}

interface SmtpDelivery {
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
