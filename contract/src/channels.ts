import { z } from 'zod'

/** The kinds of captured media, in the order of the interface. Source: docs/rules/channels.md. */
export const channels = [
  'imessage',
  'proofpoint',
  'signal',
  'sms',
  'telegram',
  'wecom',
  'whatsapp',
  'whatsappnative',
] as const
export const Channel = z.enum(channels)
export type Channel = z.infer<typeof Channel>

/** The channels whose accounts are connected in the product. */
export const connectableChannels = [
  'imessage',
  'proofpoint',
  'signal',
  'sms',
  'telegram',
  'whatsapp',
] as const satisfies Channel[]
/** Those whose numbers belong to the organization's messaging provider. */
export const providedChannels = ['sms', 'whatsapp'] as const satisfies Channel[]
export type ProvidedChannel = (typeof providedChannels)[number]

export type ConnectableChannel = (typeof connectableChannels)[number]

/** The name of each channel. */
export const channelNames: Record<Channel, string> = {
  imessage: 'iMessage',
  proofpoint: 'Archive journal',
  signal: 'Signal',
  sms: 'SMS/MMS',
  telegram: 'Telegram',
  wecom: 'WeCom',
  whatsapp: 'WhatsApp Business',
  whatsappnative: 'WhatsApp',
}
