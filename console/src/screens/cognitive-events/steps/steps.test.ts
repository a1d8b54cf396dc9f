import { dispositions, statuses, transitions } from '@verbatim/contract/event-status.ts'
import { permissions, rolePermissions } from '@verbatim/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import { decisions, objectionTo, objectionToAll, stepKeys, steps, stepsFrom } from './steps.ts'

const everything = new Set(permissions)

describe('steps', () => {
  test.each(statuses)('from %s exactly the steps of the contract can be taken', (status) => {
    const open = statuses.filter((to) => objectionTo(status, { to }, everything) === undefined)
    expect(open.toSorted()).toEqual([...transitions[status]].toSorted())
  })

  test.each(statuses)('from %s a step that can be taken has a button', (status) => {
    const offered = stepsFrom(status).map(({ to }) => to)
    expect(offered).toEqual(expect.arrayContaining([...transitions[status]]))
  })

  test('without the permission, no step is possible, and the reason is shown', () => {
    const analyst = new Set(rolePermissions.analyst)
    for (const status of statuses)
      for (const step of stepsFrom(status)) expect(objectionTo(status, step, analyst)).toMatch(/permission/)
  })

  test('reopening needs its own permission and a reason', () => {
    const some = new Set(permissions.filter((permission) => permission !== 'events.reopen'))
    expect(objectionTo('resolved', steps.reopen, some)).toMatch(/reopen/)
    expect(objectionTo('escalated', steps.back, some)).toBeUndefined()
    expect(stepsFrom('dismissed')[0]?.asks).toBe('reason')
  })
})

describe('steps for many', () => {
  test.each([
    ['dismiss', ['dismissed', 'dismissed'], 'Already dismissed.'],
    ['dismiss', ['dismissed', 'resolved'], 'No selected event can go to Dismissed.'],
    ['dismiss', ['dismissed', 'new'], undefined],
    ['escalate', ['escalated'], 'Already escalated.'],
    ['review', ['in_review', 'dismissed'], 'No selected event can go to In Review.'],
    ['review', ['in_review', 'escalated'], undefined],
    ['release', ['new'], 'Already new.'],
    ['release', ['new', 'in_review'], undefined],
    ['reopen', ['new', 'escalated'], 'No selected event is closed.'],
    ['reopen', ['new', 'resolved'], undefined],
  ] as const)('%s with %j changes one of them or says why not', (step, selected, objection) => {
    expect(objectionToAll(selected, steps[step], everything)).toBe(objection)
  })

  test('closed events are not reopened without the permission', () => {
    const some = new Set(permissions.filter((permission) => permission !== 'events.reopen'))
    expect(objectionToAll(['new', 'resolved'], steps.reopen, some)).toMatch(/permission to reopen/)
  })
})

describe('keys', () => {
  test('1 to 5 are the dispositions in their order', () => {
    expect(decisions.map(({ disposition }) => disposition)).toEqual([...dispositions])
  })

  test('each key applies its step to the current event', () => {
    const taken: unknown[] = []
    const keys = stepKeys<{ id: never }>((event, change) => taken.push([event, change]))
    const event = { id: 'an event' as never }
    for (const key of ['2', '4', 'e']) keys[key]?.(event)
    expect(taken).toEqual([
      [event, { status: 'resolved', disposition: 'questionable' }],
      [event, { status: 'dismissed', disposition: 'false_positive' }],
      [event, { status: 'escalated' }],
    ])
  })
})
