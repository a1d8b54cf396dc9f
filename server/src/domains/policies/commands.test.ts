import type { GroupId, RuleId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import { PolicyChange, PolicyDraft } from '@verbatim/contract/policies.ts'
import { RuleDraft } from '@verbatim/contract/policy-rules.ts'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { createPolicy, updatePolicy } from './commands.ts'
import { findPolicies, requirePolicy } from './queries.ts'
import { createRule, deleteRule, updateRule } from './rule-commands.ts'
import { readRuleFile } from './rule-file.ts'
import { importRules } from './rule-import.ts'
import { findEdition, findStandingPolicies } from './standing-queries.ts'

const now = new Date('2026-11-21T10:00:00Z')
const tenantId = newId<TenantId>(now)
const otherTenant = newId<TenantId>(now)
const groupId = newId<GroupId>(now)
const editor = { userId: newId<UserId>(now), name: 'Ann Admin' }

let database: TestDatabase
const within = <T>(work: (tx: TenantTx) => Promise<T>, tenant = tenantId) =>
  inTenant(database.db, tenant, work)

useTestDatabase(async (opened) => {
  database = opened
  for (const [tenant, host_label] of [
    [tenantId, 'acme'],
    [otherTenant, 'other'],
  ] as const) {
    await within(async (tx) => {
      await tx
        .insertInto('organization')
        .values({ tenant_id: tenant, host_label, name: host_label })
        .execute()
    }, tenant)
  }
  await within((tx) =>
    tx
      .insertInto('conversation_group')
      .values({ id: groupId, name: 'Asia', name_key: 'asia', created_at: now })
      .execute(),
  )
})

let counter = 0
const draft = (given: Partial<PolicyDraft> = {}) =>
  PolicyDraft.parse({
    name: `Policy ${++counter}`,
    rules: [{ type: 'phrase', pattern: 'off the record' }],
    ...given,
  })
const rule = (given: Partial<RuleDraft> = {}) => RuleDraft.parse({ type: 'phrase', pattern: 'buy', ...given })
const created = (given: Partial<PolicyDraft> = {}) =>
  within(async (tx) => requirePolicy(tx, await createPolicy(tx, editor, draft(given), now)))
const updated = (id: Awaited<ReturnType<typeof created>>['id'], change: PolicyChange) =>
  within(async (tx) => {
    await updatePolicy(tx, editor, { id, change: PolicyChange.parse(change) }, now)
    return requirePolicy(tx, id)
  })
const audits = (id: string) =>
  within((tx) =>
    tx
      .selectFrom('audit_event')
      .select(['type', 'changes'])
      .where('target_id', '=', id)
      .orderBy('type')
      .execute(),
  )
const failing = (code: string, message?: string) =>
  expect.objectContaining(message ? { code, message } : { code })

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
        { id, ruleId: rules[0]!.id, rule: rule({ pattern: 'sell' }), expectedVersion: 2 },
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

describe('rules', () => {
  test('the last one of an enabled policy cannot be removed; another can', async () => {
    const { id, rules } = await created()
    const [first] = rules
    const removing = (expectedVersion: number | undefined) =>
      within((tx) => deleteRule(tx, editor, { id, ruleId: first!.id, expectedVersion }, now))
    await expect(removing(1)).rejects.toThrow(failing('policy.rule-kept', 'Cannot remove this rule'))
    await within((tx) => createRule(tx, editor, { id, rule: rule(), expectedVersion: 1 }, now))
    await removing(2)
    expect((await within((tx) => requirePolicy(tx, id))).rules.map(({ pattern }) => pattern)).toEqual(['buy'])
  })

  test('the last one of a disabled policy can', async () => {
    const { id, rules } = await created({ enabled: false })
    await within((tx) => deleteRule(tx, editor, { id, ruleId: rules[0]!.id, expectedVersion: 1 }, now))
    expect((await within((tx) => requirePolicy(tx, id))).ruleCount).toBe(0)
  })

  test('that do not exist cannot be changed', async () => {
    const { id } = await created()
    const ruleId = newId<RuleId>(now)
    await expect(
      within((tx) => updateRule(tx, editor, { id, ruleId, rule: rule(), expectedVersion: undefined }, now)),
    ).rejects.toThrow(failing('rule.not-found'))
  })
})

describe('whether a phrase is found in disguise', () => {
  const policyId = async () =>
    (await created({ rules: [rule(), rule({ type: 'regex', pattern: 'b.y', alsoDisguised: true })] })).id
  const switchesOf = async (id: Awaited<ReturnType<typeof policyId>>, version?: number) =>
    (await within((tx) => requirePolicy(tx, id, version))).rules.map(({ alsoDisguised }) => alsoDisguised)

  test('is on by default, and never for a regex', async () => {
    expect(await switchesOf(await policyId())).toEqual([true, false])
  })

  test('belongs to a version, is recorded by its name, and is what messages are examined with', async () => {
    const id = await policyId()
    const { rules } = await within((tx) => requirePolicy(tx, id))
    const ruleId = rules[0]!.id
    await within((tx) =>
      updateRule(
        tx,
        editor,
        { id, ruleId, rule: rule({ name: 'buy', alsoDisguised: false }), expectedVersion: 1 },
        now,
      ),
    )
    expect(await switchesOf(id)).toEqual([false, false])
    expect(await switchesOf(id, 1)).toEqual([true, false])
    expect((await audits(id)).find(({ type }) => type === 'policy_rule_updated')?.changes).toEqual([
      { field: 'alsoDisguised', old: true, new: false },
    ])
    const standing = (await within((tx) => findStandingPolicies(tx))).find((policy) => policy.id === id)
    expect(standing?.rules.find((one) => one.id === ruleId)).toMatchObject({ alsoDisguised: false })
  })
})

describe('a file of rules', () => {
  const imported = (id: Awaited<ReturnType<typeof created>>['id'], text: string, given: object = {}) =>
    within(async (tx) => {
      const fileType = 'phrase_csv' as const
      const options = { fileType, scope: 'message' as const, dryRun: false, ...given }
      return importRules(tx, editor, { id, ...options, read: readRuleFile(Buffer.from(text), options) }, now)
    })

  test('adds all of its rows in one version', async () => {
    const { id } = await created()
    expect(await imported(id, '\ufeffphrase,name\r\nfront run,Front running\r\n"a, b"\r\n')).toMatchObject({
      total: 2,
      created: 2,
      failed: 0,
      saved: true,
      version: 2,
    })
    const { rules } = await within((tx) => requirePolicy(tx, id))
    expect(rules.slice(1)).toMatchObject([
      { name: 'Front running', pattern: 'front run', fileType: 'phrase_csv' },
      { name: 'a, b', pattern: 'a, b' },
    ])
  })

  test('says for each phrase, or for all, whether it is found in disguise', async () => {
    const { id } = await created()
    await imported(id, 'phrase,also disguised\none,\ntwo,yes\nthree,No\n', { alsoDisguised: false })
    const { rules } = await within((tx) => requirePolicy(tx, id))
    expect(rules.slice(1).map((one) => [one.pattern, one.alsoDisguised])).toEqual([
      ['one', false],
      ['two', true],
      ['three', false],
    ])
  })

  test('with an invalid row adds none, and names the row and the reason', async () => {
    const { id } = await created()
    const result = await imported(id, 'ok\n(\n\n[z-a]\n', { fileType: 'regex_csv' })
    expect(result).toMatchObject({ total: 3, created: 0, failed: 2, saved: false, version: 1 })
    expect(result.errors).toEqual([
      { row: 2, pattern: '(', message: 'This regex has wrong pattern.' },
      { row: 4, pattern: '[z-a]', message: 'This regex has wrong pattern.' },
    ])
  })

  test('adds none in a dry run', async () => {
    const { id } = await created()
    expect(await imported(id, 'one\ntwo\n', { dryRun: true })).toMatchObject({
      created: 2,
      saved: false,
      version: 1,
    })
    expect((await within((tx) => requirePolicy(tx, id))).ruleCount).toBe(1)
  })

  test('that is imported again adds only new phrases', async () => {
    const { id } = await created()
    await imported(id, 'one\ntwo\ntwo\n')
    expect(await imported(id, 'two\nthree\n')).toMatchObject({
      total: 2,
      created: 1,
      skipped: 1,
      saved: true,
    })
    expect((await within((tx) => requirePolicy(tx, id))).ruleCount).toBe(4)
  })

  test('of a different kind than the policy’s is refused with the words of the specification', async () => {
    const { id } = await created()
    await imported(id, 'one\n')
    await expect(imported(id, 'two\n', { fileType: 'regex_csv' })).rejects.toThrow(
      failing(
        'policy.mixed-file-types',
        'You cannot add the ‘CSV of regexes’ rule to a policy that already includes a ‘CSV of phrases’ rule.',
      ),
    )
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
