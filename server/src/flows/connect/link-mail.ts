import { onboardingPath } from '@verbatim/contract/account-links.ts'
import type { NewMail } from '#domains/mail/commands.ts'
import { greeting, momentText } from '#domains/mail/words.ts'

/** The mail that asks the owner of an account to link it. Its subject holds nothing secret. */
export function linkMail(given: {
  readonly firstName: string
  readonly organization: string
  readonly channelName: string
  readonly accountName: string
  /** The address of the product for the organization. */
  readonly address: string
  readonly token: string
  readonly until: Date
}): Pick<NewMail, 'kind' | 'subject' | 'text'> {
  const { firstName, organization, channelName, accountName, address, token, until } = given
  return {
    kind: 'invitation',
    subject: `${organization} asks you to link your ${channelName} account`,
    // The token is after the hash, so no server and no log ever receives it.
    text: `${greeting(firstName)}

${organization} asks you to link your ${channelName} account “${accountName}”. From then on,
its messages are captured.

Open this link and follow the steps. You need no password:

  ${address}${onboardingPath}#${token}

The link works once, until ${momentText(until)}. Do not forward it.
If you did not expect this email, do not open the link, and contact your administrator.
`,
  }
}
