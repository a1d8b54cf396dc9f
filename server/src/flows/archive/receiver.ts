import type { ArchivingTest } from '@verbatim/contract/archiving.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { passwordPlace } from '#domains/archiving/commands.ts'
import type { ArchivingRow } from '#domains/archiving/find.ts'
import { type Addresses, findSender } from '#domains/organizations/address.ts'
import type { ArchiveReceiver } from '#platform/archive-link/link.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { accessOf } from './access-token.ts'
import type { ArchiveForm } from './record.ts'

const mib = 1024 * 1024

type Entered = Pick<ArchivingTest, 'host' | 'port' | 'security' | 'signIn' | 'user'>

/** @param secret The password; for `xoauth2`, an access token. */
export function receiverOf(
  { host, port, security, signIn: method, user }: Entered,
  secret: string = '',
): ArchiveReceiver {
  return { host, port, security, signIn: signInOf(method, user, secret) }
}

function signInOf(method: Entered['signIn'], user: string, secret: string): ArchiveReceiver['signIn'] {
  if (method === 'none') return { method }
  return method === 'xoauth2' ? { method, user, accessToken: secret } : { method, user, password: secret }
}

export interface Reached {
  readonly receiver: ArchiveReceiver
  /** It signs in with a token that was used before. */
  readonly isStored: boolean
}

/** The receiver of the stored settings, with an access token if it needs one. */
export async function storedReceiver(
  ctx: Parameters<typeof accessOf>[0],
  row: ArchivingRow,
): Promise<Reached | { readonly problem: 'token'; readonly answer: string }> {
  const entered = { ...row, signIn: row.sign_in, user: row.user_name }
  if (row.sign_in !== 'xoauth2') {
    const password = unsealed(row.password_sealed ?? undefined, ctx.secrets, row.tenant_id)
    return { receiver: receiverOf(entered, password), isStored: false }
  }
  const access = await accessOf(ctx, row)
  if ('problem' in access) return access
  return { receiver: receiverOf(entered, access.accessToken), isStored: access.isStored }
}

const unsealed = (sealed: Buffer | undefined, secrets: Secrets, tenantId: TenantId) =>
  sealed && secrets.unseal(sealed, passwordPlace(tenantId)).toString()

type Shape = Pick<ArchiveForm, 'format' | 'participantAddress' | 'maxBytes' | 'oversize'>
type Sent = Pick<ArchiveForm, 'fromAddress' | 'journalRecipients'>

/** How an organization's mails are composed: its address gives the ids, and its zone the times. */
async function formOf(tx: TenantTx, addresses: Addresses, given: Shape & Sent): Promise<ArchiveForm> {
  const { address, timeZone } = await findSender(tx, addresses)
  return {
    ...given,
    tenantHost: new URL(address).hostname,
    timeZone,
    linkOf: (messageId) => `${address}/messages/${messageId}`,
  }
}

export const storedForm = (tx: TenantTx, addresses: Addresses, row: ArchivingRow): Promise<ArchiveForm> =>
  formOf(tx, addresses, {
    format: row.format,
    participantAddress: row.participant_address,
    maxBytes: row.max_mail_mb * mib,
    oversize: row.oversize,
    fromAddress: row.from_address,
    journalRecipients: row.journal_recipients,
  })
