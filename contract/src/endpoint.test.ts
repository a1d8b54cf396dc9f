import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

const bodies = await readBodies()

test.each(bodies)('%s takes no property that it does not name, however deep', (_, body) => {
  expect(openObjects(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))).toEqual([])
})

test('the check finds nested objects that drop unknown properties', () => {
  const open = z.object({ a: z.string() })
  const hiding = z.strictObject({ list: z.array(z.union([z.int(), open])), maybe: open.optional() })
  expect(openObjects(z.toJSONSchema(hiding, { io: 'input' }))).toHaveLength(2)
})

/** Every endpoint of the contract that takes a body, and the body's schema. */
async function readBodies(): Promise<[string, z.ZodType][]> {
  const files = readdirSync(import.meta.dirname).filter((name) => /^[a-z-]+\.ts$/.test(name))
  const modules: object[] = await Promise.all(files.map((name) => import(join(import.meta.dirname, name))))
  return modules
    .flatMap((module) => Object.values(module).flatMap(endpointsOf))
    .flatMap(({ method, path, body }) => (body ? [[`${method} ${path}`, body] as [string, z.ZodType]] : []))
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
