import type { GroupId, RuleId } from '@verbatim/contract/ids.ts'
import { PolicyChange, PolicyDraft } from '@verbatim/contract/policies.ts'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { editor, failing, groupId, now, otherTenant, rule, setUpPolicies } from '#testing/kept-policies.ts'
import { updatePolicy } from './commands.ts'
import { findPolicies, requirePolicy } from './queries.ts'
import { updateRule } from './rule-commands.ts'
import { findEdition, findStandingPolicies } from './standing-queries.ts'

const { within, created, updated, audits } = setUpPolicies()

describe('a new policy', () => {
  test('is read back as written, in its first version', async () => {
    const policy = await created({ name: 'Market abuse', severity: 'high' })
    expect(policy).toMatchObject({
      name: 'Market abuse',
      severity: 'high',
      scope: 'global',
      action: 'raise',
      enabled: true,
      version: 1,
      ruleCount: 1,
      changedBy: 'Ann Admin',
      rules: [
        { name: 'off the record', type: 'phrase', scope: 'message', fileType: null, isEvaluated: true },
      ],
    })
    expect((await audits(policy.id))[0]).toMatchObject({ type: 'policy_created' })
  })

  test('needs a unique name, in any spelling', async () => {
    await created({ name: 'Gifts' })
    await expect(created({ name: ' gIFTS ' })).rejects.toThrow(failing('policy.name-taken'))
  })

  test.each([
    [{ name: ' \u200b ' }, 'This field cannot be empty.'],
    [{ rules: [{ type: 'phrase', pattern: '  ' }] }, 'This field cannot be empty.'],
    [{ scope: 'group', groupIds: [] }, 'Please select at least one Group'],
  ])('%o is refused with the words of the specification', (given, message) => {
    const { success, error } = PolicyDraft.safeParse({ name: 'A', ...given })
    expect([success, error?.issues[0]?.message]).toEqual([false, message])
  })

  test('with an empty phrase is refused completely', async () => {
    const rules = [rule(), rule({ type: 'phrase', pattern: '\u200b' })]
    await expect(created({ name: 'Half', rules })).rejects.toThrow(failing('policy.empty'))
    const { total } = await within((tx) =>
      findPolicies(
        tx,
        { limit: 5, skip: 0, sort: [], filter: [], search: { field: 'name', text: 'Half' } },
        now,
      ),
    )
    expect(total).toBe(0)
  })

  test('for an unknown group, or one of another tenant, is refused', async () => {
    await expect(created({ scope: 'group', groupIds: [newId<GroupId>(now)] })).rejects.toThrow(
      failing('policy.unknown-group'),
    )
    expect((await created({ scope: 'group', groupIds: [groupId] })).groupIds).toEqual([groupId])
  })

  test('that blocks cannot have prompts', async () => {
    const rules = [rule({ type: 'prompt', pattern: 'Is it advice?', scope: 'conversation' })]
    await expect(created({ action: 'block', rules })).rejects.toThrow(failing('policy.blocks-prompts'))
  })
})

describe('a changed policy', () => {
  test('can be read as it was in each version', async () => {
    const { id, rules } = await created({ name: 'First name' })
    await updated(id, { name: 'Second name', severity: 'low' })
    await within((tx) =>
      updateRule(
        tx,
        editor,
        { id, ruleId: rules[0]!.id, change: rule({ pattern: 'sell' }), expectedVersion: 2 },
        now,
      ),
    )
    const versions = await Promise.all(
      [1, 2, 3].map((version) => within((tx) => requirePolicy(tx, id, version))),
    )
    expect(versions.map(({ name, severity, rules: [first] }) => [name, severity, first?.pattern])).toEqual([
      ['First name', 'medium', 'off the record'],
      ['Second name', 'low', 'off the record'],
      ['Second name', 'low', 'sell'],
    ])
    expect(versions[2]?.rules[0]?.id).toBe(rules[0]!.id)
  })

  test('increments the edition of all policies', async () => {
    const before = await within(findEdition)
    const { id } = await created()
    await updated(id, { enabled: false })
    expect(await within(findEdition)).toBe(before + 2)
  })

  test('is refused if another change was saved first', async () => {
    const { id } = await created()
    await updated(id, { severity: 'low', expectedVersion: 1 })
    await expect(updated(id, { severity: 'high', expectedVersion: 1 })).rejects.toThrow(
      failing('policy.changed'),
    )
  })

  test('that becomes global loses its groups, and one for groups needs at least one', async () => {
    const { id } = await created({ scope: 'group', groupIds: [groupId] })
    expect((await updated(id, { scope: 'global' })).groupIds).toEqual([])
    await expect(updated(id, { scope: 'group' })).rejects.toThrow(
      failing('policy.needs-group', 'Please select at least one Group'),
    )
  })

  test('that becomes blocking drops its prompts, once that is confirmed', async () => {
    const rules = [rule(), rule({ type: 'prompt', pattern: 'Is it advice?' })]
    const { id } = await created({ rules })
    await expect(updated(id, { action: 'block' })).rejects.toThrow(failing('policy.removes-prompts'))
    const blocking = await updated(id, { action: 'block', removePromptRules: true })
    expect(blocking.rules.map(({ type }) => type)).toEqual(['phrase'])
    expect((await within((tx) => requirePolicy(tx, id, 1))).rules).toHaveLength(2)
  })

  test('can change its rules in the same version, with each rule in its place', async () => {
    const { id, rules } = await created({
      rules: [rule(), rule({ pattern: 'sell' }), rule({ pattern: 'hold' })],
    })
    const [buy, sell] = rules
    const put = [
      { ...rule({ pattern: 'hush' }) },
      { ...rule({ type: 'regex', pattern: 'b+uy', name: 'Buy' }), id: buy!.id },
    ]
    const changed = await updated(id, { severity: 'low', rules: { put, removed: [sell!.id] } })
    expect(changed).toMatchObject({ version: 2, severity: 'low', ruleCount: 3 })
    expect(changed.rules.map(({ pattern }) => pattern)).toEqual(['b+uy', 'hold', 'hush'])
    expect(changed.rules[0]?.id).toBe(buy!.id)
    expect((await within((tx) => requirePolicy(tx, id, 1))).rules).toHaveLength(3)
    expect((await audits(id)).at(-1)?.changes).toMatchObject([
      { field: 'severity' },
      { field: 'rule hush', old: null, new: { pattern: 'hush' } },
      { field: 'rule buy', old: { pattern: 'buy' }, new: { pattern: 'b+uy' } },
      { field: 'rule sell', old: { pattern: 'sell' }, new: null },
    ])
  })

  test('is refused completely if one of its rules is invalid, and the failure names it', async () => {
    const { id, rules } = await created()
    const change = (given: object) => updated(id, PolicyChange.parse({ severity: 'low', rules: given }))
    await expect(change({ put: [rule(), rule({ type: 'phrase', pattern: '\u200b' })] })).rejects.toThrow(
      expect.objectContaining({ code: 'policy.empty', details: { field: 'pattern', rule: 1 } }),
    )
    await expect(change({ removed: [rules[0]!.id] })).rejects.toThrow(failing('policy.rule-kept'))
    await expect(change({ removed: [newId<RuleId>(now)] })).rejects.toThrow(failing('rule.not-found'))
    await expect(change({ put: [{ ...rule(), id: rules[0]!.id }], removed: [rules[0]!.id] })).rejects.toThrow(
      failing('rule.not-found'),
    )
    expect((await within((tx) => requirePolicy(tx, id))).version).toBe(1)
  })

  test('leaves old and new values in the audit trail', async () => {
    const { id } = await created()
    await updated(id, { severity: 'high' })
    expect((await audits(id)).at(-1)).toEqual({
      type: 'policy_updated',
      changes: [{ field: 'severity', old: 'medium', new: 'high' }],
    })
  })

  test('of another tenant is not found', async () => {
    const { id } = await created()
    await expect(within((tx) => requirePolicy(tx, id), otherTenant)).rejects.toThrow(
      failing('policy.not-found'),
    )
    await expect(
      within((tx) => updatePolicy(tx, editor, { id, change: {} }, now), otherTenant),
    ).rejects.toThrow(failing('policy.not-found'))
  })
})

test('the policies in force are the enabled ones, with their current rules', async () => {
  const { id } = await created({
    name: 'In force',
    rules: [rule(), rule({ pattern: 'sell', conditions: { minWords: 2 } })],
  })
  const { id: off } = await created({ enabled: false })
  const standing = await within(findStandingPolicies)
  expect(standing.find((policy) => policy.id === off)).toBeUndefined()
  expect(standing.find((policy) => policy.id === id)).toMatchObject({
    version: 1,
    rules: [{ pattern: 'buy' }, { pattern: 'sell', conditions: { minWords: 2 } }],
  })
  expect(await within(findStandingPolicies, otherTenant)).toEqual([])
})

test('the list sorts, filters, searches and counts rules', async () => {
  await created({ name: 'Zebra watch', severity: 'low', rules: [rule(), rule({ pattern: 'x' })] })
  await created({ name: 'Zebra hunt', severity: 'high', enabled: false })
  const search = { field: 'name' as const, text: 'zebra' }
  const bySeverity = await within((tx) =>
    findPolicies(
      tx,
      { limit: 5, skip: 0, sort: [{ field: 'severity', direction: 'desc' }], filter: [], search },
      now,
    ),
  )
  expect(bySeverity.items.map(({ name, ruleCount }) => [name, ruleCount])).toEqual([
    ['Zebra hunt', 1],
    ['Zebra watch', 2],
  ])
  const enabled = await within((tx) =>
    findPolicies(
      tx,
      {
        limit: 5,
        skip: 0,
        sort: [],
        filter: [{ field: 'status', operator: 'eq', values: ['enabled'] }],
        search,
      },
      now,
    ),
  )
  expect(enabled).toMatchObject({ total: 1, items: [{ name: 'Zebra watch' }] })
})
