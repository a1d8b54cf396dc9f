// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import {
  type ChangeRequest,
  decideChangeRequest,
  getRequestedRules,
  withdrawChangeRequest,
} from '@verbatim/contract/change-requests.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ChangeRequestDetail } from './ChangeRequestDetail.tsx'

afterEach(cleanup)

const others = {
  id: 'r1',
  kind: 'policy',
  type: 'policy_updated',
  requestedBy: { id: 'u2', name: 'Ana Bell' },
  policyId: 'p1',
  targetName: 'Gifts',
  changes: [],
  hasFile: false,
  note: 'Asked for by Legal',
  state: 'pending',
  canDecide: true,
  canWithdraw: false,
} as unknown as ChangeRequest
const own = { ...others, canDecide: false, canWithdraw: true }

function draw(request: ChangeRequest, refusal?: Failure) {
  const calls: unknown[] = []
  const { user } = drawPages(
    { '/': () => <ChangeRequestDetail request={request} /> },
    {
      api: async (endpoint: unknown, call: unknown) => {
        calls.push([endpoint, call])
        if (refusal) throw refusal
        return { ...request, state: endpoint === withdrawChangeRequest ? 'withdrawn' : 'approved' }
      },
      viewer: { id: 'me', permissions: new Set() },
    },
  )
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const answer = async (name: string) =>
    user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
  return { user, calls, press, answer }
}

const offered = async () => {
  await screen.findByText('Asked for by Legal')
  return screen.queryAllByRole('button').map(({ textContent }) => textContent)
}

test('one’s own change can be withdrawn, and neither approved nor rejected', async () => {
  const { press, answer, calls } = draw(own)
  expect(await offered()).toEqual(['Withdraw…'])
  screen.getByText('Another person has to approve your change.')
  await press('Withdraw…')
  expect(screen.queryByLabelText('Reason (optional)')).toBeNull()
  await answer('Withdraw')
  expect(calls).toEqual([[withdrawChangeRequest, { params: { id: 'r1' } }]])
  await screen.findByText('“Gifts”: withdrawn')
})

test('another person’s change is approved with a reason, and can’t be withdrawn', async () => {
  const { user, press, answer, calls } = draw(others)
  expect(await offered()).toEqual(['Approve…', 'Reject…'])
  await press('Approve…')
  await user.type(await screen.findByLabelText('Reason (optional)'), 'As agreed')
  expect(calls).toEqual([])
  await answer('Approve')
  const body = { decision: 'approve', reason: 'As agreed' }
  expect(calls).toEqual([[decideChangeRequest, { params: { id: 'r1' }, body }]])
  await screen.findByText('“Gifts”: approved')
})

test.each([
  ['Approve…', 'policy_created', 'The policy “Gifts” will be created at once, in the name of Ana Bell.'],
  ['Approve…', 'policy_updated', 'The change to “Gifts” will take effect at once, in the name of Ana Bell.'],
  ['Approve…', 'policy_rule_created', 'The change to “Gifts” will take effect at once'],
  ['Reject…', 'policy_created', 'The policy “Gifts” will not be created.'],
  ['Reject…', 'policy_updated', '“Gifts” will stay as it is.'],
])('before a decision one reads what will happen: %s of %s', async (button, type, words) => {
  const { press } = draw({ ...others, type })
  await press(button)
  expect((await screen.findByRole('dialog')).textContent).toContain(words)
})

test('a person who may only reject reads why they can’t approve', async () => {
  const { press, answer, calls } = draw({ ...others, approvalRefusal: 'You changed the rights of Ana Bell.' })
  expect(await offered()).toEqual(['Reject…'])
  screen.getByText('You changed the rights of Ana Bell.')
  await press('Reject…')
  await answer('Reject')
  const body = { decision: 'reject', reason: '' }
  expect(calls).toEqual([[decideChangeRequest, { params: { id: 'r1' }, body }]])
})

test('a reader who may do neither sees the change and the reason of its decision, without a button', async () => {
  const decided = { at: '2026-11-28T09:00:00Z', by: 'Ana Bell', reason: 'Not before the audit' }
  draw({ ...others, canDecide: false, state: 'rejected', decided })
  expect(await offered()).toEqual([])
  screen.getByText('Not before the audit')
  expect(screen.getByRole('link', { name: 'Gifts' }).getAttribute('href')).toBe('/organization/policies/p1')
})

test('a decision that fails says why, and keeps the question and its reason', async () => {
  const { user, press, answer } = draw(
    others,
    new Failure('change-request.stale', failures['change-request.stale']),
  )
  await press('Approve…')
  await user.type(await screen.findByLabelText('Reason (optional)'), 'As agreed')
  await answer('Approve')
  expect((await screen.findByRole('alert')).textContent).toContain('Your decision was not saved')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason (optional)').value).toBe('As agreed')
})

test('the reason for a decision is not that for the other one, and is kept while the same is asked again', async () => {
  const { user, press, answer } = draw(others)
  const reason = () => screen.findByLabelText<HTMLTextAreaElement>('Reason (optional)')
  await press('Reject…')
  await user.type(await reason(), 'Too wide')
  await answer('Cancel')
  await press('Reject…')
  expect((await reason()).value).toBe('Too wide')
  await answer('Cancel')
  await press('Approve…')
  expect((await reason()).value).toBe('')
})

test('a file of rules that can’t be downloaded says so', async () => {
  const { press, calls } = draw({ ...others, hasFile: true }, new Failure('change-request.not-found'))
  await press('Download file')
  expect(calls).toEqual([[getRequestedRules, { params: { id: 'r1' } }]])
  expect((await screen.findByRole('alert')).textContent).toContain('The file was not downloaded')
})
