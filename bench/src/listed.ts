/** Accounts whose messages are on Macs, with agents that list them. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { dayMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { sealSecretsOf } from '@verbatim/server/flows/capture/account-secrets.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import type { MacList } from './listed-rows.ts'
import type { Product } from './product.ts'

export const listedChannel = 'imessage'

interface ListPeer extends Disposable {
  /** As hosts are named in the configuration. */
  readonly host: string
  /** What people enter for the agent of a Mac. */
  detailsOf(mac: number): { settings: Record<string, string>; secrets: Record<string, string> }
}

/** Starts the process of the agents. */
export async function openListPeer(list: MacList): Promise<ListPeer> {
  const peer: ChildProcess = fork(new URL('listed-peer.ts', import.meta.url), [JSON.stringify(list)], {
    execArgv: [],
  })
  const [port] = (await once(peer, 'message')) as [number]
  const host = `127.0.0.1:${port}`
  return {
    host,
    detailsOf: (mac) => ({
      settings: { serverUrl: `http://${host}/mac-${mac}` },
      secrets: { password: 'an-agent-password' },
    }),
    [Symbol.dispose]: () => void peer.kill(),
  }
}

export const addressOf = (mac: number) => `+1415556${String(1_000 + mac)}`

/** A connected account, whose history begins with its list, and is due to be compared. */
export async function connectMac(
  { world: { ctx } }: Product,
  { id: tenantId }: WorldTenant,
  { peer, mac, since }: { readonly peer: ListPeer; readonly mac: number; readonly since: Date },
): Promise<AccountId> {
  const id = AccountId.parse(newId(new Date()))
  const { settings, secrets } = peer.detailsOf(mac)
  await inTenant(ctx.db, tenantId, async (tx) => {
    const sealedSecrets = sealSecretsOf({ tenantId, id }, secrets, ctx.secrets)
    const account = { name: `Mac ${mac}`, address: addressOf(mac), connectedAt: since }
    await createAccounts(tx, [{ id, channel: listedChannel, settings, sealedSecrets, ...account }])
    await tx.updateTable('channel_account').set(listDue()).where('id', '=', id).execute()
  })
  return id
}

/** An account whose list is due; the week before was compared today. */
export const listDue = () =>
  ({
    status: 'active',
    list_after: new Date(0),
    listed_on: new Date().toISOString().slice(0, 10),
  }) as const

/** The midnight of UTC that is so many days ago. */
export const midnightAgo = (days: number) => new Date().setUTCHours(0, 0, 0, 0) - days * dayMs
