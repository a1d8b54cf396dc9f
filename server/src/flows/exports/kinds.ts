import { auditList } from '@verbatim/contract/audit.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { naming } from '#flows/audit/name-targets.ts'
import { hidingExports, namelessQuestion } from '#flows/pseudonyms/exports.ts'
import { openAuditExport } from '#domains/audit/export.ts'
import { openEventExport } from '#domains/cognitive-events/export.ts'
import { openMessageExport } from '#domains/messages/export.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { type ExportedTable, noOmissions } from '#platform/list/exported.ts'

/** The kinds of exports, and how their rows are read: within a snapshot, and only rows that the user may see then. */
interface ExportKind {
  /** Checked again when the file is made, because the permission may have been removed since. */
  readonly permission: Permission
  /** The list whose question it answers. */
  readonly list: ListSpec
  source(
    tx: TenantTx,
    actor: Actor,
    question: Readonly<Record<string, string>>,
    now: Date,
  ): Promise<ExportedTable>
}

export const exportKinds: Readonly<Record<string, ExportKind>> = {
  'cognitive-events': {
    permission: 'events.export',
    list: cognitiveEventList,
    source: (tx, { scope }, question, now) => openEventExport(tx, scope, question, now),
  },
  'audit-events': {
    permission: 'audit.export',
    list: auditList,
    source: async (tx, { scope }, question, now) => ({
      ...(await openAuditExport(tx, scope, question, { now, name: nameTargets })),
      omissions: () => Promise.resolve(noOmissions),
    }),
  },
  messages: {
    permission: 'messages.export',
    list: messageList,
    source: (tx, { scope, permissions }, question, now) =>
      openMessageExport(tx, scope, question, {
        now,
        hide: await hidingExports(tx, actor, secrets),
        withAttachments: actor.permissions.has('messages.view_attachments'),
      }),
  },
}
