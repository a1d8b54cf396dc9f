import { describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { counted, heading, row, userImportSteps } from '#testing/imports.ts'

let world: World
let tenant: WorldTenant
let admin: Caller

useTenants('imports', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const { work, find, step, rowsOf, upload, users } = userImportSteps(() => ({ world, tenant, admin }))
const csv = { 'content-type': 'text/csv' }

describe('a file of users', () => {
  test('is imported: new users are created, existing ones change, and other rows are skipped or fail with a reason', async () => {
    const first = await upload(heading + row('ann') + row('ben'))
    expect([first.status, first.json.state, first.json.total]).toEqual([200, 'queued', 2])
    await work()
    expect(await find(first.json.id)).toMatchObject({
      state: 'done',
      counts: counted(2, 0, 0, 0),
      mailsDue: 0,
    })
    const text =
      heading +
      row('ann') +
      row('BEN', 'compliance', 'North only') +
      row('cleo', 'Boss') +
      row('dan', 'Analyst', 'Nowhere') +
      'nobody,No,Body,,Analyst,Everything\n' +
      ',No,Mail,,Analyst,Everything\n' +
      'eve@example.com,Eve,Doe,12,Analyst,Everything\n' +
      row('fay', 'Admin', 'Everything; North only') +
      row('fay', 'Analyst')
    const second = await upload(text, '?fileName=more.csv')
    await work()
    expect(await find(second.json.id)).toMatchObject({ total: 9, done: 9, counts: counted(1, 1, 2, 5) })
    const rows = await rowsOf(second.json.id)
    expect(rows.map(({ line, outcome, reason }: never) => [line, outcome, reason])).toEqual([
      [2, 'skipped', 'Nothing to change.'],
      [3, 'updated', undefined],
      [4, 'failed', '“Boss” is not a role. Roles are Super Admin, Admin, Analyst, Compliance, Manager.'],
      [5, 'failed', 'The permission profile “Nowhere” doesn’t exist.'],
      [6, 'failed', 'Please make sure your email is valid.'],
      [7, 'failed', 'Email is required'],
      [8, 'failed', 'The phone number is not in a correct format'],
      [9, 'created', undefined],
      [10, 'skipped', 'This repeats line 9 of the file.'],
    ])
    const { items } = await users('&search=doe')
    expect(
      items.map((user: never) => [user['fullName'], user['role'], user['status'], user['source']]),
    ).toEqual([
      ['ann Doe', 'analyst', 'invited', 'import'],
      ['BEN Doe', 'compliance', 'invited', 'import'],
      ['fay Doe', 'tenant_admin', 'invited', 'import'],
    ])
    expect(items[2].permissionProfiles.map((one: never) => one['name'])).toEqual(['Everything', 'North only'])
    const mails = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('mail').select('recipient').execute(),
    )
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
      'ann@example.com',
      'ben@example.com',
      'fay@example.com',
    ])
  })

  test('gives its failed rows as a file that can be corrected and uploaded again', async () => {
    const { id } = (await upload(heading + row('ann') + row('=cmd', 'Boss') + row('cleo', 'Chief'))).json
    await work()
    const failed = await admin.call('GET', `/bff/api/v1/imports/${id}/failed`)
    expect(failed.headers['content-disposition']).toContain('import-failed.csv')
    expect(failed.text).toContain('"Permission profiles","Error"')
    const corrected = failed.text.replace('"Boss","Everything"', '"Analyst","Everything"')
    const again = await upload(corrected)
    await work()
    expect(await find(again.json.id)).toMatchObject({ total: 2, counts: counted(1, 0, 0, 1) })
    const [created, still] = await rowsOf(again.json.id)
    expect(created.cells.slice(0, 2)).toEqual(['=cmd@example.com', '=cmd'])
    const once = await admin.call('GET', `/bff/api/v1/imports/${again.json.id}/failed`)
    expect(once.text.match(/Error/g)).toHaveLength(1)
    expect(still.reason).toContain('“Chief” is not a role.')
  })

  test('can be stored, mapped and tried before it is imported', async () => {
    const text = 'Mail;Vorname;Nachname\nann@example.com;Ann;Doe\nben@example.com;Ben;Doe\nbad;Bad;Doe\n'
    const refused = await upload(text)
    expect([refused.status, refused.json.code, refused.json.message]).toEqual([
      400,
      'import.missing-column',
      'No column is chosen for First name, Last name, Role, Permission profiles.',
    ])
    const { id, mapping } = (await upload(text, '?hold=true')).json
    expect(mapping).toEqual({ email: 0 })
    expect((await step(id, 'start')).json.code).toBe('import.missing-column')
    const settings = {
      defaults: { role: 'Analyst', permissionProfiles: 'Everything' },
      sendInvitations: false,
    }
    const body = { mapping: { email: 0, firstName: 1, lastName: 2 }, settings }
    const tooFar = { ...body, mapping: { ...body.mapping, lastName: 3 } }
    expect((await admin.call('PUT', `/bff/api/v1/imports/${id}`, tooFar)).json.code).toBe(
      'import.unknown-column',
    )
    expect((await admin.call('PUT', `/bff/api/v1/imports/${id}`, body)).status).toBe(200)
    const before = (await users()).total
    expect((await step(id, 'check')).json.state).toBe('checking')
    await work()
    expect(await find(id)).toMatchObject({ state: 'checked', counts: counted(2, 0, 0, 1) })
    expect((await users()).total).toBe(before)
    await step(id, 'start')
    await work()
    expect(await find(id)).toMatchObject({ state: 'done', counts: counted(2, 0, 0, 1) })
    expect((await users()).total).toBe(before + 2)
    expect((await step(id, 'start')).json.code).toBe('import.wrong-state')
  })

  test('does not let an Admin create a Super Admin, or any user remove the last one', async () => {
    const lesser = await world.as(tenant, tenant.users.tenant_admin)
    const made = await upload(heading + row('ann', 'Super Admin'), '', lesser)
    const label = tenant.label
    const demoting = await upload(
      `${heading}super_admin@${label}.example,super_admin,${label},,Analyst,Everything\n`,
    )
    await work()
    await work()
    expect((await rowsOf(made.json.id))[0].reason).toBe(
      'Only a Super Admin can add, change or remove a Super Admin.',
    )
    expect((await rowsOf(demoting.json.id))[0].reason).toContain('This is the last Super Admin.')
  })

  test('is only for users who may make such changes', async () => {
    const { id } = (await upload(heading + row('ann'), '?hold=true')).json
    const compliance = await world.as(tenant, tenant.users.compliance)
    for (const path of ['', '/rows', '/failed'])
      expect((await compliance.call('GET', `/bff/api/v1/imports/${id}${path}`)).json.code).toBe(
        'import.not-found',
      )
    expect((await compliance.call('GET', '/bff/api/v1/imports')).json.total).toBe(0)
    expect((await compliance.call('POST', '/bff/api/v1/users/import', Buffer.from('a'), csv)).status).toBe(
      403,
    )
    const other = await world.makeTenant(`other-${tenant.label}`)
    const foreigner = await world.as(other, other.users.super_admin)
    expect((await foreigner.call('GET', `/bff/api/v1/imports/${id}`)).status).toBe(404)
  })

  test('runs with the permissions and in the name of the user who starts it', async () => {
    const lesser = await world.as(tenant, tenant.users.tenant_admin)
    const stepOf = (id: string, verb: string) => lesser.call('POST', `/bff/api/v1/imports/${id}/${verb}`)
    const { id } = (await upload(heading + row('ann'), '?hold=true')).json
    const defaults = {
      email: 'evil@example.com',
      firstName: 'Eve',
      lastName: 'Ill',
      role: 'Super Admin',
      permissionProfiles: 'Everything',
    }
    const settings = { existing: 'update', sendInvitations: true, defaults }
    await lesser.call('PUT', `/bff/api/v1/imports/${id}`, { mapping: {}, settings })
    expect((await stepOf(id, 'start')).json.startedBy).toBe(`tenant_admin ${tenant.label}`)
    await work()
    expect((await rowsOf(id))[0].reason).toBe('Only a Super Admin can add, change or remove a Super Admin.')

    const made = (await upload(heading + row('ben', 'Super Admin'))).json
    await work()
    await stepOf(made.id, 'undo')
    await work()
    expect((await rowsOf(made.id))[0]).toMatchObject({
      undone: false,
      undoNote: 'Only a Super Admin can add, change or remove a Super Admin.',
    })
    expect((await find(made.id)).startedBy).toBe(`super_admin ${tenant.label}`)
  })

  test('cannot be started by a user who did not see the latest column mapping', async () => {
    const lesser = await world.as(tenant, tenant.users.tenant_admin)
    const held = (await upload(heading + row('ann'), '?hold=true')).json
    const defaults = { email: 'evil@example.com', role: 'Super Admin' }
    const settings = { ...held.settings, defaults }
    await lesser.call('PUT', `/bff/api/v1/imports/${held.id}`, {
      mapping: { ...held.mapping, email: 1 },
      settings,
    })
    for (const verb of [
      'check',
      'start',
      `check?expectedVersion=${held.version}`,
      `start?expectedVersion=${held.version}`,
    ]) {
      const refused = await step(held.id, verb)
      expect([verb, refused.status, refused.json.code]).toEqual([verb, 409, 'import.changed'])
    }
    const { version } = await find(held.id)
    expect(version).toBe(held.version + 1)
    expect((await step(held.id, `start?expectedVersion=${version}`)).status).toBe(200)
  })

  test('stops when the user who started it loses the permission', async () => {
    const lesser = await world.as(tenant, tenant.users.tenant_admin)
    const { id } = (await upload(heading + row('ann'), '', lesser)).json
    await admin.call('PUT', `/bff/api/v1/users/${tenant.users.tenant_admin}`, { role: 'analyst' })
    await work()
    expect(await find(id)).toMatchObject({ state: 'failed', counts: counted(0, 0, 0, 0) })
  })
})

describe('a bad file', () => {
  test.each([
    ['an unclosed quote', `${heading}"ann`, 'import.not-csv', 'The uploaded file needs to be in csv format'],
    [
      'another kind of file',
      Buffer.from('89504e470d0a1a0a00', 'hex'),
      'import.not-csv',
      'The uploaded file needs to be in csv format',
    ],
    ['a heading alone', heading, 'import.empty', 'The file has no rows.'],
    ['nothing', '', 'import.empty', 'The file has no rows.'],
    [
      'too many rows',
      `a\n${'b\n'.repeat(20_001)}`,
      'import.too-many-rows',
      'The file has more than 20,000 rows. Nothing was saved.',
    ],
    [
      'too many columns',
      `${'a,'.repeat(300)}\nb\n`,
      'import.too-many-columns',
      'The file has more than 200 columns. Nothing was saved.',
    ],
    [
      'an old workbook',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'import.bad-workbook',
      'The workbook cannot be read: it has a password or is an old .xls file. Save it as .xlsx or .csv.',
    ],
    [
      'more than 10 MB',
      Buffer.alloc(10 * 1024 * 1024 + 1, 'a'),
      'request.too-large',
      'The request is larger than allowed. Nothing was saved.',
    ],
  ])('with %s is refused in words', async (_, file, code, message) => {
    const answer = await upload(file)
    expect([answer.json.code, answer.json.message]).toEqual([code, message])
    expect((await admin.call('GET', '/bff/api/v1/imports')).json.total).toBe(0)
  })

  test('of hostile rows creates no user and reports each row', async () => {
    const hostile = [
      "' or 1=1 --",
      '<script>alert(1)</script>',
      '=HYPERLINK("x")',
      '\u202e\u200b',
      'a'.repeat(5000),
    ]
    const text =
      heading + hostile.map((cell) => `"${cell.replaceAll('"', '""')}",A,B,,Analyst,Everything\n`).join('')
    const { id } = (await upload(text)).json
    await work()
    expect(await find(id)).toMatchObject({ total: 5, counts: counted(0, 0, 0, 5) })
  })
})
