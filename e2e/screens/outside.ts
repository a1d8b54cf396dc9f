import { mailboxKey } from '@verbatim/server/domains/mail/mailbox-key.ts'
import { comesInvited, hosted } from './acts.ts'
import { administrator, label, originOf, type Screen } from './stage.ts'

/** The screens that need no session. */
export const screensOutside: readonly Screen[] = [
  { name: 'sign-in', address: '/sign-in', isOutside: true },
  { name: 'hosted-sign-in', address: '/sign-in', isOutside: true, changes: true, ...hosted },
  { name: 'forgot-password', address: '/forgot-password', isOutside: true },
  {
    name: 'reset-password',
    address: '/forgot-password',
    changes: true,
    isOutside: true,
    act: async (page) => {
      await page.getByLabel('Email').fill(administrator.email)
      await page.getByRole('button', { name: /^Send/ }).click()
      await page.getByLabel(/code/i).first().waitFor()
    },
  },
  {
    name: 'set-password',
    address: '/sign-in',
    isOutside: true,
    changes: true,
    act: comesInvited('set-password'),
  },
  { name: 'enrol', address: '/sign-in', isOutside: true, changes: true, act: comesInvited('enrol') },
  {
    name: 'recovery-codes',
    address: '/sign-in',
    isOutside: true,
    changes: true,
    act: comesInvited('recovery-codes'),
  },
  { name: 'verify', address: '/sign-in', isOutside: true, changes: true, act: comesInvited('verify') },
  { name: 'set-up', address: '/set-up#x', isOutside: true },
  { name: 'mailbox-closed', address: '/mailbox', isOutside: true },
  {
    name: 'mailbox',
    address: '/mailbox',
    isOutside: true,
    act: (page, { installation }) =>
      page.goto(`${originOf(installation, label)}/mailbox?key=${mailboxKey(installation.world.ctx.secrets)}`),
  },
  { name: 'wrong-host', address: '/', isOutside: true, host: 'no.such.place' },
]
