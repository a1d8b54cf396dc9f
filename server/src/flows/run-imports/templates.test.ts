import { importTemplates } from '@verbatim/contract/import-templates.ts'
import { importKinds as kinds } from '@verbatim/contract/imports.ts'
import { expect, test } from 'vitest'
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

test('usual headings are guessed', () => {
  const headings = ['Given name', 'Surname', 'E-mail', 'Mobile', 'Job', 'Rights']
  expect(suggestMapping(importKinds['platform-users'].columns, headings)).toEqual({
    firstName: 0,
    lastName: 1,
    email: 2,
    phoneNumber: 3,
    role: 4,
    permissionProfiles: 5,
  })
})
