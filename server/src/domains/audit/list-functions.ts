/** The columns of the audit trail's fields, for the database functions that search it. */
import { auditList } from '@verbatim/contract/audit.ts'
import { scopeFunction } from '#access/scope-functions.ts'
import { listFunctions } from '#platform/list/functions.ts'
import { at, foundIn, type SearchedList } from '#platform/list/searched.ts'
import type { AuditEventTable } from '#schema/audit.ts'

const list: SearchedList = {
  prefix: 'audited',
  rows: 'Audit events',
  alias: 'e',
  fields: auditList.fields,
  found: foundIn<AuditEventTable>()(auditList.fields, 'e', {
    date: at('e.at', 'timestamptz'),
    eventType: at('e.type'),
    user: at('e.actor_id', 'uuid', 'e.actor_name'),
    target: at('e.target_id'),
    requestId: at('e.request_id'),
  }),
  newest: 'date',
  words: `case when question ->> 'words' is not null then
    format(' and public.audit_words(e.actor_name, e.target_name, e.type, e.address) @@ %L::tsquery', question ->> 'words') end`,
}

/** The functions that `find_audit_events` and similar functions use to build a question. */
export const auditListFunctions = (): string[] => [
  scopeFunction({ name: 'audited_scope', alias: 'e', orUnbound: true }),
  ...listFunctions(list),
]
