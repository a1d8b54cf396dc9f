import { expect, test } from 'vitest'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World } from '#testing/world.ts'

let world: World
let ann: Caller
let cleo: Caller
useTestWorld(async (opened) => {
  world = opened
  const [acme, bank] = [await world.makeTenant('acme'), await world.makeTenant('bank')]
  ann = await world.as(acme, acme.users.compliance)
  cleo = await world.as(bank, bank.users.compliance)
})

const trying = (caller: Caller, body: object) => caller.call('POST', '/bff/api/v1/topics/try', body)
const light = { text: 'sell it now', rules: [{ type: 'phrase', pattern: 'sell it' }] }
/** Regexes that no prefilter excludes, so each one scans the whole text. */
const heavy = {
  text: 'ab '.repeat(30_000),
  rules: Array.from({ length: 40 }, (_, n) => ({ type: 'regex', pattern: `(?<=a)b(?=.{0,${n + 1}}z)` })),
}

test('forty heavy trials of one person use only her share, and leave another organization its own', async () => {
  const hers = Array.from({ length: 40 }, () => trying(ann, heavy))
  const other = await trying(cleo, light)
  expect(other).toMatchObject({ status: 200, json: { evidence: [{ rule: 0, start: 0, end: 7 }] } })
  const answers = await Promise.all(hers)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(30)
  expect(refused[0]?.json).toMatchObject({ code: 'request.too-busy' })
  expect(refused[0]?.headers['retry-after']).toBe('5')
  expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(40)
})

test('while a heavy trial is evaluated, hundreds of others use the same event loop', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  turn()
  expect((await trying(ann, heavy)).status).toBe(200)
  isOver = true
  expect(turns).toBeGreaterThan(100)
})

test('every request refuses an invalid regex before it is saved, and names its place among several', async () => {
  const good = { name: 'Good', type: 'regex', pattern: 'a', scope: 'message', conditions: {} }
  const bad = { ...good, name: 'Bad', pattern: '(' }
  const path = '/bff/api/v1/topics'
  const draft = {
    name: 'Regexes',
    severity: 'low',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
  }
  const refused = (details: object) => ({ status: 400, json: { code: 'policy.bad-regex', details } })
  const unmade = await ann.call('POST', '/bff/api/v1/topic', { ...draft, rules: [good, bad] })
  expect(unmade).toMatchObject(refused({ rule: 1 }))

  const { status, json } = await ann.call('POST', '/bff/api/v1/topic', { ...draft, rules: [good] })
  expect([status, json.rules.length]).toEqual([200, 1])
  const at = `${path}/${json.id}`
  const changes = { expectedVersion: json.version, rules: { put: [good, bad], removed: [] } }
  expect(await ann.call('PUT', at, changes)).toMatchObject(refused({ rule: 1 }))
  expect(await ann.call('POST', `${at}/rule`, bad)).toMatchObject(refused({}))
  expect(await ann.call('PUT', `${at}/rule/${json.rules[0].id}`, bad)).toMatchObject(refused({}))
  expect((await ann.call('GET', at)).json).toMatchObject({ version: json.version, rules: [{ pattern: 'a' }] })
})
