import { z } from 'zod'
import { keysOf } from './keys-of.ts'

/** The kinds of captured media, in the order of the interface. Source: docs/rules/channels.md. */
export const channelNames = {
  imessage: 'iMessage',
  proofpoint: 'Archive journal',
  signal: 'Signal',
  sms: 'SMS/MMS',
  telegram: 'Telegram',
  wecom: 'WeCom',
  whatsapp: 'WhatsApp Business',
  whatsappnative: 'WhatsApp',
}
export const channels = keysOf(channelNames)
export const Channel = z.enum(channels)
export type Channel = z.infer<typeof Channel>

/** Where people go on with a conversation of a channel: an archive's journal is of their email. */
export const placeOf = (channel: Channel): string =>
  channel === 'proofpoint' ? 'email' : channelNames[channel]

/** The channels whose accounts are connected in the product. */
export const connectableChannels = channels
/** Those whose numbers belong to the organization's messaging provider. */
export const providedChannels = ['sms', 'whatsapp'] as const satisfies Channel[]
export type ProvidedChannel = (typeof providedChannels)[number]
/** Those of them whose accounts can only be added once the provider is set up. */
export const providerFirstChannels: readonly ConnectableChannel[] = ['whatsapp']

export type ConnectableChannel = (typeof connectableChannels)[number]

/** Those whose accounts are imported from a file. Those of the others need a secret that administrators enter, which a file must not hold. */
export const importableChannels = [
  'imessage',
  'signal',
  'sms',
  'telegram',
  'wecom',
  'whatsapp',
  'whatsappnative',
] as const satisfies ConnectableChannel[]
/** Those of them whose imported accounts owners link: see `needsOwner` in the server. */
export const linkedChannels: readonly ImportableChannel[] = [
  'imessage',
  'signal',
  'telegram',
  'whatsappnative',
]
export type ImportableChannel = (typeof importableChannels)[number]

/** The channels of a type of account on the wire. The type WhatsApp has two; every other name means one. */
export const channelsOfType = (type: ConnectableChannel): readonly ConnectableChannel[] =>
  type === 'whatsapp' ? ['whatsapp', 'whatsappnative'] : [type]
