import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { CapturedEvent, Identity } from '#kernel/captured-event.ts'

/** One owner's connected account, as a connector needs to know it. */
export interface ChannelAccount {
  readonly id: AccountId
  readonly tenantId: TenantId
  readonly channel: Channel
  /** The account's own number, address or id, canonical. */
  readonly address: Identity
  /** Further addresses that are ours: mail domains for the journal, other numbers. */
  readonly ourDomains: readonly string[]
  /** Decrypted; what signatures are made with. Two during a rotation. Never logged. */
  readonly secrets: { readonly authTokens?: readonly string[]; readonly accountSid?: string }
}

/** A delivery at one of our HTTP doors, before anything is known about it. */
export interface Delivery {
  readonly method: 'GET' | 'POST'
  /** The address the provider was given: the configured public base and the path with its query, never the Host header. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** Bytes that were kept, with what is needed to read them again at any time. */
export interface StoredDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: Uint8Array
  readonly receivedAt: Date
}

/**
 * Our code for a channel. Everything here is pure but for `verify`'s constant-time comparison:
 * connectors translate, flows decide and store.
 */
export interface ChannelConnector {
  readonly channel: Channel
  /**
   * Refuses a delivery that the provider did not make.
   * @throws Failure `capture.bad-signature`, `capture.no-signature`
   */
  verify(delivery: Delivery, account: ChannelAccount): void
  /**
   * The transport-level key of a delivery: equal for a redelivery of the same thing.
   * @param delivery With the digest of its body, where that is known.
   */
  rawKey(
    delivery: Pick<StoredDelivery, 'body' | 'contentType' | 'headers'> & { readonly sha256?: Uint8Array },
  ): string
  /** What a delivery says. Unknown content becomes a message of type `unsupported`, never nothing and never an error. */
  parse(stored: StoredDelivery, account: ChannelAccount): CapturedEvent[] | Promise<CapturedEvent[]>
  /** The answer the provider expects for a kept delivery. */
  readonly acknowledgement: { readonly status: number; readonly contentType?: string; readonly body?: string }
  /** Headers worth keeping with the bytes, lower case. Anything else, and every secret, is dropped. */
  readonly keptHeaders: readonly string[]
}

/**
 * What is kept of a delivery: its body as received; for a GET, which has none, its query as the form it is.
 * Everything a connector reads later is in here.
 */
export function bodyToKeep(delivery: Delivery): Pick<StoredDelivery, 'body' | 'contentType'> {
  if (delivery.method === 'GET') {
    const query = delivery.url.split('#', 1)[0]?.split('?').slice(1).join('?') ?? ''
    return { body: Buffer.from(query), contentType: 'application/x-www-form-urlencoded' }
  }
  return { body: delivery.body, contentType: delivery.headers['content-type'] ?? '' }
}
