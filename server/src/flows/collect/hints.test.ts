import { AccountId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { hintOf, openHints } from './hints.ts'

const [id, other] = ['1', '2'].map((n) => AccountId.parse(`01890000-0000-7000-8000-00000000000${n}`)) as [
  AccountId,
  AccountId,
]
const forever = new AbortController().signal
const long = 600_000

test('a hint for an account ends its next pause, also if it came first, and each hint ends one pause', async () => {
  const hints = openHints()
  const resting = hints.open(id)
  hints.wake(hintOf(id).name)
  await resting.rest(long, forever)
  let isOver = false
  const second = resting.rest(long, forever).then(() => {
    isOver = true
  })
  hints.wake(hintOf(other).name)
  hints.wake('mails')
  await new Promise((done) => setImmediate(done))
  expect(isOver).toBe(false)
  hints.wake(hintOf(id).name)
  await second
  await resting.rest(1, forever)
  await resting.rest(long, AbortSignal.abort())
})

test('hints after the end of a session go to the next one', async () => {
  const hints = openHints()
  const [first, next] = [hints.open(id), hints.open(id)]
  first.close()
  hints.wake(hintOf(id).name)
  await next.rest(long, forever)
  next.close()
  hints.wake(hintOf(id).name)
})
