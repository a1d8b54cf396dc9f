// @vitest-environment happy-dom
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { afterEach, expect, test } from 'vitest'
import type { RouterContext } from '#shell/router-context.ts'
import { drawRoutes } from '#testing/draw-pages.tsx'
import { PasswordScreen } from './PasswordScreen.tsx'
import { ResetPasswordScreen } from './ResetPasswordScreen.tsx'
import { SignInFlow } from './SignInFlow.tsx'

afterEach(cleanup)

/** Opens the screen that resets a password, at a server that sets it and refuses the first sign-in. */
function open() {
  const server = { set: [] as string[], refusal: new Failure('request.too-many') as Failure | undefined }
  const session = {
    async resetPassword({ password }: { password: string }) {
      server.set.push(password)
    },
    async signIn() {
      const { refusal } = server
      server.refusal = undefined
      if (refusal) throw refusal
      return { next: 'done' }
    },
  }
  const root = createRootRouteWithContext<RouterContext>()({})
  const entry = createRoute({ getParentRoute: () => root, id: '_entry', component: SignInFlow })
  const screens = { '/reset-password': ResetPasswordScreen, '/sign-in': PasswordScreen }
  const routes = Object.entries(screens).map(([path, component]) =>
    createRoute({ getParentRoute: () => entry, path, component }),
  )
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Signed in</p> })
  const { user } = drawRoutes(root.addChildren([home, entry.addChildren(routes)]), {
    at: '/reset-password',
    session,
    organization: { name: 'Acme' },
  })
  return { server, user }
}

test('a password that was changed is not asked for its code again when the sign-in after it fails', async () => {
  const { server, user } = open()
  await user.type(await screen.findByLabelText('Email'), 'ana@acme.example')
  await user.type(screen.getByLabelText('Code'), '123456')
  await user.type(screen.getByLabelText('New password'), 'Another-Horse-8')
  await user.type(screen.getByLabelText('Confirm password'), 'Another-Horse-8')
  const reason = server.refusal?.message
  await user.click(screen.getByRole('button', { name: 'Set password' }))
  await screen.findByText(`Your password was changed. ${reason}`)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@acme.example')
  await user.type(screen.getByLabelText('Password'), 'Another-Horse-8')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText('Signed in')
  expect(server.set).toEqual(['Another-Horse-8'])
})
