import { exportCoverage } from '@verbatim/contract/account-coverage.ts'
import { auditList } from '@verbatim/contract/audit.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { naming } from '#flows/audit/name-targets.ts'
import { hidingExports, namelessQuestion } from '#flows/pseudonyms/exports.ts'
import { channelsWith } from '#channels/registry.ts'
import { openCoverageExport } from '#domains/accounts/coverage-export.ts'
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
  /** The list whose question it answers, if it is one of a list. */
  readonly list?: ListSpec
  source(
    tx: TenantTx,
    actor: Actor,
    question: Readonly<Record<string, string>>,
    { now, secrets }: { readonly now: Date; readonly secrets: Secrets },
  ): Promise<ExportedTable>
}

export const exportKinds: Readonly<Record<string, ExportKind>> = {
  'cognitive-events': {
    permission: 'events.export',
    list: cognitiveEventList,
    source: async (tx, actor, question, { now, secrets }) =>
      openEventExport(tx, actor.scope, namelessQuestion(actor, cognitiveEventList, question), {
        now,
        hide: await hidingExports(tx, actor, secrets),
      }),
  },
  'audit-events': {
    permission: 'audit.export',
    list: auditList,
    source: async (tx, actor, question, { now }) => ({
      ...(await openAuditExport(tx, actor.scope, question, { now, name: naming(actor) })),
      omissions: () => Promise.resolve(noOmissions),
    }),
  },
  coverage: {
    permission: 'integrations.view',
    source: (tx, actor, question, { now }) =>
      openCoverageExport(tx, actor.scope, exportCoverage.query.parse(question), {
        now,
        listedChannels: channelsWith('listing'),
      }),
  },
  messages: {
    permission: 'messages.export',
    list: messageList,
    source: async (tx, actor, question, { now, secrets }) =>
      openMessageExport(tx, actor.scope, namelessQuestion(actor, messageList, question), {
        now,
        hide: await hidingExports(tx, actor, secrets),
        withAttachments: actor.permissions.has('messages.view_attachments'),
      }),
  },
}
