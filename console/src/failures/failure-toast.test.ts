import { Failure, toFailure } from '@verbatim/client/failure.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { expect, test } from 'vitest'
import { failureToast } from './failure-toast.ts'

const title = 'The group was not saved'

test('a failure keeps its own text', () => {
  const failure = new Failure('group.name-taken', { requestId: 'r1' })
  expect(failureToast(title, failure)).toEqual({
    tone: 'failed',
    title,
    message: failures['group.name-taken'].message,
  })
})

test('a missing permission is named, with the users who can grant it', () => {
  const failure = new Failure('access.denied', { details: { permission: 'groups.edit' }, requestId: 'r1' })
  expect(failureToast(title, failure)?.message).toBe(
    'You need the permission groups.edit. An administrator of your organization can give it to you.',
  )
})

test('a refusal without a permission keeps its text', () => {
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

test('the sign-in page reports the end of the session, but not a wrong password', () => {
  expect(failureToast(title, new Failure('session.expired'))).toBeUndefined()
  expect(failureToast(title, new Failure('session.missing'))).toBeUndefined()
  expect(failureToast(title, toFailure(401, 'the page of a proxy'))).toBeUndefined()
  expect(failureToast(title, new Failure('identity.wrong-credentials'))?.title).toBe(title)
})
