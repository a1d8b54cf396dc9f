import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { policies } from '#policies/policies.ts'
import { type ReviewStep, planReview } from './reviews.ts'
import { platformUsers } from './staff.ts'

const now = new Date('2026-11-20T15:30:00Z')

const natures = ['breach', 'minor', 'false', undefined] as const

const plans = policies.flatMap(({ key }) =>
  Array.from({ length: 40 }, (_, ordinal) => {
    const raisedAt = new Date(now.getTime() - (40 - ordinal) * 9 * dayMs + hourMs)
    const nature = natures[ordinal % 4]
    const event = {
      policyKey: key,
      ordinal,
      raisedAt,
      nature,
      representative: 'Priya',
      said: '',
      wasDeleted: false,
    }
    return { event, steps: planReview('halden', event, now) }
  }),
)

const lastStatus = (steps: readonly ReviewStep[]) => steps.findLast(({ status }) => status)?.status ?? 'new'

/** Source: docs/rules/review.md. */
const allowed: Record<string, readonly string[]> = {
  new: ['in_review', 'escalated', 'resolved', 'dismissed'],
  in_review: ['new', 'escalated', 'resolved', 'dismissed'],
  escalated: ['in_review', 'resolved', 'dismissed'],
  resolved: ['in_review'],
  dismissed: ['in_review'],
}

test('takes only steps that a reviewer may take, in order, before now and after the event', () => {
  for (const { event, steps } of plans) {
    let status = 'new'
    let last = event.raisedAt.getTime()
    for (const step of steps) {
      expect(step.at.getTime()).toBeGreaterThan(last)
      expect(step.at.getTime()).toBeLessThan(now.getTime())
      last = step.at.getTime()
      if (!step.status) continue
      expect(allowed[status]).toContain(step.status)
      const closes = step.status === 'resolved' || step.status === 'dismissed'
      expect(step.disposition !== undefined).toBe(closes)
      status = step.status
    }
  }
})

test('names only existing reviewers who may review', () => {
  const reviewers = platformUsers.filter(({ role }) => role === 'compliance').map(({ key }) => key)
  for (const { steps } of plans) {
    for (const { by, assignee } of steps) {
      expect(reviewers).toContain(by)
      if (assignee) expect(reviewers).toContain(assignee)
    }
  }
})

test('leaves events in every state, and old ones mostly decided', () => {
  expect(new Set(plans.map(({ steps }) => lastStatus(steps)))).toEqual(
    new Set(['new', 'in_review', 'escalated', 'resolved', 'dismissed']),
  )
  const old = plans.filter(({ event }) => now.getTime() - event.raisedAt.getTime() > 60 * dayMs)
  const decided = old.filter(({ steps }) => ['resolved', 'dismissed'].includes(lastStatus(steps)))
  expect(decided.length / old.length).toBeGreaterThan(0.8)
})

test('dismisses harmless events and resolves real ones', () => {
  for (const { event, steps } of plans) {
    const decision = steps.find(({ disposition }) => disposition)
    if (!decision) continue
    const isNothing = event.nature === 'false' || event.nature === undefined
    expect(decision.status).toBe(isNothing ? 'dismissed' : 'resolved')
    expect(decision.comment).not.toContain('{')
  }
})

test('a sample is read again by another reviewer, who does not always agree', () => {
  const decided = plans.map(({ steps }) => steps.filter(({ disposition }) => disposition))
  const twice = decided.filter(({ length }) => length === 2)
  expect(twice.length).toBeGreaterThan(10)
  for (const [first, second] of twice) expect(second?.by).not.toBe(first?.by)
  const differing = twice.filter(([first, second]) => first?.disposition !== second?.disposition)
  expect(differing.length).toBeGreaterThan(2)
  expect(differing.length).toBeLessThan(twice.length)
})

test('a remark fits its message, not another case of the same policy', () => {
  const commentsOn = (said: string) =>
    plans
      .filter(({ event }) => event.policyKey === 'gifts' && event.nature === 'false')
      .flatMap(({ event }) => planReview('halden', { ...event, said }, now))
      .flatMap(({ status, comment }) => (status === 'dismissed' && comment ? [comment] : []))
  const house = 'They signed “on the house”: they bought one.'
  expect(new Set(commentsOn('We exchanged on the house!'))).toEqual(new Set([house]))
  expect(commentsOn('A small gift')).not.toContain(house)
})
