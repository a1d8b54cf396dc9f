import { connectableChannels, importableChannels, linkedChannels } from '@verbatim/contract/channels.ts'
import { accountForms, entryOf } from '@verbatim/contract/account-fields.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { ImportSettings } from '@verbatim/contract/imports.ts'
import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { noteConnected } from '#domains/accounts/connection-requests.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { needsOwner } from '#flows/connect/account-links.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { withProvider } from '#testing/with-provider.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { accountImportSteps } from '#testing/account-imports.ts'
import { accountKindOf } from './account-kind.ts'
import { runImports } from './run-imports.ts'

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

const { work, find, step, pathOf, upload, imported, undone, named, change, openNarrow } = accountImportSteps(
  () => ({ world, tenant, admin }),
)

test('accounts from a file are created, or fail with a reason of their own, and the report counts both', async () => {
  const { id, rows } = await imported(
    'sms',
    [
      'Account name,Phone,Owner',
      `Ana,+1 415 555 0601,${rep.toUpperCase()}`,
      'Desk,(415) 555-0602,',
      'Twice,+14155550601,',
      'Spelt,1-415-555-0602,',
      'Taken,+15550100001,',
      'Half,+1415,',
      'Ownerless,+14155550603,unknown@accounts.example',
      'Odd,+14155550604,nobody',
      ' ,+14155550605,',
      `${'x'.repeat(121)},+14155550606,`,
    ].join('\n'),
  )
  expect(rows).toEqual([
    'created',
    'created',
    'skipped This repeats line 2 of the file.',
    'failed An earlier row of the file has the same address.',
    'failed Another account of this channel has this address.',
    'failed The phone number is not in a correct format',
    'failed This owner does not exist.',
    'failed Please make sure your email is valid.',
    'failed Name is required',
    'failed At most 120 characters are allowed. This text has 1 too many.',
  ])
  const counts = { created: 2, updated: 0, skipped: 1, failed: 7 }
  expect(await find(id)).toMatchObject({ kind: 'accounts-sms', state: 'done', total: 10, counts })
  const [ana] = await named('sms', 'Ana')
  expect(ana).toMatchObject({
    address: '+14155550601',
    owner: { id: tenant.representative },
    status: 'available',
    request: 'connect',
    secrets: [],
    version: 1,
  })
  const trail = await admin.call('GET', `/audit/events?filter=target[eq]:${ana?.id}`)
  expect(trail.json.items).toMatchObject([
    {
      type: 'account_created',
      changes: [
        { field: 'name', new: 'Ana' },
        { field: 'address', new: '+14155550601' },
        { field: 'owner', new: 'Rita Lund' },
      ],
    },
  ])
  const { text } = await admin.call('GET', `/bff/api/v1/imports/${id}/failed`)
  expect(text).toContain(`"Taken","'+15550100001","","Another account of this channel has this address."`)
  const corrected = text.replace('unknown@accounts.example', rep)
  const again = await imported('sms', corrected)
  expect(again.rows.filter((outcome) => outcome === 'created')).toHaveLength(1)
  expect(await named('sms', 'Ownerless')).toMatchObject([{ address: '+14155550603' }])
})

test('a check adds no account and asks no provider; the import after it does', { tags: ['whole'] }, () =>
  withProvider(world, tenant, async () => {
    const { json } = await upload('whatsapp', `Name,Number\nChecked,+14155550611\nBad,1\n`, {
      query: '?hold=true',
    })
    expect(json).toMatchObject({ state: 'draft', mapping: { name: 0, address: 1 } })
    await step(json.id, 'check')
    await work()
    expect(await find(json.id)).toMatchObject({ state: 'checked', counts: { created: 1, failed: 1 } })
    expect(await named('whatsapp', 'Checked')).toEqual([])
    await step(json.id, 'start')
    await work()
    expect(await named('whatsapp', 'Checked')).toMatchObject([{ channel: 'whatsapp', request: 'connect' }])
  }),
)

test('an import whose accounts need the messaging provider starts only once that is set up', async () => {
  const file = `Name,Number\nEarly,+14155550613\n`
  const refused = [409, 'account.no-provider']
  const codeOf = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code]
  expect(codeOf(await upload('whatsapp', file))).toEqual(refused)
  const { json } = await withProvider(world, tenant, () => upload('whatsapp', file, { query: '?hold=true' }))
  for (const name of ['check', 'start'])
    expect(codeOf(await admin.call('POST', `/bff/api/v1/imports/${json.id}/${name}`))).toEqual(refused)
  // It was set up when the import began, and is not any more.
  await withProvider(world, tenant, () => step(json.id, 'start'))
  await work()
  expect(await find(json.id)).toMatchObject({ state: 'done', counts: { created: 0, failed: 1 } })
  expect(await named('whatsapp', 'Early')).toEqual([])
})

test('an undo removes the accounts that were not changed, connected or removed since, as any account is removed', async () => {
  const names = ['Stays', 'Changed', 'Connected', 'Lost', 'Removed', 'Goes']
  const lines = names.map((name, at) => `${name},+1415555062${at}`)
  const { id } = await imported('sms', ['Name,Number', ...lines].join('\n'))
  const idOf = async (name: string) => (await named('sms', name))[0]?.id ?? ''
  await admin.call('PUT', `${pathOf('sms')}/${await idOf('Changed')}`, { name: 'Renamed' })
  await change(await idOf('Connected'), sql`status = 'active', connected_at = now()`)
  await change(await idOf('Lost'), sql`status = 'not-available', connected_at = now()`)
  await admin.call('POST', `${pathOf('sms')}/${await idOf('Removed')}/request-delete`)
  const [stays, goes] = [await idOf('Stays'), await idOf('Goes')]
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    noteConnected(tx, [AccountId.parse(stays)], world.ctx.now()),
  )
  expect(await undone(id)).toEqual({
    counts: { undone: 1, kept: 5 },
    notes: [
      'The account has been connected since.',
      'The account has been changed since.',
      'The account has been connected since.',
      'The account has been connected since.',
      'The account has been removed since.',
    ],
  })
  expect(await named('sms', 'Goes')).toMatchObject([{ status: 'inactive', request: 'delete' }])
  const trail = await admin.call('GET', `/audit/events?limit=1&filter=target[eq]:${goes}`)
  expect(trail.json.items[0].type).toBe('account_removal_requested')
})

test('an account that was removed comes back with its messages, and an undo removes it again', async () => {
  const file = 'Name,Number\nBack,+14155550631\n'
  const first = await imported('sms', file)
  const [account] = await named('sms', 'Back')
  await change(
    account?.id ?? '',
    sql`status = 'inactive', connected_at = now(), removed_at = now(), request = null`,
  )
  const second = await imported('sms', file)
  expect(await named('sms', 'Back')).toMatchObject([{ id: account?.id, version: 2, request: 'connect' }])
  expect((await undone(second.id)).counts).toEqual({ undone: 1, kept: 0 })
  expect((await undone(first.id)).notes).toEqual(['The account has been removed since.'])
})

test('an account that came back and was connected since stays', { tags: ['whole'] }, async () => {
  const file = 'Name,Number\nAgain,+14155550632\n'
  await imported('sms', file)
  const [account] = await named('sms', 'Again')
  const id = AccountId.parse(account?.id)
  const removed = sql`status = 'inactive', connected_at = now() - interval '1 day', removed_at = now(), request = null`
  await change(id, removed)
  const second = await imported('sms', file)
  const now = world.ctx.now()
  await inTenant(world.ctx.db, tenant.id, (tx) => noteConnected(tx, [id], now))
  await change(id, sql`status = 'not-available', request = null`)
  expect((await undone(second.id)).notes).toEqual(['The account has been connected since.'])
})

test('a batch takes as many statements for forty rows as for two, with its mails and its undo', async () => {
  const kind = accountKindOf('whatsappnative')
  const countFor = (most: number) =>
    inTenant(world.ctx.db, tenant.id, async (tx) => {
      let statements = 0
      const counting: KyselyPlugin = {
        transformQuery({ node }) {
          statements += 1
          return node
        },
        transformResult: async ({ result }) => result,
      }
      const counted = Object.assign(tx.withPlugin(counting), { tenantId: tenant.id }) as TenantTx
      const actor = await findActor(tx, tenant.users.tenant_admin)
      if (!actor) throw new Error('There is no administrator')
      const rows = Array.from({ length: most }, (_, at) => ({
        name: `Phone ${at}`,
        address: `+1415555${most + 8_000 + at}`,
        source: '',
        ownerEmail: rep,
      }))
      const settings = ImportSettings.parse({})
      const done = await kind.applyBatch(counted, { actor, settings, rows }, world.ctx.now())
      const targetIds = done.flatMap(({ targetId }) => targetId ?? [])
      expect(targetIds).toHaveLength(most)
      await kind.sendMails?.(counted, world.ctx, { actor, targetIds })
      const added = targetIds.map((targetId) => ({ targetId, outcome: 'created' as const, version: 1 }))
      const before = { wasConnected: false }
      const undoing = { actor, rows: added.map((row) => ({ ...row, before })) }
      const reasons = await kind.undoBatch(counted, undoing, world.ctx.now())
      expect(reasons.filter((reason) => reason !== undefined)).toEqual([])
      return statements
    })
  expect(await countFor(40)).toBe(await countFor(2))
})

test('a file holds no secrets: such a column is refused, and so are channels that need one', async () => {
  for (const [type, heading] of [
    ['telegram', 'Bot token'],
    ['sms', 'Password'],
  ] as const) {
    const { status, json } = await upload(type, `Name,Number,${heading}\nA,+14155550661,hush-hush\n`)
    expect([status, json.code, json.message]).toEqual([
      400,
      'import.secret-column',
      expect.stringContaining(`“${heading}”`),
    ])
  }
  const { status, json } = await upload('proofpoint', 'Name\nA\n')
  expect([status, json.code]).toEqual([400, 'import.needs-secrets'])
  const { rows } = await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`select from import_row where 'hush-hush' = any(cells)`.execute(tx),
  )
  expect(rows).toEqual([])
})

test('a channel of another type, and one that does not exist, are refused', async () => {
  const file = 'Name,Number\nA,+14155550661\n'
  const other = await upload('sms', file, { query: '?channel=whatsappnative' })
  expect([other.status, other.json.code]).toEqual([400, 'account.other-type'])
  expect((await upload('pigeon', file)).status).toBe(400)
  expect((await upload('sms', 'Name\nA\n')).json.code).toBe('import.missing-column')
})

test('nothing is imported by those who may not, or outside of their channels and groups', async () => {
  const file = 'Name,Number\nA,+14155550671\n'
  const compliance = await world.as(tenant, tenant.users.compliance)
  expect((await upload('sms', file, { caller: compliance })).status).toBe(403)

  const narrow = await openNarrow()
  expect((await upload('whatsapp', file, { caller: narrow })).status).toBe(403)
  const theirs = await imported(
    'sms',
    `Name,Number,Owner email
Within,+14155550672,${rep}
Beyond,+14155550673,colleague@accounts.example
Open,+14155550674,
`,
    { caller: narrow },
  )
  expect(theirs.rows).toEqual([
    'created',
    'failed You don’t have access to this channel or owner.',
    'created',
  ])
  const { id } = await withProvider(world, tenant, () =>
    imported('whatsapp', 'Name,Number\nHidden,+14155550675\n'),
  )
  const one = `/bff/api/v1/imports/${id}`
  for (const path of [one, `${one}/rows`, `${one}/failed`])
    expect((await narrow.call('GET', path)).status).toBe(404)
  expect((await narrow.call('POST', `${one}/undo`)).status).toBe(404)
  const { items } = (await narrow.call('GET', '/bff/api/v1/imports')).json
  expect(new Set(items.map(({ kind }: { kind: string }) => kind))).not.toContain('accounts-whatsapp')

  const other = await world.makeTenant('other-accounts')
  const stranger = await world.as(other, other.users.super_admin)
  expect((await stranger.call('GET', one)).status).toBe(404)
  // The owner is of another organization, and its numbers are free here.
  const { status, json } = await upload('sms', `Name,Number,Owner\nA,+14155550672,${rep}\n`, {
    caller: stranger,
  })
  expect(status).toBe(200)
  while ((await runImports(world.ctx, other.id)) > 0);
  const { json: report } = await stranger.call('GET', `/bff/api/v1/imports/${json.id}/rows`)
  expect(report.items[0]).toMatchObject({ outcome: 'failed', reason: 'This owner does not exist.' })
})

test('channels can be imported if their accounts require no secret of administrators, and whether owners are mailed depends on how they link', () => {
  const isFree = (channel: (typeof connectableChannels)[number]) => {
    const { fields, ownerEnters } = entryOf(channel, accountForms[channel].source)
    return ownerEnters || fields.every(({ isRequired }) => !isRequired)
  }
  expect(connectableChannels.filter(isFree)).toEqual([...importableChannels])
  const links = importableChannels.filter((channel) =>
    needsOwner({ channel, source: accountForms[channel].source, secrets: [] }),
  )
  expect(links).toEqual(linkedChannels)
})
