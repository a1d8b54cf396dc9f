import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subjectStart } from './mail-subject.ts'

const bare = (subject: string) => subject.slice(subjectStart(subject))

test.each([
  'Sure gain',
  'Re: Sure gain',
  'RE: AW: Fwd: Sure gain',
  'Re[2]: Sure gain',
  'Antw (3): Sure gain',
  '回复：Sure gain',
  'إعادة توجيه: Sure gain',
  'ΑΠ: Sure gain',
  '[External] RE: Sure gain',
  'Rép. : Sure gain',
])('the subject of “%s” is “Sure gain”', (subject) => {
  expect(bare(subject)).toBe('Sure gain')
})

test.each([
  'Sure gain at 10:30',
  'Quarterly figures and outlook: draft',
  '',
  ':',
  'Terms of the offer: read',
])('“%s” begins with itself', (subject) => {
  expect(subjectStart(subject)).toBe(0)
})

test('another prefix does not change the rest', () => {
  fc.assert(fc.property(fc.string(), (subject) => bare(`Re: ${subject}`) === bare(subject.trimStart())))
})
