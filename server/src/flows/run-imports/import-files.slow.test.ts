import { describe, expect, test, vi } from 'vitest'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { readTarGz } from '@verbatim/reference/tar.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { importSteps } from '#testing/imports.ts'
import { batchRows, runImports } from './run-imports.ts'

const usersPath = '/bff/api/v1/users/import'
const contactsPath = '/messenger/api/v1/contacts/import'
const imports = '/bff/api/v1/imports'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('files', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const { work, find } = importSteps(() => ({ world, tenant, admin }))
const upload = (path: string, file: string | Buffer, query = '') =>
  admin.call('POST', `${path}${query}`, Buffer.from(file), { 'content-type': 'text/csv' })
const client = (i: number) => `Client ${i},+1555${String(2_000_000 + i)},North\n`
const clients = (length: number) => Array.from({ length }, (_, i) => client(i)).join('')
const contactHeading = 'Name,Phone,Groups\n'

describe('the list of imports', () => {
  test('is filtered, searched, sorted and paged, and shows all kinds that the reader may import', async () => {
    await upload(contactsPath, `${contactHeading}${clients(3)}Addressless,,North\n`, '?fileName=Clients.csv')
    await work()
    world.pass(60_000)
    await upload(usersPath, 'Email,Given name\nann@example.com,Ann\n', '?hold=true&fileName=people.csv')
    const files = async (query: string, caller = admin) =>
      (await caller.call('GET', `${imports}?${query}`)).json.items.map(
        (one: { fileName: string }) => one.fileName,
      )
    expect(await files('')).toEqual(['people.csv', 'Clients.csv'])
    expect(await files('sort=fileName')).toEqual(['Clients.csv', 'people.csv'])
    expect(await files('sort=-failedRows')).toEqual(['Clients.csv', 'people.csv'])
    expect(await files('sort=created&limit=1&skip=1')).toEqual(['people.csv'])
    expect(await files('filter=kind[eq]:contacts')).toEqual(['Clients.csv'])
    expect(await files('filter=state[in]:draft|checked')).toEqual(['people.csv'])
    expect(await files('filter=failedRows[gt]:0,createdRows[eq]:3')).toEqual(['Clients.csv'])
    expect(await files('search=name:CLIENTS super_admin')).toEqual(['Clients.csv'])
    expect(await files('search=unknown')).toEqual([])
    const compliance = await world.as(tenant, tenant.users.compliance)
    expect(await files('', compliance)).toEqual([])
    expect((await admin.call('GET', `${imports}?filter=owner[eq]:me`)).status).toBe(400)
  })
})

describe('a file of failed rows', () => {
  test(
    'can be imported again with the mapping of the original file, and no cell of it is a formula',
    { tags: ['whole'] },
    async () => {
      const formulas = ['=HYPERLINK("http://x")', '+1+cmd', '-2+3', '@SUM(1)', '＝1+1']
      const lines = formulas.map((cell) => `"${cell.replaceAll('"', '""')}",Nowhere\n`).join('')
      const { id } = (await upload(contactsPath, `Person,Team\n${lines}`, '?hold=true&fileName=a.csv')).json
      const settings = {
        existing: 'skip',
        sendInvitations: true,
        defaults: { shareLevel: 'Global' },
      }
      const mapping = { name: 0, groups: 1 }
      await admin.call('PUT', `${imports}/${id}`, { mapping, settings })
      await admin.call('POST', `${imports}/${id}/start`)
      await work()
      expect((await find(id)).counts).toMatchObject({ failed: formulas.length })
      const failed = (await admin.call('GET', `${imports}/${id}/failed`)).text
      for (const line of failed.split('\r\n').slice(1, -1)) expect(line).toMatch(/^"'/)
      const again = await upload(contactsPath, failed, '?hold=true&fileName=a-failed.csv')
      expect(again.json).toMatchObject({ mapping, settings })
      const { items } = (await admin.call('GET', `${imports}/${again.json.id}/rows`)).json
      expect(items.map((row: { cells: string[] }) => row.cells[0])).toEqual(
        formulas.map((cell) => cell.trim()),
      )
      // A file with other columns is mapped only by their names.
      const other = await upload(contactsPath, 'Person,Name,Groups\na,b,North\n', '?hold=true')
      expect(other.json).toMatchObject({ mapping: { name: 1, groups: 2 }, settings: { defaults: {} } })
    },
  )

  test('starts without another user’s column mapping', async () => {
    const lesser = await world.as(tenant, tenant.users.tenant_admin)
    const text = 'Mail,Boss\nann@example.com,x\n'
    const held = () => upload(usersPath, text, '?hold=true')
    const { id } = (await held()).json
    const defaults = { email: 'evil@example.com', role: 'Super Admin' }
    const settings = { existing: 'update', sendInvitations: true, defaults }
    await lesser.call('PUT', `${imports}/${id}`, { mapping: {}, settings })
    await admin.call('POST', `${imports}/${id}/cancel`)
    expect((await held()).json).toMatchObject({ mapping: { email: 0 }, settings: { defaults: {} } })
    const theirs = await lesser.call('POST', `${usersPath}?hold=true`, Buffer.from(text), {
      'content-type': 'text/csv',
    })
    expect(theirs.json).toMatchObject({ mapping: {}, settings })
  })
})

describe('thousands of rows', () => {
  test('report their progress, stop when they are cancelled, and undo finished rows', async () => {
    const rows = isWhole ? 6_000 : 3_000
    const { id } = (await upload(contactsPath, contactHeading + clients(rows))).json
    const running = runImports(world.ctx, tenant.id)
    const isUnderWay = async () => {
      const { done, total } = await find(id)
      expect(total).toBe(rows)
      return done >= batchRows
    }
    await vi.waitUntil(isUnderWay, { timeout: 30_000, interval: 50 })
    expect((await admin.call('POST', `${imports}/${id}/cancel`)).json.state).toBe('cancelled')
    await running
    const stopped = await find(id)
    expect(stopped).toMatchObject({ state: 'cancelled', counts: { created: stopped.done } })
    expect(stopped.done).toBeLessThan(rows)
    expect((await admin.call('GET', '/messenger/api/v1/contacts?limit=1')).json.total).toBe(stopped.done)
    await admin.call('POST', `${imports}/${id}/undo`)
    await work()
    expect(await find(id)).toMatchObject({ state: 'undone', undo: { undone: stopped.done, kept: 0 } })
    expect((await admin.call('GET', '/messenger/api/v1/contacts?limit=1')).json.total).toBe(0)
  }, 60_000)
})

/** The outcome of every row, with the first column of its file. */
const values = {
  firstName: 'A',
  lastName: 'B',
  role: 'Analyst',
  permissionProfiles: 'Everything',
  groups: 'North',
}
/** Both kinds read files with the same code, so only every third file is tried for contacts. */
const kinds = [
  {
    path: usersPath,
    first: 'email',
    every: 1,
    expected: {
      'import.bad-workbook': 4,
      'import.empty': 5,
      'import.not-csv': 16,
      'import.too-many-columns': 1,
      rows: 3752,
      failed: 3752,
    },
  },
  {
    path: contactsPath,
    first: 'name',
    every: 3,
    expected: {
      'import.bad-workbook': 2,
      'import.empty': 1,
      'import.not-csv': 4,
      rows: 1047,
      failed: 1047,
    },
  },
]

const tabular = sharedFile('data/files/tabular.tar.gz')
test.skipIf(!tabular)(
  'the difficult tables of the shared data are refused in words, or reported row by row',
  { tags: ['whole'], timeout: 240_000 },
  async () => {
    const took = async (path: string, first: string, bytes: Buffer): Promise<Record<string, number>> => {
      const { status, json } = await upload(path, bytes, '?hold=true')
      if (status !== 200) {
        expect(json.message).toMatch(/^[A-Z].*[.t]$/)
        return { [json.code]: 1 }
      }
      const fields = new Set(json.fields.map(({ field }: { field: string }) => field))
      const defaults = Object.fromEntries(Object.entries(values).filter(([field]) => fields.has(field)))
      const settings = { existing: 'update', sendInvitations: false, defaults }
      await admin.call('PUT', `${imports}/${json.id}`, { mapping: { [first]: 0 }, settings })
      await admin.call('POST', `${imports}/${json.id}/check`)
      let checked = await find(json.id)
      // The worker for the other kind may have it.
      for (; checked.state === 'checking'; checked = await find(json.id)) await work()
      const { counts, total } = checked
      return { ...counts, rows: total }
    }
    const nothing: Record<string, number> = {}
    const sums = kinds.map(() => ({ ...nothing }))
    for (const [n, { bytes }] of shareOf([...readTarGz(tabular!)].entries().toArray(), 10)) {
      const outcomes = await Promise.all(
        kinds.map(async ({ path, first, every }) => (n % every === 0 ? took(path, first, bytes) : nothing)),
      )
      for (const [index, outcome] of outcomes.entries())
        for (const [name, n] of Object.entries(outcome)) sums[index]![name] = (sums[index]![name] ?? 0) + n
    }
    for (const sum of sums) expect(sum).toMatchObject({ rows: sum['failed'], failed: expect.any(Number) })
    if (isWhole) expect(sums).toMatchObject(kinds.map(({ expected }) => expected))
  },
)
