import { describe, expect, test } from 'vitest'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let acme: WorldTenant
let compliance: Caller
let analyst: Caller

useTestWorld(async (opened) => {
  world = opened
  acme = await world.makeTenant('acme')
  compliance = await world.as(acme, acme.users.compliance)
  analyst = await world.as(acme, acme.users.analyst)
  await world.deliver(acme, { from: '+15550109999', body: 'Keep this off the record, please.' })
  await world.deliver(acme, { from: '+15550109998', body: 'Lunch at 12?' })
  await world.deliver(acme, { from: '+15550109999', body: 'I said: off the record! And account 123456789.' })
  await world.deliver(acme, { from: '+15550109999', body: 'off the record on WhatsApp', channel: 'whatsapp' })
  await world.settle()
})

const rules = [
  { type: 'phrase', pattern: 'off the record' },
  { type: 'regex', pattern: '\\b\\d{9}\\b' },
  { type: 'phrase', pattern: 'never said' },
]

const preview = (caller: Caller, policy: object, days = 30) =>
  caller.call('POST', '/bff/api/v1/topics/preview', { policy, days })

describe('a preview', () => {
  test('counts what the draft would have raised, by message, conversation and rule, with a sample', async () => {
    const { status, json } = await preview(compliance, { rules })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      examined: 4,
      isComplete: true,
      matched: 3,
      conversations: 2,
      notEvaluated: 0,
      byRule: [3, 1, 0],
    })
    expect(json.byDay.reduce((sum: number, { matched }: { matched: number }) => sum + matched, 0)).toBe(3)
    expect(json.byGroup).toEqual([{ groupId: acme.groups.north, matched: 2 }])
    const shown = json.sample.map(({ excerpt, marks }: { excerpt: string; marks: [number, number][] }) =>
      marks.map(([start, end]) => excerpt.slice(start, end)),
    )
    expect(shown).toContainEqual(['off the record', '123456789'])
  })

  test('is in the audit trail with its reader, scope and number of matches, and without its patterns', async () => {
    await preview(compliance, { rules }, 7)
    const trail = await compliance.call('GET', '/audit/events?filter=eventType[eq]:policy_previewed')
    const { items } = trail.json
    for (const { actor, counts } of items)
      expect([actor.id, counts]).toEqual([acme.users.compliance, { found: 3 }])
    const days = items.map(({ changes }: { changes: { field: string; new: unknown }[] }) =>
      changes.find(({ field }) => field === 'days'),
    )
    expect(days).toContainEqual({ field: 'days', old: null, new: 7 })
    expect(trail.text).not.toContain('off the record')
  })

  test('reads only what the actor may see', async () => {
    const northerner = await world.as(acme, acme.northerner)
    expect((await preview(northerner, { rules })).json).toMatchObject({ examined: 3, matched: 2 })
    const other = await world.makeTenant('other')
    const stranger = await world.as(other, other.users.compliance)
    expect((await preview(stranger, { rules })).json).toMatchObject({ examined: 0, matched: 0 })
  })

  test('follows the scope of the draft', async () => {
    const draft = { rules, scope: 'group', groupIds: [acme.groups.south] }
    expect((await preview(compliance, draft)).json).toMatchObject({ examined: 4, matched: 0 })
  })

  test('saves nothing', async () => {
    expect((await compliance.call('GET', '/bff/api/v1/topics')).json).toMatchObject({ items: [], total: 0 })
  })

  test('of a bad regex is refused', async () => {
    const { status, json } = await preview(compliance, { rules: [{ type: 'regex', pattern: '(' }] })
    expect([status, json.message]).toEqual([400, 'This regex has wrong pattern.'])
  })
})

describe('a policy, through the API', () => {
  test('is created, changed, tried, listed and raises events', async () => {
    const created = await compliance.call('POST', '/bff/api/v1/topic', { name: 'Off the record', rules })
    expect(created.status).toBe(200)
    const { id, version } = created.json
    const url = `/bff/api/v1/topics/${id}`
    expect(
      (await compliance.call('PUT', url, { severity: 'high', expectedVersion: version })).json.version,
    ).toBe(2)
    expect((await compliance.call('PUT', url, { severity: 'low', expectedVersion: version })).status).toBe(
      409,
    )

    const added = await compliance.call('POST', `${url}/rule`, { type: 'phrase', pattern: 'hush' })
    const rule = added.json.rules.at(-1)
    const replaced = { type: 'phrase', pattern: 'hush hush', name: 'Hush' }
    const changed = await compliance.call('PUT', `${url}/rule/${rule.id}`, replaced)
    expect(changed.json.rules.at(-1)).toMatchObject({ id: rule.id, name: 'Hush', pattern: 'hush hush' })
    expect((await compliance.call('DELETE', `${url}/rule/${rule.id}?expectedVersion=4`)).json.ruleCount).toBe(
      3,
    )

    await world.deliver(acme, { from: '+15550109999', body: 'Once more, OFF THE\u200b RECORD' })
    await world.settle()
    const events = await compliance.call('GET', '/bff/api/v1/cognitive-events')
    expect(events.json).toMatchObject({
      total: 1,
      items: [{ policyName: 'Off the record', policyVersion: 5, severity: 'high' }],
    })
  })

  test('limited to a language raises nothing for messages that are certainly of another', async () => {
    const conditions = { languages: ['de'] }
    const named = { name: 'In German', rules: [{ type: 'phrase', pattern: 'Project Heron', conditions }] }
    const { json } = await compliance.call('POST', '/bff/api/v1/topic', named)
    expect(json.rules[0].conditions).toEqual(conditions)
    const texts = [
      'Bitte sprechen Sie mit niemandem über Project Heron, bis wir uns wiedersehen.',
      'Please do not talk to anybody about Project Heron until we meet again.',
      'Project Heron',
    ]
    for (const [index, body] of texts.entries())
      await world.deliver(acme, { from: `+1555010999${index}`, body })
    await world.settle()
    const events = await compliance.call('GET', `/bff/api/v1/cognitive-events?filter=policyId[eq]:${json.id}`)
    const found = events.json.items.map((event: { preview: string }) => event.preview)
    expect(new Set(found)).toEqual(new Set([texts[0], texts[2]]))
    expect((await preview(compliance, named)).json).toMatchObject({ matched: 2 })
  })

  test('takes rules from a file', async () => {
    const { json } = await compliance.call('POST', '/bff/api/v1/topic', { name: 'From a file' })
    const url = `/bff/api/v1/topics/${json.id}/rules/import`
    const upload = (query: string, body: string, type = 'text/csv') =>
      compliance.call('POST', `${url}?${query}`, body, { 'content-type': type })
    expect((await upload('fileType=phrase_csv&dryRun=true', 'a\nb\n')).json).toMatchObject({
      created: 2,
      saved: false,
    })
    expect((await upload('fileType=phrase_csv', 'a\nb\n')).json).toMatchObject({ created: 2, saved: true })
    expect((await upload('fileType=phrase_csv&alsoDisguised=false', 'c\n')).json.saved).toBe(true)
    const { rules } = (await compliance.call('GET', `/bff/api/v1/topics/${json.id}`)).json
    const switches = rules.map((rule: { alsoDisguised: boolean }) => rule.alsoDisguised)
    expect(switches).toEqual([true, true, false])
    expect((await upload('fileType=regex_csv', 'c\n')).json.message).toBe(
      'You cannot add the ‘CSV of regexes’ rule to a policy that already includes a ‘CSV of phrases’ rule.',
    )
    expect((await upload('fileType=phrase_csv', '{}', 'application/json')).json.message).toBe(
      'The uploaded file needs to be in csv format',
    )
    expect((await compliance.call('GET', '/bff/api/v1/file-types')).json.total).toBe(2)
  })

  test('is tried on a text', async () => {
    const { json } = await analyst.call('POST', '/bff/api/v1/topics/try', { text: 'Ｏff the record', rules })
    expect(json).toEqual({
      evidence: [{ rule: 0, part: 'text', start: 0, end: 14 }],
      errors: [],
      normalised: 'off the record',
    })
  })

  test('cannot be changed by users who may only read it', async () => {
    expect((await analyst.call('POST', '/bff/api/v1/topic', { name: 'Mine', rules })).status).toBe(403)
    expect((await analyst.call('GET', '/bff/api/v1/topics')).status).toBe(200)
  })

  test('of another tenant is not found', async () => {
    const other = await world.makeTenant('third')
    const stranger = await world.as(other, other.users.super_admin)
    const { json } = await compliance.call('GET', '/bff/api/v1/topics')
    const url = `/bff/api/v1/topics/${json.items[0].id}`
    expect((await stranger.call('GET', url)).status).toBe(404)
    expect((await stranger.call('PUT', url, { name: 'Taken' })).status).toBe(404)
    expect((await stranger.call('POST', `${url}/rule`, rules[0])).status).toBe(404)
  })
})
