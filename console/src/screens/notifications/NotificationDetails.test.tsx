// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { checkRecipients, notificationCalls } from '@verbatim/contract/notifications.ts'
import { listPolicies } from '@verbatim/contract/policies.ts'
import { afterEach, expect, test } from 'vitest'
import { EditorScreen } from '#editor/EditorDialog.tsx'
import { drawPages } from '#testing/draw-pages.tsx'
import { notificationEditor } from './notification-editor.tsx'

afterEach(cleanup)

const notification = {
  id: '0198abcd-0000-7000-8000-00000000000b',
  version: 3,
  policyId: '0198abcd-0000-7000-8000-00000000000a',
  policyName: 'Gifts',
  policySeverity: 'high',
  policyEnabled: true,
  recipients: ['ana@halden.example'],
  emailSubject: 'New: today',
  emailMessage: 'See the event.',
  delivery: 'immediate',
  minSeverity: 'low',
  enabled: true,
  changedBy: 'Ana Bell',
  changedAt: '2026-11-28T09:00:00Z',
}

async function open(some: Partial<typeof notification> = {}, may = 'notifications.manage') {
  const asked: string[][] = []
  const viewer = {
    id: 'me',
    permissions: new Set(['notifications.view', may]),
    organization: { name: 'Halden' },
  }
  const { user } = drawPages(
    { '/organization/notifications/$id': () => <EditorScreen of={notificationEditor} /> },
    {
      at: `/organization/notifications/${notification.id}`,
      api: async (endpoint: unknown, call: { readonly body: { readonly recipients: string[] } }) => {
        if (endpoint === notificationCalls.get) return { ...notification, ...some }
        if (endpoint === listPolicies) return { items: [], total: 0 }
        expect(endpoint).toBe(checkRecipients)
        asked.push(call.body.recipients)
        return { withoutUser: call.body.recipients.filter((one) => one.endsWith('@client.example')) }
      },
      viewer,
    },
  )
  await screen.findByLabelText(/^Subject/)
  return { user, asked }
}

const subject = () => screen.getByLabelText<HTMLInputElement>(/^Subject/)
const message = () => screen.getByLabelText<HTMLTextAreaElement>(/^Message/)

test('a token replaces what is selected in the field that was used last, and the cursor goes behind it', async () => {
  const { user } = await open()
  await user.click(subject())
  subject().setSelectionRange(5, 10)
  await user.click(screen.getByRole('button', { name: '{{severity}}' }))
  expect(subject().value).toBe('New: {{severity}}')
  await waitFor(() => expect(document.activeElement).toBe(subject()))
  expect(subject().selectionStart).toBe('New: {{severity}}'.length)
  await user.click(message())
  message().setSelectionRange(0, 0)
  await user.click(screen.getByRole('button', { name: '{{policyName}}' }))
  expect(message().value).toBe('{{policyName}}See the event.')
  expect(subject().value).toBe('New: {{severity}}')
})

test('pasted addresses become one recipient each, once, and those without a user are named together', async () => {
  const { user, asked } = await open()
  await user.click(screen.getByRole('combobox', { name: /^Recipients/ }))
  await user.paste('Ben@Client.example; ana@halden.example,\ncy@client.example')
  await user.keyboard('{Enter}')
  expect((await screen.findByText(/These recipients are not platform users/)).textContent).toBe(
    'These recipients are not platform users and can’t open the link: ben@client.example, cy@client.example',
  )
  expect(asked.at(-1)).toEqual(['ana@halden.example', 'ben@client.example', 'cy@client.example'])
})

test('a disabled policy says that no email is sent, and an enabled one does not', async () => {
  const words = 'This policy is disabled. It raises no events, so no email is sent.'
  await open({ policyEnabled: false })
  screen.getByText(words)
  cleanup()
  await open()
  expect(screen.queryByText(words)).toBeNull()
})

test('a reader who may not change it has no tokens to insert, and recipients are not checked for them', async () => {
  const { asked } = await open({ recipients: ['ben@client.example'] }, 'notifications.view')
  screen.getByText('ben@client.example')
  expect(screen.queryByRole('group', { name: 'Tokens' })).toBeNull()
  expect(asked).toEqual([])
})
