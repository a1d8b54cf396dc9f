import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'
import { readLanguages } from './read-languages.ts'

let world: World
useTestWorld((opened) => {
  world = opened
})

test('messages of an earlier release get the languages that they would be captured with', async () => {
  const tenant = await world.makeTenant('languages')
  const texts = [
    'Können wir morgen über die Rente sprechen?',
    '请把上季度的报价发给我。',
    'Could you send me the statement of last quarter, please?',
    'ok',
  ]
  for (const body of texts) await world.deliver(tenant, { from: '+15550109999', body })
  await world.settle()
  const stored = () =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('message').orderBy('id').select(['body', 'language']).execute(),
    )
  const captured = await stored()
  expect(captured.map(({ language }) => language).toSorted()).toEqual(['de', 'en', 'und', 'zh'])

  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.updateTable('message').set({ language: '' }).where('body', '<>', texts[0]!).execute(),
  )
  const never = new AbortController().signal
  expect(await readLanguages(world.ctx, tenant.id, never)).toBe(3)
  expect(await stored()).toEqual(captured)
  expect(await readLanguages(world.ctx, tenant.id, never)).toBe(0)

  const reader = await world.as(tenant, tenant.users.compliance)
  const list = await reader.call('GET', '/bff/api/v1/messages?filter=language[in]:zh|de&sort=-postedDate')
  expect(list.json.items.map(({ language }: { language: string }) => language).toSorted()).toEqual([
    'de',
    'zh',
  ])
  expect((await reader.call('GET', '/bff/api/v1/messages?filter=language[eq]:klingon')).status).toBe(400)
})
