import type { Permission } from '@verbatim/contract/permissions.ts'
import { nameTargets } from '#flows/audit/name-targets.ts'
import { openAuditExport } from '#domains/audit/export.ts'
import { openEventExport } from '#domains/cognitive-events/export.ts'
import { openMessageExport } from '#domains/messages/export.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import type { TableSource } from '@verbatim/documents/tables/table-file.ts'

/** The kinds of exports, and how their rows are read: within a snapshot, and only rows that the user may see then. */
interface ExportKind {
  /** Checked again when the file is made, because the permission may have been removed since. */
  readonly permission: Permission
  source(
    tx: TenantTx,
    actor: Pick<Actor, 'scope' | 'permissions'>,
    question: Readonly<Record<string, string>>,
    now: Date,
  ): Promise<TableSource>
}

export const exportKinds: Readonly<Record<string, ExportKind>> = {
  'cognitive-events': {
    permission: 'events.export',
    source: (tx, { scope }, question, now) => openEventExport(tx, scope, question, now),
  },
  'audit-events': {
    permission: 'audit.export',
    source: (tx, { scope }, question, now) =>
      openAuditExport(tx, scope, question, { now, name: nameTargets }),
  },
  messages: {
    permission: 'messages.export',
    source: (tx, { scope, permissions }, question, now) =>
      openMessageExport(tx, scope, question, {
        now,
        withAttachments: permissions.has('messages.view_attachments'),
      }),
  },
}
