import { accountForms, entryOf } from '@verbatim/contract/account-fields.ts'
import type { ImportableChannel } from '@verbatim/contract/channels.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { reachesChannel } from '#access/scope.ts'
import { findTakenAddresses } from '#domains/accounts/integration-queries.ts'
import { findRemoved } from '#domains/accounts/new-accounts.ts'
import { type AccountOwner, findOwners } from '#domains/accounts/owners.ts'
import { findSources } from '#domains/accounts/sources.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { needsOwner } from '#flows/connect/account-links.ts'
import { readAddress, unlinkedAddress } from '#flows/connect/addresses.ts'
import { addAccounts, type EnteredAccount } from '#flows/connect/new-accounts.ts'
import { isProviderMissing } from '#flows/connect/provider.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { AccountValue } from './account-kind.ts'
import type { Batch, RowResult } from './kind.ts'
import { retryWhenTaken } from './retry-when-taken.ts'

/** Imports a batch of accounts of a channel, which are created like those that are entered. Existing ones stay as they are. */
export function applyAccounts(
  tx: TenantTx,
  channel: ImportableChannel,
  batch: Batch<AccountValue>,
  now: Date,
): Promise<RowResult[]> {
  return retryWhenTaken(tx, ['account.address-taken'], () => apply(tx, channel, batch, now))
}

async function apply(
  tx: TenantTx,
  channel: ImportableChannel,
  { actor, settings, rows }: Batch<AccountValue>,
  now: Date,
): Promise<RowResult[]> {
  // It was there when the import was started.
  if (await isProviderMissing(tx, channel)) {
    const { message } = failures['account.no-provider']
    return rows.map(() => ({ outcome: 'failed', reason: message }))
  }
  const { country } = await requireOrganization(tx)
  const form = accountForms[channel].source
  const place: Place = {
    channel,
    country,
    isChannelWithin: reachesChannel(actor.scope, channel),
    owners: await findOwners(
      tx,
      actor.scope,
      channel,
      rows.flatMap(({ ownerEmail }) => (ownerEmail === '' ? [] : [ownerEmail.toLowerCase()])),
    ),
    sources: form
      ? await findSources(
          tx,
          actor.scope,
          channel,
          rows.map(({ source }) => source),
        )
      : [],
  }
  const read = rows.map((row) => readRow(place, row))
  const checked = await refuseTaken(tx, actor.scope, channel, read)
  const entered = checked.filter((row) => typeof row !== 'string')
  const added = await addAccounts(tx, actor, { channel, accounts: entered }, now)
  const results = new Map<unknown, RowResult>(
    added.map(({ entered: row, id: targetId, version, wasConnected }) => [
      row,
      {
        outcome: 'created',
        targetId,
        version,
        before: { wasConnected },
        mailDue:
          settings.sendInvitations &&
          row.ownerId !== null &&
          needsOwner({ channel, source: row.source, secrets: [] }),
      },
    ]),
  )
  return checked.map(
    (row) => results.get(row) ?? { outcome: 'failed', reason: typeof row === 'string' ? row : '' },
  )
}

interface Place {
  readonly channel: ImportableChannel
  readonly country: string
  readonly isChannelWithin: boolean
  readonly owners: ReadonlyMap<string, AccountOwner>
  readonly sources: Awaited<ReturnType<typeof findSources>>
}

/** What is to be added, or the reason why not. */
function readRow(place: Place, row: AccountValue): EnteredAccount | string {
  const { channel, country } = place
  const owner = row.ownerEmail === '' ? undefined : place.owners.get(row.ownerEmail.toLowerCase())
  if (row.ownerEmail !== '' && !owner) return failures['account.unknown-owner'].message
  if (!(owner?.isWithin ?? place.isChannelWithin)) return failures['account.beyond-scope'].message
  const source = sourceOf(place, row)
  if (typeof source === 'string') return source
  const kind = entryOf(channel, source).address
  try {
    const address = kind === 'made' ? unlinkedAddress() : readAddress({ channel, kind, country }, row.address)
    return { name: row.name, address, ownerId: owner?.id ?? null, source, settings: {} }
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

function sourceOf({ channel, sources }: Place, { source: written }: AccountValue) {
  const form = accountForms[channel].source
  if (!form) return undefined
  const key = written.toLowerCase()
  const [first, second] = sources.filter(
    ({ name, address }) => name.toLowerCase() === key || address.toLowerCase() === key,
  )
  const noun = form.field.toLowerCase()
  if (!first) return `There is no ${noun} “${written.slice(0, 100)}” that you can see.`
  return second ? `More than one ${noun} has the name “${written.slice(0, 100)}”. Enter its address.` : first
}

/** An address is given once: to an account that exists, or to the first row that has it. One that was removed comes back to those who reach it. */
async function refuseTaken(
  tx: TenantTx,
  scope: AccessScope,
  channel: ImportableChannel,
  read: readonly (EnteredAccount | string)[],
): Promise<(EnteredAccount | string)[]> {
  const addresses = read.flatMap((row) => (typeof row === 'string' ? [] : row.address))
  const taken = await findTakenAddresses(tx, channel, addresses)
  const removed = await findRemoved(tx, scope, channel, addresses)
  const given = new Set<string>()
  return read.map((row) => {
    if (typeof row === 'string') return row
    if (taken.has(row.address) || removed.get(row.address)?.isWithin === false)
      return failures['account.address-taken'].message
    if (given.has(row.address)) return 'An earlier row of the file has the same address.'
    given.add(row.address)
    return row
  })
}
