import { ContactId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { auditedMerge, auditedUndo } from './audited-merges.ts'

const person = (digit: number, name: string) => ({
  id: ContactId.parse(`00000000-0000-7000-8000-00000000000${digit}`),
  name,
})

test('the entry of a contact that is no longer merged says into whom it was merged', () => {
  const [into, from] = [person(1, 'Ana Bell'), person(2, 'Ana')]
  const [, merged] = auditedMerge(from, into)
  expect(merged?.changes).toEqual([{ field: 'mergedInto', old: null, new: 'Ana Bell' }])
  expect(auditedUndo(into, [from]).ofOthers).toEqual([
    {
      type: 'contact_change_undone',
      target: { kind: 'contact', ...from },
      changes: [{ field: 'mergedInto', old: 'Ana Bell', new: null }],
    },
  ])
})
