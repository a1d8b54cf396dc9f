/** Accounts whose messages a messaging provider lists. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { AccountId } from '@verbatim/contract/ids.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import type { ListSource } from './collected-list.ts'
import { listDue } from './listed.ts'
import type { MacList } from './listed-rows.ts'
import type { Product } from './product.ts'

/** Each of the numbers has got these. */
export interface Texted extends MacList {
  readonly numbers: readonly string[]
}

const numberOf = (index: number) => `+1415557${String(1_000 + index)}`

/** One number for each round, and another one whose messages are read alone. */
export async function openTexted(
  { world }: Product,
  tenant: WorldTenant,
  { list, rounds }: { readonly list: MacList; readonly rounds: number },
): Promise<ListSource> {
  const numbers = Array.from({ length: 2 * rounds }, (_, index) => numberOf(index))
  const peer = fork(new URL('texted-peer.ts', import.meta.url), [JSON.stringify({ numbers, ...list })], {
    execArgv: [],
  })
  const [{ host, accountSid, authToken }] = (await once(peer, 'message')) as [Record<string, string>]
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const provider = { messagingProviderAccountSid: accountSid, secrets: { authToken } }
  const { status, text } = await admin.call('PUT', '/bff/organizations', provider)
  if (status !== 200) throw new Error(text)
  return {
    what: 'a messaging provider',
    channel: 'sms',
    host: host ?? '',
    async connect(round) {
      const id = AccountId.parse(newId(new Date()))
      const [address, connectedAt] = [numberOf(round), new Date(list.from)]
      await inTenant(world.ctx.db, tenant.id, async (tx) => {
        await createAccounts(tx, [{ id, channel: 'sms', name: address, address, connectedAt }])
        await tx.updateTable('channel_account').set(listDue()).where('id', '=', id).execute()
      })
      return id
    },
    aloneAt: (round) => ({
      address: numberOf(rounds + round),
      secrets: { accountSid, authTokens: [authToken] },
    }),
    [Symbol.dispose]: () => void peer.kill(),
  }
}
