import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import {
  type ConnectableChannel,
  type ProvidedChannel,
  providedChannels,
} from '@verbatim/contract/channels.ts'
import { type ChannelCounts, countIntegrationAccounts } from '@verbatim/contract/integration-accounts.ts'
import { getProviderConnection, listProviderNumbers } from '@verbatim/contract/provider-connections.ts'

/** The channel, if its numbers belong to the organization's messaging provider. */
export const providedChannel = (channel: string): ProvidedChannel | undefined =>
  providedChannels.find((one) => one === channel)

export const connectionQuery = (api: Api, type: ProvidedChannel) =>
  queryOptions({
    queryKey: ['accounts', 'connection', type],
    queryFn: ({ signal }) => api(getProviderConnection, { params: { type } }, signal),
  })

/** Asks the provider, so it is asked once while a form is open. */
export const numbersQuery = (api: Api, type: ProvidedChannel) =>
  queryOptions({
    queryKey: ['provider-numbers', type],
    queryFn: ({ signal }) => api(listProviderNumbers, { params: { type } }, signal),
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  })

/** Every channel with its accounts, and from when on their history is fetched. */
export const channelsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['accounts', 'counts'],
    queryFn: ({ signal }) => api(countIntegrationAccounts, {}, signal),
  })

/** The history of a channel's accounts; undefined if its providers list none, or while it is not known. */
export const historyOf = (
  channels: { items: readonly ChannelCounts[] } | undefined,
  channel: ConnectableChannel,
) => channels?.items.find((one) => one.channel === channel)?.history
