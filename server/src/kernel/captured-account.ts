import type { Channel } from '@verbatim/contract/channels.ts'
import type { Identity } from './captured-event.ts'

/**
 * What a delivery says of the account of a person: that it is connected to the source of the delivery, or not any more; or that
 * its owner has shown the token that only they were given (`claimed`). Or whether the archive of the source includes the person: the
 * account is not connected by that.
 */
export interface CapturedAccount {
  readonly kind: 'account'
  readonly channel: Channel
  readonly eventKey: string
  readonly at?: Date
  /** The person as the channel knows them. */
  readonly owner: Identity
  readonly state: 'claimed' | 'connected' | 'disconnected' | 'archived' | 'not-archived'
  /** When the provider said so, if that was before it was received. */
  readonly saidAt?: Date
  /** As given out (`ChannelConnector.claim`). */
  readonly token?: string
  /** From now on these names mean the account (`Webhook.routesOf`). */
  readonly routes?: readonly string[]
  /** Of two deliveries at the same time the one with the higher number is later. */
  readonly sequence?: number
}
