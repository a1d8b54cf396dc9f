import type { RuleId } from '@verbatim/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { editor, failing, now, rule, setUpPolicies } from '#testing/kept-policies.ts'
import { requirePolicy } from './queries.ts'
import { createRule, deleteRule, updateRule } from './rule-commands.ts'
import { readRuleFile } from './rule-file.ts'
import { importRules } from './rule-import.ts'
import { findStandingPolicies } from './standing-queries.ts'

const { within, created, audits } = setUpPolicies()

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
      within((tx) => updateRule(tx, editor, { id, ruleId, change: rule(), expectedVersion: undefined }, now)),
    ).rejects.toThrow(failing('rule.not-found'))
  })
})

describe('finding a phrase in disguise', () => {
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
        { id, ruleId, change: rule({ name: 'buy', alsoDisguised: false }), expectedVersion: 1 },
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
      const options = {
        fileType,
        scope: 'message' as const,
        dryRun: false,
        expectedVersion: undefined,
        ...given,
      }
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

  describe('that is imported again with other options', () => {
    const rulesOf = async (id: Awaited<ReturnType<typeof created>>['id'], version?: number) =>
      (await within((tx) => requirePolicy(tx, id, version))).rules
        .slice(1)
        .map(({ pattern, scope, alsoDisguised }) => [pattern, scope, alsoDisguised])

    test('makes its rules find more, in one version, and keeps what they are', async () => {
      const { id } = await created()
      await imported(id, 'one\ntwo\n', { alsoDisguised: false })
      const before = (await within((tx) => requirePolicy(tx, id))).rules
      const dry = await imported(id, 'one\nthree\n', { dryRun: true })
      expect(dry).toMatchObject({ total: 2, created: 1, widened: 1, skipped: 0, differing: 0, saved: false })
      expect(await imported(id, 'one\nthree\n')).toMatchObject({ ...dry, saved: true, version: 3 })
      expect(await rulesOf(id)).toEqual([
        ['one', 'message', true],
        ['two', 'message', false],
        ['three', 'message', true],
      ])
      expect(await rulesOf(id, 2)).toEqual([
        ['one', 'message', false],
        ['two', 'message', false],
      ])
      const after = (await within((tx) => requirePolicy(tx, id))).rules
      expect(after.slice(0, 3).map((one) => one.id)).toEqual(before.map((one) => one.id))
      expect((await audits(id)).findLast(({ type }) => type === 'policy_rules_imported')?.changes).toEqual([
        { field: 'rules', old: null, new: 1 },
        { field: 'rulesWidened', old: null, new: 1 },
      ])
      const standing = (await within((tx) => findStandingPolicies(tx))).find((policy) => policy.id === id)
      expect(standing?.rules.find(({ pattern }) => pattern === 'one')).toMatchObject({ alsoDisguised: true })
    })

    test('in files as well is examined in both', async () => {
      const { id } = await created()
      await imported(id, 'one\n')
      expect(await imported(id, 'one\n', { scope: 'attachment' })).toMatchObject({ widened: 1, saved: true })
      expect(await rulesOf(id)).toEqual([['one', 'message_and_attachment', true]])
      expect(await imported(id, 'one\n', { scope: 'attachment', alsoDisguised: true })).toMatchObject({
        widened: 0,
        differing: 1,
        saved: false,
      })
    })

    test('never makes a rule find less, and says that it stays', async () => {
      const { id } = await created()
      await imported(id, 'one\ntwo\n')
      const again = await imported(id, 'one\ntwo\n', { alsoDisguised: false })
      expect(again).toMatchObject({
        total: 2,
        created: 0,
        skipped: 0,
        widened: 0,
        differing: 2,
        saved: false,
      })
      expect(await rulesOf(id)).toEqual([
        ['one', 'message', true],
        ['two', 'message', true],
      ])
    })

    test('leaves a rule that was limited by hand', async () => {
      const { id } = await created()
      await imported(id, 'one\n', { alsoDisguised: false })
      const { rules } = await within((tx) => requirePolicy(tx, id))
      const change = { conditions: { minWords: 5 } }
      const ruleId = rules[1]!.id
      await within((tx) => updateRule(tx, editor, { id, ruleId, change, expectedVersion: 2 }, now))
      expect(await imported(id, 'one\n')).toMatchObject({ widened: 0, differing: 1, saved: false })
      expect(await imported(id, 'one\n', { alsoDisguised: false })).toMatchObject({ differing: 1 })
    })

    test('concerns only phrases: a regex is never found in disguise', async () => {
      const { id } = await created()
      const regex = { fileType: 'regex_csv' }
      await imported(id, 'o.e\n', { ...regex, alsoDisguised: false })
      expect(await imported(id, 'o.e\n', regex)).toMatchObject({ skipped: 1, widened: 0, differing: 0 })
    })
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
