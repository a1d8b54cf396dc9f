import type { ImportRow } from '@verbatim/contract/import-rows.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from './caller.ts'
import { addUser } from './users.ts'
import { type Importing, importSteps } from './imports.ts'

type Listed = {
  id: string
  name: string
  channel: string
  version: number
  request?: string
  source?: { name: string }
}

/** The steps of an import of accounts, and the accounts that there are then. */
export function accountImportSteps(on: () => Importing) {
  const { work, find, step, rowsOf } = importSteps(on)
  const pathOf = (type: string) => `/external-accounts/api/v1/${type}/accounts`
  const upload = (type: string, text: string, { query = '', caller = on().admin } = {}) =>
    caller.call('POST', `${pathOf(type)}/import${query}`, Buffer.from(text), { 'content-type': 'text/csv' })

  async function imported(type: string, text: string, more: { query?: string; caller?: Caller } = {}) {
    const { status, json } = await upload(type, text, more)
    expect([status, json]).toEqual([200, expect.objectContaining({ state: 'queued' })])
    await work()
    const rows: string[] = (await rowsOf(json.id)).map(({ outcome, reason }: ImportRow) =>
      [outcome, reason].join(' ').trim(),
    )
    return { id: json.id as string, rows }
  }

  async function undone(id: string) {
    expect((await step(id, 'undo')).status).toBe(200)
    await work()
    return {
      counts: (await find(id)).undo,
      notes: (await rowsOf(id)).flatMap(({ undoNote }: ImportRow) => undoNote ?? []),
    }
  }

  const accounts = async (type: string): Promise<Listed[]> =>
    (await on().admin.call('GET', `${pathOf(type)}?limit=200`)).json.items

  const named = async (type: string, name: string) =>
    (await accounts(type)).filter((account) => account.name === name)

  const change = (id: string, statement: ReturnType<typeof sql>) =>
    inTenant(on().world.ctx.db, on().tenant.id, (tx) =>
      sql`update channel_account set ${statement} where id = ${id}`.execute(tx),
    )

  /** An administrator who sees the north group, without WhatsApp. */
  async function openNarrow(): Promise<Caller> {
    const { caller } = await addUser(
      on().world,
      on().tenant,
      { email: 'narrow@accounts.example', firstName: 'Nora', lastName: 'Rowe', role: 'tenant_admin' },
      { name: 'North SMS', channels: ['sms', 'telegram'], groupIds: [on().tenant.groups.north] },
    )
    return caller
  }

  return { work, find, step, rowsOf, pathOf, upload, imported, undone, accounts, named, change, openNarrow }
}
