import type { Secrets } from '#platform/crypto.ts'

/** What the link to the mailbox carries, which the start prints: whoever can read it sits at this machine. */
export function mailboxKey(secrets: Secrets): string {
  return secrets.derive('mailbox', 'key', 32).toString('base64url')
}
