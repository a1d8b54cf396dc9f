/**
 * Times in directories, which say who people are: by the moment of a message its people could be matched with their pseudonyms, so
 * readers under pseudonyms get the hour.
 */
import type { AccountGap } from '@verbatim/contract/account-gaps.ts'
import { accountList, listChannelAccounts } from '@verbatim/contract/accounts.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import { integrationList, listIntegrationAccounts } from '@verbatim/contract/integration-accounts.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import { Failure } from '#kernel/failure.ts'
import { parsed } from './questions.ts'

/** The hour in which it was. */
const hourOf = (at: string): string => new Date(Math.floor(Date.parse(at) / hourMs) * hourMs).toISOString()

interface Timed {
  readonly lastEventAt: string | null
}

/** An account of a directory, with the hours of what it received. */
export const hideTime = <A extends Timed>(account: A): A => ({
  ...account,
  lastEventAt: account.lastEventAt && hourOf(account.lastEventAt),
})

/** A silence begins and ends with a message. */
export const hideTimes = <A extends Timed & { readonly gaps: readonly AccountGap[] }>(account: A): A => ({
  ...hideTime(account),
  gaps: account.gaps.map(({ beganAt, endedAt, ...gap }) => ({
    ...gap,
    beganAt: hourOf(beganAt),
    ...(endedAt && { endedAt: hourOf(endedAt) }),
  })),
})

const lists: ReadonlyMap<Endpoint, ListSpec> = new Map<Endpoint, ListSpec>([
  [listChannelAccounts, accountList],
  [listIntegrationAccounts, integrationList],
])

/** By filters a moment could be found step by step; days can be asked for. @throws Failure `identity.hidden` */
export function refuseMoments(endpoint: Endpoint, query: unknown): void {
  const spec = lists.get(endpoint)
  const { filter = [] } = (spec && parsed(spec, query as Record<string, unknown>)) ?? {}
  const isMoment = (value: string) => value.includes('T')
  if (filter.some(({ field, values }) => field === 'lastEventAt' && values.some(isMoment)))
    throw new Failure('identity.hidden')
}
