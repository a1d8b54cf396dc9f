import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
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
import type { TableSource } from '@verbatim/documents/tables/table-file.ts'

/** The kinds of exports, and how their rows are read: within a snapshot, and only rows that the user may see then. */
interface ExportKind {
  /** Checked again when the file is made, because the permission may have been removed since. */
  readonly permission: Permission
  source(
    tx: TenantTx,
    actor: Actor,
    question: Readonly<Record<string, string>>,
    { now, secrets }: { readonly now: Date; readonly secrets: Secrets },
  ): Promise<TableSource>
}

export const exportKinds: Readonly<Record<string, ExportKind>> = {
  'cognitive-events': {
    permission: 'events.export',
    source: async (tx, actor, question, { now, secrets }) =>
      openEventExport(tx, actor.scope, namelessQuestion(actor, cognitiveEventList, question), {
        now,
        hide: await hidingExports(tx, actor, secrets),
      }),
  },
  'audit-events': {
    permission: 'audit.export',
    source: (tx, actor, question, { now }) =>
      openAuditExport(tx, actor.scope, question, { now, name: naming(actor) }),
  },
  messages: {
    permission: 'messages.export',
    source: async (tx, actor, question, { now, secrets }) =>
      openMessageExport(tx, actor.scope, namelessQuestion(actor, messageList, question), {
        now,
        hide: await hidingExports(tx, actor, secrets),
        withAttachments: actor.permissions.has('messages.view_attachments'),
      }),
  },
}
