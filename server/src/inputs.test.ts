/** What calls take: every value is checked before the database reads it. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'

let admin: Caller
useTestWorld(async (world) => {
  const tenant = await world.makeTenant('inputs')
  admin = await world.as(tenant, tenant.users.super_admin)
})

interface Taken {
  readonly schema: z.ZodType
  readonly json: z.core.JSONSchema.BaseSchema
  /** The call, and where in it. */
  readonly at: string
}

/** Every value that a call of the contract takes. */
async function everyValue(): Promise<Taken[]> {
  const found: Taken[] = []
  for (const endpoint of await contractEndpoints())
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = endpoint[part]
      if (!schema) continue
      z.toJSONSchema(schema, {
        io: 'input',
        unrepresentable: 'any',
        override({ zodSchema, jsonSchema, path }) {
          const at = `${endpoint.method} ${endpoint.path} ${part} ${path.join('.')}`
          found.push({ schema: zodSchema as unknown as z.ZodType, json: jsonSchema, at })
        },
      })
    }
  return found
}

/** Where a value is taken that is not what it should become. */
async function wrongOf(
  isOfKind: (json: Taken['json']) => boolean,
  given: unknown,
  isRight: (read: unknown) => boolean,
): Promise<string[]> {
  const values = (await everyValue()).filter(({ json }) => isOfKind(json))
  expect(values.length).toBeGreaterThan(5)
  const isWrong = ({ schema }: Taken) => {
    const { success, data } = schema.safeParse(given)
    return success && !isRight(data)
  }
  // A schema is visited with those that it was made from: they may still lack a check that it has.
  return [...Map.groupBy(values, ({ at }) => at)].flatMap(([at, made]) => (made.every(isWrong) ? [at] : []))
}

const id = '0198abcd-0000-7000-8000-00000000000a'

test('every ID is read in lower case, as it is stored', async () => {
  const isId = ({ format }: Taken['json']) => format === 'uuid'
  expect(await wrongOf(isId, id.toUpperCase(), (read) => read === id)).toEqual([])
})

test('every list of IDs has each once', async () => {
  const ofIds = ({ type, items }: Taken['json']) =>
    type === 'array' && typeof items === 'object' && 'format' in items && items.format === 'uuid'
  expect(
    await wrongOf(ofIds, [id, id.toUpperCase()], (read) => Array.isArray(read) && read.length === 1),
  ).toEqual([])
})

test('every day is one that the database can read', async () => {
  const isDay = ({ format }: Taken['json']) => format === 'date'
  expect(await wrongOf(isDay, '0000-01-01', () => false)).toEqual([])
})

const none = '0198abcd-0000-7000-8000-00000000000b'
const office = { days: [1], from: '09:00', to: '17:00' }
const large = 2 ** 31
const view = (search: string) => ({ list: 'messages', name: 'Mine', isShared: false, question: { search } })

test.each<[string, 'GET' | 'POST' | 'PUT', string, object?]>([
  ['a place in a thread without an ID', 'GET', `/bff/conversations/${none}?before=1.${'-'.repeat(36)}`],
  ['a place long before any', 'GET', `/bff/conversations/${none}?after=-999999999999999.${none}`],
  ['a version beyond counting', 'GET', `/bff/api/v1/topics/${none}?version=${large}`],
  ['rules of such a version', 'GET', `/bff/api/v1/topics/${none}/rules?version=${large}`],
  ['an insight’s such version', 'POST', `/bff/insights/${none}/versions/${large}/restore`, {}],
  ['history from the year 0', 'PUT', '/bff/organizations', { initialHistoryDate: '0000-01-01' }],
  [
    'a holiday in the year 0',
    'PUT',
    '/bff/organizations',
    { businessHours: { ...office, holidays: ['0000-01-01'] } },
  ],
  ['an archive from the year 0', 'POST', '/bff/archiving/back-fill', { startFrom: '0000-01-01' }],
  ['coverage until the year 0', 'GET', `/bff/api/v1/accounts/${none}/coverage?until=0000-01-01`],
  ['coverage from the year 0', 'POST', '/bff/api/v1/coverage/export?from=0000-01-01', { format: 'csv' }],
  ['a view with NUL', 'POST', '/bff/api/v1/saved-views', view('\u0000')],
  ['a view with half a letter', 'POST', '/bff/api/v1/saved-views', view('\ud800')],
  ['recipients with NUL', 'POST', '/bff/notifications/alerts/recipients', { recipients: ['a\u0000'] }],
  [
    'a requested file of rules with NUL',
    'POST',
    '/bff/api/v1/change-requests',
    {
      change: { operation: 'import-policy-rules', policyId: none, fileType: 'phrase_csv', csv: 'a\u0000' },
    },
  ],
])('%s is refused', async (_, method, url, body) => {
  const { status, json, text } = await admin.call(method, url, body)
  expect([status, json.code], text).toEqual([400, 'request.invalid'])
  // By the contract, which names the field; not by what is done with an error of the database.
  expect(json.details.fields, text).toBeDefined()
})

test('a file’s name and what its rows have instead of empty cells are texts that can be kept', async () => {
  const upload = (query: string) =>
    admin.call('POST', `/bff/api/v1/users/import?${query}`, 'Email,Given name\nann@example.com,Ann\n', {
      'content-type': 'text/csv',
    })
  expect((await upload('fileName=a%00.csv')).status).toBe(400)
  const held = await upload('hold=true')
  expect(held.status, held.text).toBe(200)
  const setting = (defaults: object) =>
    admin.call('PUT', `/bff/api/v1/imports/${held.json.id}`, {
      mapping: held.json.mapping,
      settings: { existing: 'skip', sendInvitations: false, defaults },
    })
  for (const role of ['\u0000', '\ud800']) expect((await setting({ role })).status).toBe(400)
  expect((await setting({ mood: 'Good' })).json.code).toBe('import.unknown-field')
  expect((await setting({ role: 'Analyst' })).status).toBe(200)
})

test('the last day that has a date is the end of a period of messages', async () => {
  for (const filter of ['postedDate[lte]:9999-12-31', 'postedDate[between]:2026-01-01|9999-12-31'])
    expect((await admin.call('GET', `/bff/api/v1/messages?filter=${filter}`)).status).toBe(200)
})
