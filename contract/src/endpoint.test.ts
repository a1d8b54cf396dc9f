import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { changeSchemaOf } from './change-schema.ts'
import type { Endpoint } from './endpoint.ts'

const bodies = await readSchemas('body')

test.each(bodies)('%s accepts no property that it does not name, at any depth', (_, body) => {
  expect(openObjects(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))).toEqual([])
})

test('the check finds nested objects that drop unknown properties', () => {
  const open = z.object({ a: z.string() })
  const hiding = z.strictObject({ list: z.array(z.union([z.int(), open])), maybe: open.optional() })
  expect(openObjects(z.toJSONSchema(hiding, { io: 'input' }))).toHaveLength(2)
})

test.each(await readSchemas('query'))('%s takes no parameter that it does not name', (_, query) => {
  const { error } = query.safeParse({ unheardOf: '1' })
  expect(error?.issues.map(({ message }) => message).join()).toContain('unheardOf')
})

/** Decisions and settings that are given as a whole, so that nothing of them is left out. */
const wholes = new Set([
  'PUT /bff/account',
  'PUT /bff/api/v1/accounts/:id',
  'PUT /bff/api/v1/accounts/:id/canary',
  'PUT /bff/api/v1/cognitive-events/:id/assignee',
  'PUT /bff/api/v1/cognitive-events/:id/status',
  'PUT /bff/api/v1/imports/:id',
  'PUT /bff/api/v1/report-subscriptions/:id',
  'PUT /bff/archiving/settings',
  'PUT /bff/organizations/single-sign-on',
])
/** Who joins and who leaves. Who is not named stays, so an empty list changes nothing. */
const ofGroups = ['addedMemberIds', 'removedMemberIds', 'addedContactIds', 'removedContactIds']
const differences: Readonly<Record<string, readonly string[]>> = {
  'PUT /bff/api/v1/permission-profiles/:id/members': ['added', 'removed'],
  'PUT /messenger/api/v1/conversation-groups/:id': ofGroups,
  'PUT /messenger/api/v1/conversation-groups/:id/members': ofGroups,
}
const changes = bodies.filter(([name]) => name.startsWith('PUT '))

test.each(changes)('%s requires no field, and fields that are not named stay as they are', (name, body) => {
  const { properties = {}, required = [] } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const reset = Object.entries(properties).filter(([, field]) => Object.hasOwn(Object(field), 'default'))
  expect(reset.map(([field]) => field)).toEqual(differences[name] ?? [])
  expect(required.length > 0).toBe(wholes.has(name))
})

test('every list of whole or partial changes names calls of the contract', () => {
  const names = changes.map(([name]) => name)
  expect([...wholes, ...Object.keys(differences)].filter((name) => !names.includes(name))).toEqual([])
})

test('`changeSchemaOf` a draft has no defaults, unlike `partial`', () => {
  const draft = z.strictObject({ name: z.string(), note: z.string().default('') })
  expect(changeSchemaOf(draft).parse({ name: 'Desk' })).toEqual({ name: 'Desk' })
  expect(draft.partial().parse({ name: 'Desk' })).toEqual({ name: 'Desk', note: '' })
})

/** Every endpoint of the contract that takes a body, or a query, with its schema. */
async function readSchemas(of: 'body' | 'query'): Promise<[string, z.ZodType][]> {
  const files = readdirSync(import.meta.dirname).filter((name) => /^[a-z-]+\.ts$/.test(name))
  const modules: object[] = await Promise.all(files.map((name) => import(join(import.meta.dirname, name))))
  return modules
    .flatMap((module) => Object.values(module).flatMap(endpointsOf))
    .flatMap((one) => {
      const schema = one[of]
      return schema ? [[`${one.method} ${one.path}`, schema] as [string, z.ZodType]] : []
    })
}

/** An endpoint, or an object of several, such as those of platform users. */
function endpointsOf(value: unknown): Endpoint[] {
  const isThing = (one: unknown): one is object => typeof one === 'object' && one !== null
  if (!isThing(value)) return []
  return [value, ...Object.values(value).filter(isThing)].filter(
    (one): one is Endpoint => 'method' in one && 'path' in one && 'access' in one,
  )
}

/** The objects of a JSON schema that do not mention additional properties, which zod silently drops. */
function openObjects(schema: unknown): unknown[] {
  if (typeof schema !== 'object' || schema === null) return []
  const isOpen = 'properties' in schema && !('additionalProperties' in schema)
  return [...(isOpen ? [schema] : []), ...Object.values(schema).flatMap(openObjects)]
}
