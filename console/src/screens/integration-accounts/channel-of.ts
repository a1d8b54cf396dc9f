import { notFound } from '@tanstack/react-router'
import {
  type ConnectableChannel,
  connectableChannels,
  type ImportableChannel,
  importableChannels,
} from '@verbatim/contract/channels.ts'

/** @throws For an address that names no channel whose accounts are connected here. */
export function channelOf(named: string): ConnectableChannel {
  const channel = connectableChannels.find((one) => one === named)
  if (!channel) throw notFound()
  return channel
}

/** @throws For an address that names no channel whose accounts are imported. */
export function importableOf(named: string): ImportableChannel {
  const channel = importableChannels.find((one) => one === named)
  if (!channel) throw notFound()
  return channel
}
