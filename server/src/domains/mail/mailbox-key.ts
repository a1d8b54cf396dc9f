import type { Secrets } from '#platform/crypto.ts'

/** The key in the link to the mailbox. The start prints it, so only a person at this machine can read it. */
export function mailboxKey(secrets: Secrets): string {
  return secrets.derive('mailbox', 'key', 32).toString('base64url')
}
