/**
 * Independent clients reset and change passwords at our service over HTTP: if our protocol were different, they
 * would fail.
 */
import {
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { confirmResetPassword, resetPassword, signIn, signOut, updatePassword } from 'aws-amplify/auth'
import { expect, test } from 'vitest'
import { useTestPool } from '#testing/test-world.ts'
import type { TestPool } from '#testing/identity-pool.ts'
import { signInWith } from '#testing/sign-in.ts'
import { codeMailedTo } from '#testing/waiting-mail.ts'
import { configureAmplify, openCognitoUser, openSdk } from '#testing/cognito-clients.ts'

let pool: TestPool
useTestPool((opened) => {
  pool = opened
})

const wanted = 'Another-Horse-8'
const third = 'Third-Horse-9'
const codeOf = (email: string) => codeMailedTo(pool.ctx, pool.tenantId, email)
const opens = async (email: string, password: string) => (await signInWith(pool, email, password)).step.next

test(
  'amazon-cognito-identity-js resets a password, and gets the error names it knows',
  { tags: ['whole'] },
  async () => {
    const email = 'acij@example.test'
    await pool.add(email)
    const user = openCognitoUser(pool, email)
    const sent = await new Promise<{ CodeDeliveryDetails: { Destination: string } }>((resolve, reject) =>
      user.forgotPassword({ onSuccess: resolve, onFailure: reject }),
    )
    expect(sent.CodeDeliveryDetails.Destination).toBe('a***@e***')
    const confirm = (code: string, password: string) =>
      new Promise<string>((resolve) =>
        user.confirmPassword(code, password, {
          onSuccess: (done) => resolve(done),
          onFailure: (error) => resolve((error as { code?: string }).code ?? error.name),
        }),
      )
    const code = await codeOf(email)
    expect(await confirm(code === '000000' ? '111111' : '000000', wanted)).toBe('CodeMismatchException')
    expect(await confirm(code, 'weak')).toBe('InvalidPasswordException')
    expect(await confirm(code, wanted)).toBe('SUCCESS')
    expect(await confirm(code, wanted)).toBe('ExpiredCodeException')
    expect(await opens(email, wanted)).toBe('done')
  },
)

test('Amplify resets a password, changes it, and signs in with it', async () => {
  configureAmplify(pool)
  const username = 'amplify@example.test'
  await pool.add(username)
  expect(await resetPassword({ username })).toMatchObject({
    nextStep: { resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE' },
  })
  const confirmationCode = await codeOf(username)
  await expect(
    confirmResetPassword({ username, confirmationCode, newPassword: 'Password1!' }),
  ).rejects.toMatchObject({ name: 'InvalidPasswordException' })
  await confirmResetPassword({ username, confirmationCode, newPassword: wanted })
  await signIn({ username, password: wanted })
  await updatePassword({ oldPassword: wanted, newPassword: third })
  await signOut()
  expect(await opens(username, third)).toBe('done')
})

test(
  'the AWS SDK resets and changes a password, and gets the same answers for unknown people',
  { tags: ['whole'] },
  async () => {
    const sdk = openSdk(pool)
    const email = 'sdk@example.test'
    await pool.add(email)
    const named = (Username: string) => ({ ClientId: pool.clientId, Username })
    const existing = await sdk.send(new ForgotPasswordCommand(named(email)))
    const invented = await sdk.send(new ForgotPasswordCommand(named('some@example.test')))
    expect(invented.CodeDeliveryDetails).toEqual(existing.CodeDeliveryDetails)
    const ConfirmationCode = await codeOf(email)
    await sdk.send(new ConfirmForgotPasswordCommand({ ...named(email), ConfirmationCode, Password: wanted }))
    const { token: AccessToken } = await signInWith(pool, email, wanted)
    const change = (PreviousPassword: string) =>
      sdk.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword: third }))
    await expect(change('Wr0ng-one!')).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    await change(wanted)
    expect(await opens(email, third)).toBe('done')
  },
)
