// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { getSingleSignOn, type SingleSignOn, updateSingleSignOn } from '@verbatim/contract/single-sign-on.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { SingleSignOnScreen } from './SingleSignOnScreen.tsx'

afterEach(cleanup)

const settings: SingleSignOn = {
  enabled: false,
  redirectUri: 'https://halden.example/sign-in/answer',
  provider: {
    name: 'Halden ID',
    issuer: 'https://id.halden.example',
    clientId: 'verbatim',
    mailDomains: ['halden.example'],
    createsPeople: false,
    hasSecret: true,
  },
  isKeptElsewhere: false,
  version: 3,
}

async function open(some: Partial<SingleSignOn> = {}, may = 'organization.manage') {
  const server = { saved: [] as { body: object }[], refusal: undefined as Failure | undefined }
  const { user } = drawPages(
    { '/': SingleSignOnScreen, '/other': () => <h1>Other</h1> },
    {
      api: async (endpoint: unknown, call: { body: object }) => {
        if (endpoint === getSingleSignOn) return { ...settings, ...some }
        expect(endpoint).toBe(updateSingleSignOn)
        server.saved.push(call)
        if (server.refusal) throw server.refusal
        return { ...settings, version: 4 }
      },
      viewer: { id: 'me', permissions: new Set(['organization.view', may]) },
    },
  )
  await screen.findByText(some.isKeptElsewhere ? 'Nothing to set up here' : 'On the sign-in page')
  const write = async (label: RegExp, text: string) => {
    await user.clear(screen.getByLabelText(label))
    await user.click(screen.getByLabelText(label))
    if (text) await user.paste(text)
  }
  return { server, user, write }
}

const kept = () => screen.queryByText('A client secret is set. Leave blank to keep it.') !== null
const caption = () => document.querySelector('figcaption')?.textContent

test('a stored client secret is kept for the same issuer alone', async () => {
  const { write } = await open()
  expect(kept()).toBe(true)
  await write(/^Issuer/, ' https://id.halden.example ')
  expect(kept()).toBe(true)
  await write(/^Issuer/, 'https://id.other.example')
  expect(kept()).toBe(false)
})

test('the sign-in page is described as it is, or as it would be once the button is offered', async () => {
  const { user, write } = await open()
  expect(caption()).toBe(
    'The sign-in page would have a button “Sign in with single sign-on”, which opens a page with “Continue with Halden ID”. The button isn’t shown yet.',
  )
  await user.click(screen.getByLabelText(/^Offer single sign-on/))
  await write(/^Name/, '')
  expect(caption()).toBe(
    'The sign-in page has a button “Sign in with single sign-on”. It opens a page with “Continue with your provider”.',
  )
  await user.click(screen.getByLabelText(/^Use your own identity provider/))
  expect(caption()).toMatch(/It opens a page that asks for the password\.$/)
  screen.getByText('To connect your own provider')
  expect(screen.queryByLabelText(/^Issuer/)).toBeNull()
})

test('an issuer that does not answer is said at its field, and what was entered stays', async () => {
  const { server, user, write } = await open()
  server.refusal = new Failure('single-sign-on.bad-issuer', failures['single-sign-on.bad-issuer'])
  await write(/^Issuer/, 'https://id.other.example')
  await user.click(screen.getByText('Save changes').closest('button')!)
  await screen.findByText(failures['single-sign-on.bad-issuer'].message)
  const issuer = screen.getByLabelText<HTMLInputElement>(/^Issuer/)
  expect([issuer.getAttribute('aria-invalid'), issuer.value]).toEqual(['true', 'https://id.other.example'])
  expect(server.saved[0]?.body).toMatchObject({ expectedVersion: 3 })
  expect(server.saved[0]?.body).not.toHaveProperty('provider.secret')
})

test('a client secret that can’t be one is said at its field, which gets the focus', async () => {
  const { server, user, write } = await open()
  await write(/^Client secret/, 'with spaces')
  await user.click(screen.getByText('Save changes').closest('button')!)
  await screen.findByText('Use letters, digits and symbols without spaces.')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Client secret/))
  expect(server.saved).toEqual([])
})

test('a reader who may not change it can change nothing', async () => {
  await open({}, 'organization.view')
  screen.getByText('You can view these settings but not change them.')
  expect(screen.queryByText('Save changes')).toBeNull()
  for (const field of document.querySelectorAll<HTMLInputElement>('[role="switch"]'))
    expect(field.disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>(/^Issuer/).disabled).toBe(true)
})

test('where people sign in at a pool of the installation, there is nothing to set up', async () => {
  await open({ isKeptElsewhere: true })
  screen.getByText(/Ask the operator of this installation to change it there\.$/)
  expect(screen.queryByRole('switch')).toBeNull()
})
