import type { MailId, UserId } from '@verbatim/contract/ids.ts'
import type { MailKind, MailState } from '@verbatim/contract/mail.ts'
import type { Generated } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

interface MailTable extends TenantRow {
  id: MailId
  kind: MailKind
  recipient: string
  subject: string
  text_sealed: Buffer | null
  files_sealed: Generated<Buffer | null>
  dedupe_key: string | null
  reference_kind: string | null
  reference_id: string | null
  state: Generated<MailState | 'sending'>
  attempts: Generated<number>
  due_at: Date
  lease_until: Date | null
  useless_from: Date | null
  /** Sent only while this user can sign in. */
  for_user_id: Generated<UserId | null>
  reason: string | null
  created_at: Date
  finished_at: Date | null
}

/** The tables of this file, by their SQL names. */
export interface MailTables {
  mail: MailTable
}
