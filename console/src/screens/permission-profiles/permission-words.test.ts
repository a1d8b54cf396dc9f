import { permissions } from '@verbatim/contract/permissions.ts'
import { expect, test } from 'vitest'
import { permissionAreas } from './permission-words.ts'

test('every permission is offered in exactly one area', () => {
  const offered = permissionAreas.flatMap((area) => area.permissions)
  expect(offered.toSorted()).toEqual([...permissions].toSorted())
})
