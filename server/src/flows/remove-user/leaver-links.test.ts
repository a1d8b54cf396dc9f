import { AccountId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { alice, setUpSources } from '#testing/sources.ts'
import { handOver } from './hand-over.ts'

const { bed, read, addBot, addPerson, deliver } = setUpSources()

test('the token of an owner who left does not bind the successor’s account to them', async () => {
  const { id, token } = await addPerson(await addBot())
  await inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => {
    const account = tx.selectFrom('channel_account').where('id', '=', AccountId.parse(id)).select('owner_id')
    const { owner_id: from } = await account.executeTakeFirstOrThrow()
    if (from) await handOver(tx, { from, to: bed.tenant.colleague }, bed.world.ctx.now())
  })
  await deliver(bed.telegram.started(alice, token))
  expect((await read(id)).address).toMatch(/^unlinked-/)
})
