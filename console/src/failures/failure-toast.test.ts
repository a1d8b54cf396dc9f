import { Failure, toFailure } from '@verbatim/client/failure.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { expect, test } from 'vitest'
import { failureToast } from './failure-toast.ts'

const title = 'The group was not saved'

test('a failure keeps its own words', () => {
  const failure = new Failure('group.name-taken', { requestId: 'r1' })
  expect(failureToast(title, failure)).toEqual({
    tone: 'failed',
    title,
    message: failures['group.name-taken'].message,
  })
})

test('a missing permission is named, and who can give it', () => {
  const failure = new Failure('access.denied', { details: { permission: 'groups.edit' }, requestId: 'r1' })
  expect(failureToast(title, failure)?.message).toBe(
    'You need the permission groups.edit. An administrator of your organization can give it to you.',
  )
})

test('a refusal that names no permission keeps its words', () => {
  const failure = new Failure('access.denied')
  expect(failureToast(title, failure)?.message).toBe(failures['access.denied'].message)
})

test('an unexpected failure names the request, for support; a known one does not', () => {
  const requestId = 'request-7'
  expect(failureToast(title, new Failure('internal', { requestId }))?.message).toBe(
    `${failures.internal.message} Request request-7`,
  )
  expect(failureToast(title, new Failure('internal'))?.message).toBe(failures.internal.message)
  expect(failureToast(title, new Failure('unavailable', { requestId }))?.message).toBe(
    failures.unavailable.message,
  )
})

test('the end of the session is left to the sign-in page, a wrong password is not', () => {
  expect(failureToast(title, new Failure('session.expired'))).toBeUndefined()
  expect(failureToast(title, new Failure('session.missing'))).toBeUndefined()
  expect(failureToast(title, toFailure(401, 'the page of a proxy'))).toBeUndefined()
  expect(failureToast(title, new Failure('identity.wrong-credentials'))?.title).toBe(title)
})
