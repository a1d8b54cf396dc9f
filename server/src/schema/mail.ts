import type { MailId, UserId } from '@verbatim/contract/ids.ts'
import type { MailKind, MailState } from '@verbatim/contract/mail.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantRow } from './tenant-row.ts'

/** What the recipient could see when the figures of a mail were counted. */
interface MadeFor {
  readonly scope: AccessScope
  readonly permissions: readonly Permission[]
  readonly readsUnderPseudonyms: boolean
}

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
  made_for: JSONColumnType<MadeFor, string | null | undefined, string | null> | null
  reason: string | null
  created_at: Date
  finished_at: Date | null
}

/** The tables of this file, by their SQL names. */
export interface MailTables {
  mail: MailTable
}
