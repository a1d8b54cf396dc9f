import { accountState, accountStates } from '@verbatim/contract/account-states.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { IntegrationAccount } from '@verbatim/contract/integration-accounts.ts'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { createAccounts } from '#domains/accounts/commands.ts'
import { startLinks } from '#domains/accounts/links.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('states')
  admin = await world.as(tenant, tenant.users.tenant_admin)
  for (const [at, made] of accounts.entries()) await make(at, made)
})

interface Made {
  readonly channel: ConnectableChannel
  readonly name: string
  readonly isShared?: true
  readonly through?: string
  readonly hasLink?: true
  readonly set?: Readonly<Record<string, unknown>>
}

const password = { secret_names: ['password'] }
const accounts: readonly Made[] = [
  { channel: 'whatsappnative', name: 'new', set: { status: 'available' } },
  { channel: 'whatsappnative', name: 'refused', set: { status: 'not-available' } },
  { channel: 'whatsappnative', name: 'of several', isShared: true },
  { channel: 'whatsappnative', name: 'wrong', set: { status: 'not-available', problem: 'signed-out' } },
  { channel: 'whatsappnative', name: 'asked', set: { request: 'connect' } },
  { channel: 'whatsappnative', name: 'leaving', set: { status: 'inactive', request: 'delete' } },
  { channel: 'whatsappnative', name: 'ended', set: { status: 'inactive' } },
  { channel: 'whatsappnative', name: 'linked', hasLink: true, set: { status: 'active' } },
  { channel: 'imessage', name: 'left to its owner' },
  { channel: 'imessage', name: 'entered', set: password },
  { channel: 'imessage', name: 'entered, with a link', hasLink: true, set: password },
  { channel: 'telegram', name: 'bot' },
  { channel: 'telegram', name: 'person', through: 'bot' },
  { channel: 'sms', name: 'number' },
]
const ids = new Map(accounts.map(({ name }) => [name, AccountId.parse(newId(new Date(0)))]))

async function make(at: number, { channel, name, isShared, through, hasLink, set }: Made): Promise<void> {
  const id = ids.get(name)!
  const address = `+1415555${String(at).padStart(4, '0')}`
  const owner = isShared ? {} : { ownerId: tenant.representative }
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await createAccounts(tx, [{ id, channel, name, address, ...owner }])
    await tx
      .updateTable('channel_account')
      .set({ status: 'available', source_id: ids.get(through ?? '') ?? null, ...set })
      .where('id', '=', id)
      .execute()
    const link = { accountId: id, token: name, sentTo: 'rep@states.example' }
    if (hasLink) await startLinks(tx, [link], world.ctx.now())
  })
}

async function list(type: ConnectableChannel, filter = ''): Promise<IntegrationAccount[]> {
  const { json } = await admin.call('GET', `/external-accounts/api/v1/${type}/accounts?filter=${filter}`)
  return json.items
}

const namesOf = (found: readonly IntegrationAccount[]) => found.map(({ name }) => name).toSorted()
const waiting = (type: ConnectableChannel) => list(type, 'state[eq]:waiting-for-owner')

test('the filter has accounts that wait for their owner, and none that wait for someone else', async () => {
  expect(namesOf(await waiting('whatsappnative'))).toEqual(['new', 'refused'])
  expect(namesOf(await waiting('imessage'))).toEqual(['entered, with a link', 'left to its owner'])
  expect(namesOf(await waiting('telegram'))).toEqual(['person'])
  expect(namesOf(await waiting('sms'))).toEqual([])
  expect(namesOf(await list('whatsappnative', 'state[eq]:not-available'))).toEqual(['wrong'])
  expect(namesOf(await list('whatsappnative', 'status[eq]:not-available'))).toEqual(['refused', 'wrong'])
})

test('each state of the filter has exactly the accounts that are shown in it', async () => {
  const shown = new Set<string>()
  for (const type of shareOf(['whatsappnative', 'imessage', 'telegram', 'sms'] as const)) {
    const all = await list(type)
    for (const state of accountStates) {
      const isIn = (account: IntegrationAccount) => accountState(account) === state
      const expected = namesOf(all.filter(isIn))
      if (expected.length > 0) shown.add(state)
      expect([type, state, namesOf(await list(type, `state[eq]:${state}`))]).toEqual([type, state, expected])
      expect(namesOf(await list(type, `state[neq]:${state}`))).toEqual(
        namesOf(all.filter((account) => !isIn(account))),
      )
    }
  }
  if (isWhole) expect(shown).toEqual(new Set(accountStates))
})
