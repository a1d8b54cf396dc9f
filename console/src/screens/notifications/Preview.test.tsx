// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import type { NotificationId } from '@verbatim/contract/ids.ts'
import { sendTestNotification } from '@verbatim/contract/notifications.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import type { NotificationValues } from './notification-editor.tsx'
import { Preview } from './Preview.tsx'

afterEach(cleanup)

const policyId = '0198abcd-0000-7000-8000-00000000000a'
const written = {
  policy: { id: policyId, name: 'Gifts {{severity}}', severity: 'high', enabled: true },
  emailSubject: '[{{severity}}] {{policyName}} — {{eventCount}} new event(s)',
  emailMessage: 'See {{eventLink}} for {{organizationName}}',
} as unknown as NotificationValues
const viewer = { id: 'me', permissions: new Set<string>(), organization: { name: 'Halden' }, mailWaits: true }

function draw(
  some: Partial<NotificationValues>,
  { canSend = true, id = undefined as string | undefined } = {},
) {
  const server = { calls: [] as unknown[], refusal: undefined as Failure | undefined }
  const { user } = drawPages(
    {
      '/': () => (
        <Preview values={{ ...written, ...some }} id={id as NotificationId | undefined} canSend={canSend} />
      ),
    },
    {
      api: async (endpoint: unknown, call: unknown) => {
        server.calls.push([endpoint, call])
        if (server.refusal) throw server.refusal
        return { to: 'ana@halden.example' }
      },
      session: { keptAt: 'pool' },
      viewer,
    },
  )
  return { server, user }
}

const preview = () => screen.findByRole('region', { name: 'Preview of the email' })
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send me a test' })

test('the mail is shown as recipients get it, and braces in a policy’s name are not filled', async () => {
  draw({})
  const { textContent } = await preview()
  expect(textContent).toContain('[High] Gifts {{severity}} — 1 new event')
  expect(textContent).toMatch(/See http\S+\/events\/\S+ for Halden$/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a token that is none is named with its place, and no test of it can be sent', async () => {
  draw({ emailMessage: 'Hello\nto {{you}}' })
  expect((await screen.findByRole('alert')).textContent).toBe(
    '{{you}} at line 2, character 4 is not a known token.',
  )
  expect((await preview()).textContent).toContain('to {{you}}')
  expect(send().disabled).toBe(true)
})

test('without a policy and a subject the preview says what is missing', async () => {
  draw({ policy: undefined, emailSubject: '' })
  expect((await preview()).textContent).toContain('No subject')
  expect(send().disabled).toBe(true)
  expect(send().title).toBe('Choose a policy first')
})

test('a test is sent with what is written, and says where it waits if no mail server is there', async () => {
  const { server, user } = draw({ emailSubject: 'New' }, { id: 'n1' })
  await preview()
  expect(screen.queryByText(/No email server is configured/)).toBeNull()
  await user.click(send())
  await screen.findByText('A test email for ana@halden.example is queued')
  screen.getByText(/No email server is configured, so no email is sent\./)
  const { emailMessage } = written
  expect(server.calls).toEqual([
    [sendTestNotification, { body: { policyId, emailSubject: 'New', emailMessage, notificationId: 'n1' } }],
  ])
})

test('a test that could not be sent says so, and not that it waits', async () => {
  const { server, user } = draw({})
  server.refusal = new Failure('request.too-many')
  await preview()
  await user.click(send())
  expect((await screen.findByRole('alert')).textContent).toContain('The test was not sent')
  expect(screen.queryByText(/No email server is configured/)).toBeNull()
})

test('a reader who may not change it sees the preview, and can send nothing', async () => {
  draw({}, { canSend: false })
  await preview()
  expect(screen.queryByRole('button')).toBeNull()
})
