// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { IntegrationAccount } from '@verbatim/contract/integration-accounts.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { accountEditors } from './account-editor.tsx'

afterEach(cleanup)

const desk = {
  id: 'a1',
  name: 'Desk SMS',
  version: 2,
  owner: { id: 'u1', name: 'Ana Bell' },
} as unknown as IntegrationAccount

async function ask(effect: object) {
  const { removal } = accountEditors.sms
  if (!removal) throw new Error('Accounts cannot be removed')
  drawPages(
    { '/': () => <removal.Question thing={desk} onRemoved={() => undefined} onClose={() => undefined} /> },
    { api: async () => effect },
  )
  return screen.findByRole('dialog')
}
const remove = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Remove account' })

test('removing an account says whose it is, how much stays on record, and which interruptions end', async () => {
  const dialog = await ask({ messages: 1_204, conversations: 31, openGaps: 1 })
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '1,204 captured messages in 31 conversations that you can see stay on record.',
    '1 ongoing interruption ends, and no one is notified of it again.',
  ])
  expect(dialog.textContent).toContain('nothing more is captured from “Desk SMS”, the account of Ana Bell.')
  expect(remove().disabled).toBe(false)
})

test('an account that can’t be removed says why before the button does', async () => {
  await ask({ messages: 0, conversations: 0, openGaps: 0, refusal: 'Two people use it.' })
  expect((await screen.findByRole('alert')).textContent).toBe('Two people use it.')
  expect(remove().disabled).toBe(true)
})

test('several interruptions that end are said as several', async () => {
  await ask({ messages: 0, conversations: 0, openGaps: 2 })
  const lines = await screen.findAllByRole('listitem')
  expect(lines.at(-1)?.textContent).toBe('2 ongoing interruptions end, and no one is notified of them again.')
})
