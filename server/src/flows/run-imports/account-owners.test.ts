/** Accounts from a file whose owners link them, with the mails to these owners. */
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { mailsTo } from '#testing/waiting-mail.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { accountImportSteps } from '#testing/account-imports.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let rep: string
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('accounts')
  admin = await world.as(tenant, tenant.users.tenant_admin)
  rep = `rep@${tenant.label}.example`
})

const { work, find, step, pathOf, upload, imported, undone, named } = accountImportSteps(() => ({
  world,
  tenant,
  admin,
}))

test('owners who link their accounts are mailed the links, unless the import says not to', async () => {
  const file = (count: number) =>
    `Name,Number,Owner email\nAna’s phone,+1415555064${count},${rep}\nShared,+1415555065${count},\n`
  const links = async () =>
    (await mailsTo(world.ctx, tenant.id, rep)).filter(({ text }) => text.includes('/connect#'))
  const { rows } = await imported('whatsapp', file(1), { query: '?channel=whatsappnative' })
  expect(rows).toEqual(['created', 'created'])
  expect(await links()).toHaveLength(1)
  const [phone] = await named('whatsappnative', 'Ana’s phone')
  expect(phone).toMatchObject({ channel: 'whatsappnative', ownerLink: { sentTo: rep } })

  const { json } = await upload('whatsappnative', file(2), { query: '?hold=true' })
  const { mapping, settings } = json
  const silent = { mapping, settings: { ...settings, sendInvitations: false } }
  await admin.call('PUT', `/bff/api/v1/imports/${json.id}`, silent)
  await step(json.id, 'start')
  await work()
  expect(await find(json.id)).toMatchObject({ counts: { created: 2 }, mailsDue: 0 })
  expect(await links()).toHaveLength(1)
})

test('people’s accounts name their source, and each owner gets a link of their own', async () => {
  const bot = (name: string, address: string) =>
    admin.call('POST', pathOf('telegram'), { name, address, details: { token: '99:AAF-a_token' } })
  for (const [name, address] of [
    ['Desk bot', '@desk_bot'],
    ['Twin', '@one_bot'],
    ['Twin', '@two_bot'],
  ] as const)
    expect((await bot(name, address)).status).toBe(200)
  const { id, rows } = await imported(
    'telegram',
    [
      'Name,Bot,Owner email',
      `Ana,desk BOT,${rep}`,
      'Ben,@two_bot,',
      'Cleo,Twin,',
      'Dora,Other bot,',
      'A bot,,',
      `Ana,desk bot,${rep}`,
    ].join('\n'),
  )
  expect(rows).toEqual([
    'created',
    'created',
    'failed More than one bot has the name “Twin”. Enter its address.',
    'failed There is no bot “Other bot” that you can see.',
    'failed Bot is required. “The organization’s bot” needs a secret, which can’t be imported from a file. Add the account by hand.',
    'skipped This repeats line 2 of the file.',
  ])
  const [ana] = await named('telegram', 'Ana')
  expect(ana).toMatchObject({ source: { name: 'Desk bot' }, status: 'available', secrets: [] })
  expect(ana?.request).toBeUndefined()
  const { json } = await admin.call('GET', `${pathOf('telegram')}/${ana?.id}`)
  expect(json.step).toMatchObject({ kind: 'open', value: expect.stringContaining('desk_bot') })
  expect(json.ownerLink.sentTo).toBe(rep)
  expect((await undone(id)).counts).toEqual({ undone: 2, kept: 0 })
  const claims = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('account_route').select('route').execute(),
  )
  expect(claims).toEqual([])
})

test(
  'an account that went to a successor since is kept when its import is undone',
  { tags: ['whole'] },
  async () => {
    const { id } = await imported('telegram', `Name,Bot,Owner email\nAnn,@one_bot,${rep}`)
    const removal = `/messenger/api/v1/users/${tenant.representative}?successorId=${tenant.colleague}`
    const owner = await world.as(tenant, tenant.users.super_admin)
    expect((await owner.call('DELETE', removal)).status).toBe(200)
    expect(await undone(id)).toEqual({
      counts: { undone: 0, kept: 1 },
      notes: ['The account has been changed since.'],
    })
  },
)
