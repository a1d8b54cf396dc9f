import type { ChannelAccount } from '#channels/connector.ts'
import type { Identify } from './identity.ts'

/** The account of a delivery, and the function that identifies its people. */
export interface ReadingAccount extends ChannelAccount {
  readonly identify: Identify
}
