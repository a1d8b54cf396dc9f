import { failures } from '@verbatim/contract/errors.ts'
import { expect, test } from 'vitest'
import { Failure, toFailure } from './failure.ts'

const full = { details: {}, requestId: 'r1' }

test('a failure without an answer has its sentence', () => {
  expect(new Failure('network')).toMatchObject({ message: failures.network.message, status: 0 })
  expect(new Failure('event.not-found')).toMatchObject({
    message: failures['event.not-found'].message,
    status: 404,
  })
})

test('an answer brings the sentence of a code that is not our own', () => {
  const answer = { code: 'purpose.required', message: 'Say why.', ...full }
  expect(toFailure(428, answer)).toMatchObject({ ...answer, status: 428 })
})

test('the sentence of a newer server’s failure is shown', () => {
  const answer = { code: 'purpose.too-short', message: 'Say more.', ...full }
  expect(toFailure(428, answer)).toMatchObject({ ...answer, status: 428 })
})

test.each([
  ['a page', '<html>'],
  ['nothing', undefined],
  ['a code of its own', { code: 'blocked', message: 'Blocked by the proxy.' }],
  ['a request of its own, without a sentence', { code: 'blocked', requestId: 'p1' }],
])('an answer of a proxy is classified by its status: %s', (_, body) => {
  expect(toFailure(503, body)).toMatchObject({ code: 'unavailable', message: failures.unavailable.message })
})
