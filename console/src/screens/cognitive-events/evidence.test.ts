import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import type { Evidence } from '@verbatim/contract/evidence.ts'
import { expect, test } from 'vitest'
import { byRule, isInWords, marksByMessage, placeWords, revisedMessages } from './evidence.ts'

const evidence = (id: string, rest: Partial<Record<keyof Evidence, unknown>> = {}) =>
  ({
    id,
    messageId: 'm1',
    revision: 1,
    ruleId: 'r1',
    ruleName: 'Rule',
    part: 'text',
    start: 2,
    end: 5,
    text: 'abc',
    ...rest,
  }) as unknown as Evidence

test('marks are in the text of their own revision, and one of them is current', () => {
  const all = [
    evidence('a'),
    evidence('s', { part: 'subject', start: 0, end: 4 }),
    evidence('b', { revision: 2, start: 7, end: 9 }),
    evidence('c', { messageId: 'm2' }),
  ]
  expect(Object.fromEntries(marksByMessage(all, all[2]))).toEqual({
    m1: [
      { part: 'text', revision: 1, start: 2, end: 5, isCurrent: false },
      { part: 'subject', revision: 1, start: 0, end: 4, isCurrent: false },
      { part: 'text', revision: 2, start: 7, end: 9, isCurrent: true },
    ],
    m2: [{ part: 'text', revision: 1, start: 2, end: 5, isCurrent: false }],
  })
})

test('evidence in an attachment, and a rule that could not be evaluated, mark no words', () => {
  const attached = evidence('a', { part: 'attachment:0' })
  const unknown = evidence('b', { part: 'not-evaluated', start: 0, end: 0 })
  expect(marksByMessage([attached, unknown], attached).size).toBe(0)
  expect([attached, unknown].map(isInWords)).toEqual([false, false])
  expect([attached, unknown].map(placeWords)).toEqual([
    'in the name of an attachment',
    'could not be evaluated',
  ])
})

test('evidence in an attachment is marked there, for users who may open it', () => {
  const attachment = { id: 'f1', name: 'plan.pdf' }
  const written = evidence('a', { part: 'attachment-text:0', attachment })
  const closed = evidence('b', { part: 'attachment-text:0', attachment, text: '', messageId: 'm2' })
  const unknown = evidence('c', { part: 'not-evaluated:attachment-text:0', attachment, start: 0, end: 0 })
  expect(Object.fromEntries(marksByMessage([written, closed, unknown], written))).toEqual({
    m1: [{ part: 'attachment', attachmentId: 'f1', revision: 1, start: 2, end: 5, isCurrent: true }],
  })
  expect(isInWords(written)).toBe(false)
  expect([written, unknown].map(placeWords)).toEqual([
    'in “plan.pdf”',
    'could not be evaluated in “plan.pdf”',
  ])
})

test('evidence is grouped by rule, in the order of the conversation', () => {
  const all = [evidence('a'), evidence('b', { ruleId: 'r2', ruleName: 'Other' }), evidence('c')]
  const groups = byRule({ evidence: all } as CognitiveEventDetail)
  expect(groups.map(([name, found]) => [name, found.map(({ id }) => id)])).toEqual([
    ['Rule', ['a', 'c']],
    ['Other', ['b']],
  ])
})

test('versions are named only if more than one version of a message has evidence', () => {
  const all = [evidence('a'), evidence('b', { revision: 2 }), evidence('c', { messageId: 'm2', revision: 2 })]
  expect(revisedMessages({ evidence: all } as CognitiveEventDetail)).toEqual(new Set(['m1']))
})
