import type { NewMail } from '#domains/mail/commands.ts'

/** The mails that ways in and out of an account lead to. No subject holds anything secret. */
type Words = Pick<NewMail, 'kind' | 'subject' | 'text'>

interface Invitation {
  readonly email: string
  readonly firstName: string
  readonly password: string
  readonly organization: string
  /** Where the organization opens the product. */
  readonly address: string
  readonly until: Date
}

export function invitationMail(given: Invitation): Words {
  const { email, firstName, password, organization, address, until } = given
  return {
    kind: 'invitation',
    subject: `${organization} invites you to Verbatim`,
    text: `${greeting(firstName)}

${organization} invites you to Verbatim.

Open     ${address}/sign-in
Email    ${email}
Password ${password}

The password is for the first sign-in, which asks you for one of your own. It works until ${dayOf(until)}.
If you did not expect this mail, you can ignore it.
`,
  }
}

export function resetCodeMail(given: {
  readonly firstName: string
  readonly short: string
  readonly long: string
  readonly organization: string
  readonly minutes: number
}): Words {
  const { firstName, short, long, organization, minutes } = given
  return {
    kind: 'code',
    subject: `Your code to reset the password at ${organization}`,
    text: `${greeting(firstName)}

Somebody asked to reset the password of your account at ${organization}. If it was you, type this code:

  ${short}

It works once, for ${minutes} minutes. If it was not you, ignore this mail: nothing has changed.

Should the digits be refused because of too many attempts, put this longer code in their place:

  ${long}
`,
  }
}

/** To somebody who asked for a code, and has no password yet that could be reset. */
export function nothingToResetMail(given: {
  readonly firstName: string
  readonly organization: string
}): Words {
  const { firstName, organization } = given
  return {
    kind: 'notice',
    subject: `Your account at ${organization} has no password yet`,
    text: `${greeting(firstName)}

Somebody asked to reset the password of your account at ${organization}. There is none yet: sign in with the password
of your invitation, or in the way your organization told you. If the invitation has run out, an administrator can send
it again.
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

The password of your account at ${organization} was changed, and every other session was ended. If it was not you, reset
it now and tell an administrator.
`,
  }
}

export function secondStepResetMail({ organization }: { readonly organization: string }): Words {
  return {
    kind: 'notice',
    subject: `Your second step at ${organization} was reset`,
    text: `An administrator reset the second step of your account at ${organization}: the authenticator and the recovery codes
that you had are good for nothing any more. You set up new ones at your next sign-in, or in your account settings.
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

The second step of your account at ${organization} was removed: it is signed in to by its password alone. If it was not
you, reset the password now and tell an administrator.
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

One of the recovery codes of your account at ${organization} was used in place of your authenticator. ${left} of them are left; new ones
are made in your account settings. If it was not you, reset the password now and tell an administrator.
`,
  }
}

const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')

const dayOf = (at: Date) =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
