import { exportCoverage } from '@verbatim/contract/account-coverage.ts'
import { auditList } from '@verbatim/contract/audit.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import { naming, namingPermissions } from '#flows/show-trail/name-targets.ts'
import { hidingExports, namelessQuestion } from '#flows/hide-people/exports.ts'
import { openCoverageExport } from '#domains/accounts/coverage-export.ts'
import { openAuditExport } from '#domains/audit/export.ts'
import { openEventExport } from '#domains/cognitive-events/export.ts'
import { openMessageExport } from '#domains/messages/export.ts'
import { noOmissions } from '#platform/list/exported.ts'
import type { ExportKind } from './export-kind.ts'
import { knownChannels } from '#flows/reconcile/coverage.ts'
import { rowExportKinds } from './row-exports.ts'

/** The kinds of exports, by their names in the database. */
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
    parts: (_, reader) => namingPermissions(reader),
    list: auditList,
    source: async (tx, actor, question, { now, secrets }) => ({
      ...(await openAuditExport(tx, actor.scope, question, { now, name: naming(actor, { secrets, now }) })),
      omissions: () => Promise.resolve(noOmissions),
    }),
  },
  coverage: {
    permission: 'integrations.view',
    source: (tx, actor, question, { now }) =>
      openCoverageExport(tx, actor.scope, exportCoverage.query.parse(question), {
        now,
        ...knownChannels(),
      }),
  },
  messages: {
    permission: 'messages.export',
    // A search finds the texts of attachments, too.
    parts: ({ search }) => (search ? ['messages.view_attachments'] : []),
    list: messageList,
    source: async (tx, actor, question, { now, secrets }) =>
      openMessageExport(tx, actor.scope, namelessQuestion(actor, messageList, question), {
        now,
        hide: await hidingExports(tx, actor, secrets),
        withAttachments: actor.permissions.has('messages.view_attachments'),
      }),
  },
  ...rowExportKinds,
}
