import type { NewMail } from '#domains/mail/commands.ts'
import { greeting, momentText } from '#domains/mail/words.ts'

/** The mails about invitations, sign-in and recovery. No subject holds anything secret. */
type Words = Pick<NewMail, 'kind' | 'subject' | 'text'>

/** Who is mailed, and by which organization. */
interface Mailed {
  readonly firstName: string
  readonly organization: string
}

const notice = (subject: string, text: string): Words => ({ kind: 'notice', subject, text })

interface Invitation extends Mailed {
  readonly email: string
  readonly password: string
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

Use this password for your first sign-in. You will then choose your own. It works until ${momentText(until)}.
If you did not expect this email, you can ignore it.
`,
  }
}

interface ResetCode extends Mailed {
  readonly short: string
  readonly long: string
  readonly minutes: number
  readonly email: string
  /** The address of the product for the organization. */
  readonly address: string
}

export function resetCodeMail(given: ResetCode): Words {
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

The code works once, for ${minutes} minutes. If it was not you, ignore this email. Nothing has changed.

If the code is refused because of too many attempts, enter this longer one instead:

  ${long}
`,
  }
}

/** For a user who requested a code, but has no password yet that could be reset. */
export const nothingToResetMail = ({ firstName, organization }: Mailed) =>
  notice(
    `Your account at ${organization} has no password yet`,
    `${greeting(firstName)}

Someone asked to reset the password of your account at ${organization}. Your account does not have a password yet.
Sign in with the password from your invitation, or as your organization instructed you. If the invitation has expired, ask an
administrator to send it again.
`,
  )

export const passwordChangedMail = ({ firstName, organization }: Mailed) =>
  notice(
    `Your password at ${organization} was changed`,
    `${greeting(firstName)}

The password of your account at ${organization} was changed, and all your other sessions were ended. If it was not you,
reset your password now and contact your administrator.
`,
  )

export const secondStepResetMail = ({ organization }: Pick<Mailed, 'organization'>) =>
  notice(
    `Your second step at ${organization} was reset`,
    `An administrator reset the second step of your account at ${organization}. Your previous authenticator and recovery codes no
longer work. Set up new ones at your next sign-in or in your account settings.
`,
  )

export const secondStepRemovedMail = ({ firstName, organization }: Mailed) =>
  notice(
    `Your second step at ${organization} was removed`,
    `${greeting(firstName)}

The second step of your account at ${organization} was removed. You now sign in with your password only. If it was not you,
reset your password now and contact your administrator.
`,
  )

export const secondStepAddedMail = ({ firstName, organization }: Mailed) =>
  notice(
    `An authenticator was added to your account at ${organization}`,
    `${greeting(firstName)}

An authenticator was added to your account at ${organization}. Each sign-in now asks for a code from it. An earlier
authenticator no longer works. If it was not you, reset your password now and contact your administrator.
`,
  )

export const recoveryCodesMadeMail = ({ firstName, organization }: Mailed) =>
  notice(
    `New recovery codes for your account at ${organization}`,
    `${greeting(firstName)}

New recovery codes were created for your account at ${organization}. Earlier ones no longer work. If it was not you, reset your
password now and contact your administrator.
`,
  )

export const recoveryCodeUsedMail = ({ firstName, organization, left }: Mailed & { readonly left: number }) =>
  notice(
    `A recovery code of your account at ${organization} was used`,
    `${greeting(firstName)}

A recovery code of your account at ${organization} was used instead of your authenticator. You have ${left} left. You can create
new ones in your account settings. If it was not you, reset your password now and contact your administrator.
`,
  )
