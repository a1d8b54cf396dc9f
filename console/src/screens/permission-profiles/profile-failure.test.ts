import { Failure } from '@verbatim/client/failure.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { expect, test } from 'vitest'
import { failureToast } from '#failures/failure-toast.ts'
import { toProfileFailure } from './profile-failure.ts'

const messageOf = (failure: Failure) => failureToast('It was not saved', toProfileFailure(failure))?.message

test('a profile that could not be saved for an unknown reason shows the words of the specification', () => {
  expect(messageOf(new Failure('internal', { requestId: 'r7' }))).toBe(
    'Oops! An unexpected error occurred…try again or contact your support representative. Request r7',
  )
})

test('a known reason keeps its text', () => {
  expect(messageOf(new Failure('unavailable'))).toBe(failures.unavailable.message)
  expect(messageOf(new Failure('permission-profile.changed'))).toBe(
    failures['permission-profile.changed'].message,
  )
  expect(messageOf(new Failure('session.expired'))).toBeUndefined()
})
