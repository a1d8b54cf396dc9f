import { connectionRefusals } from './connection-refusals.ts'

/** Why an account is not connected: the provider refuses, or could not be reached for long; or our process does not run. */
export const connectionProblems = [...connectionRefusals, 'unreachable', 'not-running'] as const
export type ConnectionProblem = (typeof connectionProblems)[number]

/** What is wrong, and what to do. */
export const connectionProblemTexts: Record<ConnectionProblem, string> = {
  'not-configured':
    'What this channel needs is not set up: the credentials of your organization, or a program of your installation. Ask an administrator, then reconnect.',
  'credentials-refused': 'The provider refuses the credentials. Correct them, then reconnect.',
  'address-unknown': 'The provider does not have this number or address. Correct it, then reconnect.',
  'address-differs':
    'The agent is signed in with another number or address. Sign it in with this one, then reconnect.',
  'alias-removed':
    'Apple has removed this number or address from the Apple Account, so what is sent to it does not arrive on the Mac. Add it again in the settings of Messages there. The account then connects by itself.',
  'delivered-elsewhere':
    'Another application receives the messages of this number. Disconnect that application at the provider, then reconnect.',
  'cannot-receive':
    'This number can’t receive messages at the provider now. Bring it online there, then reconnect.',
  'not-archived':
    'The provider doesn’t archive this person: they have no seat in the archive, or the ID is misspelled. Give them a seat there, or correct the ID. It then connects by itself within a day.',
  'signed-out': 'The link to this account has ended. Reconnect, and have its owner link it again.',
  'account-closed':
    'The provider has closed or restricted this account. Ask its owner to resolve this with the provider.',
  'cannot-deliver':
    'The provider can’t deliver to this installation now. Check that its public address answers and that its certificate is valid.',
  'host-refused':
    'This address can’t be called. Enter a public address that starts with https, then reconnect.',
  'network-refused':
    'The provider does not accept calls from this installation. Add the installation’s public IP address to the trusted addresses at the provider, then reconnect.',
  outdated:
    'The provider no longer accepts connections from this release of Verbatim. Update Verbatim; it then reconnects by itself.',
  'not-understood': 'The provider’s answer was not understood. Try again, or contact support.',
  'not-running':
    'The part of Verbatim that collects its messages is not running. Ask the operator of your installation to start it. The account then connects by itself.',
  unreachable: 'The provider could not be reached. Reconnect once it can be.',
}
