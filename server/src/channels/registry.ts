import type { Channel } from '@verbatim/contract/channels.ts'
import type { Capability, ChannelConnector, Reader, ReadingLimits } from './connector.ts'
import { imessage } from './imessage/connector.ts'
import { proofpoint } from './journal/connector.ts'
import { signal } from './signal/connector.ts'
import { telegram } from './telegram/connector.ts'
import { sms, whatsapp } from './twilio/connector.ts'
import { wecom } from './wecom/connector.ts'
import { whatsappnative } from './whatsapp-native/connector.ts'

/** Every connector. A new one is a folder and its name here. */
const all: readonly ChannelConnector[] = [
  imessage,
  proofpoint,
  signal,
  sms,
  telegram,
  wecom,
  whatsapp,
  whatsappnative,
]
const byChannel: ReadonlyMap<Channel, ChannelConnector> = new Map(all.map((one) => [one.channel, one]))

/** Our code for a channel; undefined for a channel whose messages are only stored and shown. */
export function findConnector(channel: Channel): ChannelConnector | undefined {
  return byChannel.get(channel)
}

/** What all addresses of one file at its provider have in common. */
export const fileAt = (channel: Channel, url: string): string =>
  findConnector(channel)?.media?.fileAt?.(url) ?? url

/** The channels with this capability. */
export function channelsWith(capability: Capability): Channel[] {
  return all.flatMap((one) => (one[capability] ? one.channel : []))
}

/** The channels of whose accounts what was sent before they were added can come, as far back as people want it. */
export const channelsWithHistory = (): Channel[] =>
  all.flatMap(({ listing, givesHistory, channel }) =>
    givesHistory || (listing && listing.reachHours === undefined) ? channel : [],
  )

/** The channels on which owners of people's accounts may leave out chats unnoticed. */
export const channelsWithExclusions = (): Channel[] =>
  all.flatMap(({ claim, channel }) => (claim?.mayExclude ? channel : []))

/** The channels on which messages of an application are captured. */
export const channelsOfApplication = (name: string): Channel[] =>
  all.flatMap(({ application, channel }) => (application === name ? channel : []))

/** The connectors of accounts that Verbatim collects itself. */
export function findCollectors(): (ChannelConnector & Required<Pick<ChannelConnector, 'collection'>>)[] {
  return all.flatMap((one) => (one.collection ? [{ ...one, collection: one.collection }] : []))
}

/** The readers of records, for a process that reads records which others stored. */
export interface Readers {
  /** How many records are worth reading at once. */
  readonly atOnce: number
  find(channel: Channel): Pick<Reader, 'identityOf' | 'parse'> | undefined
  close(): Promise<void>
}

/** Opens the readers of all connectors, each with its dependencies. */
export function openReaders(limits: ReadingLimits): Readers {
  const opened = new Map(
    all.flatMap((one) => (one.openReader ? [[one.channel, one.openReader(limits)]] : [])),
  )
  return {
    atOnce: limits.threads,
    find: (channel) => opened.get(channel) ?? findConnector(channel),
    async close() {
      await Promise.all([...opened.values()].map((reader) => reader.close()))
    },
  }
}
