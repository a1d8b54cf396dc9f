import type { Channel } from '@verbatim/contract/channels.ts'
import type { ChannelConnector } from './connector.ts'
import { sms, whatsapp } from './twilio/connector.ts'

/** The channels that have a door. A new one is a folder and a line here. */
const connectors: Readonly<Partial<Record<Channel, ChannelConnector>>> = { sms, whatsapp }

/** Our code for a channel; undefined for one that is only kept and shown. */
export function findConnector(channel: Channel): ChannelConnector | undefined {
  return connectors[channel]
}
