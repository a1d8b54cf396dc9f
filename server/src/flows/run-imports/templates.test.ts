import { importTemplates } from '@verbatim/contract/import-templates.ts'
import { importKinds as kinds } from '@verbatim/contract/imports.ts'
import { describe, expect, test } from 'vitest'
import { importKinds } from './kinds.ts'
import { suggestMapping } from './model.ts'

test.each(kinds)('the template of %s has every column of its import, and needs no mapping', (kind) => {
  const { columns } = importKinds[kind]
  const headings = importTemplates[kind]
  expect(headings.toSorted()).toEqual(columns.map(({ label }) => label).toSorted())
  const mapping = suggestMapping(columns, headings)
  const place = ({ field, label }: (typeof columns)[number]) => [field, headings.indexOf(label)]
  expect(mapping).toEqual(Object.fromEntries(columns.map(place)))
})

const person = { firstName: 0, lastName: 1, email: 2, phoneNumber: 3 }
test.each([
  [
    'platform-users',
    ['Given name', 'Surname', 'E-mail', 'Mobile', 'Job', 'Rights'],
    { ...person, role: 4, permissionProfiles: 5 },
  ],
  [
    'messenger-users',
    ['Given name', 'Surname', 'E-mail', 'Mobile', 'Job', 'Group'],
    { ...person, messengerRole: 4, groups: 5 },
  ],
  ['contacts', ['Given name', 'Surname', 'E-mail', 'Mobile', 'Group'], { ...person, groups: 4 }],
  ['contacts', ['Full name', 'E-mail', 'Tel', 'Owner'], { name: 0, email: 1, phoneNumber: 2, ownerEmail: 3 }],
  ['accounts-telegram', ['Account name', 'Mobile', 'Belongs to'], { name: 0, ownerEmail: 2 }],
] as const)('usual headings are guessed for %s: %j', (kind, headings, mapping) => {
  expect(suggestMapping(importKinds[kind].columns, headings)).toEqual(mapping)
})

describe('a job is the role', () => {
  const guessed = (kind: 'platform-users' | 'messenger-users', headings: string[], ...jobs: string[]) =>
    suggestMapping(
      importKinds[kind].columns,
      headings,
      jobs.map((job) => [job, 'Analyst']),
    )

  test('if most of the jobs are roles', () => {
    expect(guessed('platform-users', ['Job'], 'Analyst', '', 'boss', 'compliance')).toEqual({ role: 0 })
    expect(guessed('messenger-users', ['Position'], 'Manager', 'user')).toEqual({ messengerRole: 0 })
    expect(guessed('messenger-users', ['Job title'], 'Trader', 'Manager', 'Sales')).toEqual({})
    expect(guessed('platform-users', ['Job title'], 'Trader', 'Head of Sales')).toEqual({})
  })

  test('unless another column is', () => {
    expect(guessed('platform-users', ['Job', 'Role'], 'Analyst')).toEqual({ role: 1 })
  })
})
