import { channelNames, type Channel } from '@verbatim/contract/channels.ts'
import type { EventId } from '@verbatim/contract/ids.ts'
import type { NotifiedEvent } from '@verbatim/contract/notification-template.ts'
import { type Severity, severityNames } from '@verbatim/contract/severities.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

interface EventRow {
  readonly id: EventId
  readonly severity: Severity
  readonly channel: Channel
  readonly triggered_at: Date
  readonly rule_names: string[]
  readonly group_names: string[]
  readonly assignee: string | null
}

/** Events as mails show them, without message text and author. */
export async function findNotifiedEvents(
  tx: TenantTx,
  ids: readonly EventId[],
  { timeZone, address }: { readonly timeZone: string; readonly address: string },
): Promise<ReadonlyMap<EventId, NotifiedEvent>> {
  const { rows } = await sql<EventRow>`
    select event.id, event.severity, event.channel, event.triggered_at, person.display_name as assignee,
      array(select distinct rule.name from evidence
        join policy_rule rule on rule.tenant_id = evidence.tenant_id and rule.policy_id = evidence.policy_id and rule.id = evidence.rule_id
          and rule.from_version <= evidence.policy_version
          and (rule.to_version is null or rule.to_version > evidence.policy_version)
        where evidence.tenant_id = event.tenant_id and evidence.event_id = event.id and rule.name <> ''
        order by rule.name limit 10) as rule_names,
      array(select named.name from conversation_group named
        where named.tenant_id = event.tenant_id and named.id = any(event.group_ids)
        order by named.name limit 10) as group_names
    from cognitive_event event
    left join tenant_user person on person.tenant_id = event.tenant_id and person.id = event.assignee_id
    where event.id = any(${ids}::uuid[])`.execute(tx)
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        severity: severityNames[row.severity],
        ruleNames: row.rule_names,
        channel: channelNames[row.channel],
        groupNames: row.group_names,
        triggeredTime: `${time.format(row.triggered_at)} (${timeZone})`,
        link: `${address}/events/${row.id}`,
        assignee: row.assignee ?? undefined,
      },
    ]),
  )
}
