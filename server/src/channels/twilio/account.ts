import type { ChannelAccount } from '#channels/connector.ts'
import type { Identify } from './identity.ts'

/** The account that a delivery is read for, with what names the people in it. */
export interface ReadingAccount extends ChannelAccount {
  readonly identify: Identify
}
