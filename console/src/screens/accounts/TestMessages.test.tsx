// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { type Canary, canaryProblemTexts, updateCanary } from '@verbatim/contract/canaries.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { TestMessages } from './TestMessages.tsx'

afterEach(cleanup)

function draw(canary: Canary, may = 'integrations.manage') {
  const calls: unknown[] = []
  const { user } = drawPages(
    { '/': () => <TestMessages id={'a1' as AccountId} canary={canary} /> },
    {
      api: async (endpoint: unknown, call: { readonly body: object }) => {
        calls.push([endpoint, call])
        return call.body
      },
      viewer: { id: 'me', permissions: new Set([may]) },
    },
  )
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('combobox', { name: 'Send a test message' }))
    await user.click(await screen.findByRole('option', { name }))
  }
  return { user, calls, choose }
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save test messages' })
const sentAt = new Date().toISOString()

test('text messages need a number to be sent from, which is no longer sent once they are off', async () => {
  const { user, calls, choose } = draw({ way: 'provider', everyMinutes: null })
  await choose('Every hour')
  expect(save().disabled).toBe(true)
  await user.type(screen.getByLabelText('From number'), '   ')
  expect(save().disabled).toBe(true)
  await user.type(screen.getByLabelText('From number'), '+15550100001{Enter}')
  await choose('Off')
  expect(screen.queryByLabelText('From number')).toBeNull()
  expect(save().disabled).toBe(true)
  expect(calls).toEqual([
    [updateCanary, { params: { id: 'a1' }, body: { everyMinutes: 60, sender: '   +15550100001' } }],
  ])
  cleanup()
  const other = draw({ way: 'provider', everyMinutes: 60, sender: '+15550100001' })
  await other.choose('Off')
  await other.user.click(save())
  expect(other.calls).toEqual([[updateCanary, { params: { id: 'a1' }, body: { everyMinutes: null } }]])
})

test('an email needs no number, and what is saved already can’t be saved again', async () => {
  const { choose } = draw({ way: 'mail', everyMinutes: 60 })
  await choose('Every day')
  expect(screen.queryByLabelText('From number')).toBeNull()
  expect(save().disabled).toBe(false)
  await choose('Every hour')
  expect(save().disabled).toBe(true)
})

test.each([
  ['waiting', 'The last one was sent just now and has not arrived yet.'],
  ['missing', 'The last one was sent just now and has not arrived.'],
] as const)('a test message that is %s is said to be so', async (state, words) => {
  draw({ way: 'mail', everyMinutes: 60, last: { state, sentAt } })
  expect((await screen.findByText(/The last one was sent/)).textContent).toBe(words)
})

test('one that could not be sent says why, beside the last one that arrived', async () => {
  draw({
    way: 'mail',
    everyMinutes: 60,
    last: { state: 'not-sent', sentAt, problem: 'mail-refused' },
    arrived: { at: sentAt, tookSeconds: 1 },
  })
  expect((await screen.findByRole('alert')).textContent).toContain(canaryProblemTexts['mail-refused'])
  expect(screen.getByText(/One arrived/).textContent).toBe('One arrived just now, after 1 second.')
  expect(screen.queryByText(/The last one was sent/)).toBeNull()
})

test('a reader who may not change them reads how often they are sent', async () => {
  draw({ way: 'mail', everyMinutes: 240 }, 'integrations.view')
  await screen.findByText('Every 4 hours.')
  expect(screen.queryByRole('button')).toBeNull()
})
