import type { NewMail } from '#domains/mail/commands.ts'

/** The mails about invitations, sign-in and recovery. No subject holds anything secret. */
type Words = Pick<NewMail, 'kind' | 'subject' | 'text'>

interface Invitation {
  readonly email: string
  readonly firstName: string
  readonly password: string
  readonly organization: string
  /** The address of the product for the organization. */
  readonly address: string
  readonly until: Date
}

export function invitationMail(given: Invitation): Words {
  const { email, firstName, password, organization, address, until } = given
  return {
    kind: 'invitation',
    subject: `${organization} invites you to Verbatim`,
    text: `${greeting(firstName)}

${organization} has invited you to Verbatim.

Open     ${address}/sign-in
Email    ${email}
Password ${password}

Use this password for your first sign-in. You will then choose your own. It works until ${dayOf(until)}.
If you did not expect this email, you can ignore it.
`,
  }
}

export function resetCodeMail(given: {
  readonly firstName: string
  readonly short: string
  readonly long: string
  readonly organization: string
  readonly minutes: number
  readonly email: string
  /** The address of the product for the organization. */
  readonly address: string
}): Words {
  const { firstName, short, long, organization, minutes, email, address } = given
  // After the hash, so no server and no log ever receives it.
  const filled = new URLSearchParams({ email, code: short })
  return {
    kind: 'code',
    subject: `Your code to reset your password at ${organization}`,
    text: `${greeting(firstName)}

Someone asked to reset the password of your account at ${organization}. If it was you, open this link
and choose a new password:

  ${address}/reset-password#${filled}

Or enter this code:

  ${short}

The code works once, for ${minutes} minutes. If it was not you, ignore this mail. Nothing has changed.

If the code is refused because of too many attempts, enter this longer one instead:

  ${long}
`,
  }
}

/** For a user who requested a code, but has no password yet that could be reset. */
export function nothingToResetMail(given: {
  readonly firstName: string
  readonly organization: string
}): Words {
  const { firstName, organization } = given
  return {
    kind: 'notice',
    subject: `Your account at ${organization} has no password yet`,
    text: `${greeting(firstName)}

Someone asked to reset the password of your account at ${organization}. Your account does not have a password yet.
Sign in with the password from your invitation, or as your organization told you. If the invitation has expired, ask an
administrator to send it again.
`,
  }
}

export function passwordChangedMail(given: {
  readonly firstName: string
  readonly organization: string
}): Words {
  const { firstName, organization } = given
  return {
    kind: 'notice',
    subject: `Your password at ${organization} was changed`,
    text: `${greeting(firstName)}

The password of your account at ${organization} was changed, and all your other sessions were ended. If it was not you,
reset your password now and inform an administrator.
`,
  }
}

export function secondStepResetMail({ organization }: { readonly organization: string }): Words {
  return {
    kind: 'notice',
    subject: `Your second step at ${organization} was reset`,
    text: `An administrator reset the second step of your account at ${organization}. Your previous authenticator and recovery codes no
longer work. Set up new ones at your next sign-in or in your account settings.
`,
  }
}

export function secondStepRemovedMail(given: {
  readonly firstName: string
  readonly organization: string
}): Words {
  const { firstName, organization } = given
  return {
    kind: 'notice',
    subject: `Your second step at ${organization} was removed`,
    text: `${greeting(firstName)}

The second step of your account at ${organization} was removed. You now sign in with your password only. If it was not you,
reset your password now and inform an administrator.
`,
  }
}

export function recoveryCodeUsedMail(given: {
  readonly firstName: string
  readonly organization: string
  readonly left: number
}): Words {
  const { firstName, organization, left } = given
  return {
    kind: 'notice',
    subject: `A recovery code of your account at ${organization} was used`,
    text: `${greeting(firstName)}

A recovery code of your account at ${organization} was used instead of your authenticator. You have ${left} left. You can create
new ones in your account settings. If it was not you, reset your password now and inform an administrator.
`,
  }
}

export const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')

export const dayOf = (at: Date) =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
