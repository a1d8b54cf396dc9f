import type { Consent } from '@verbatim/contract/consents.ts'
import { type ContactConsent, mostConsents } from '@verbatim/contract/contact-consents.ts'
import type { ContactId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { consentOf, saysConsent } from '#schema/said.ts'
import type { MessageRow } from './rows.ts'

type ConsentRow = Pick<MessageRow, 'id' | 'channel' | 'posted_at'> & {
  readonly consent: Consent
}

/** What a contact has said about consent in messages within `scope`, newest first. An index contains these messages alone. */
export async function findConsents(
  tx: TenantTx,
  scope: AccessScope,
  id: ContactId,
): Promise<ContactConsent[]> {
  const { rows } = await sql<ConsentRow>`
    select message.id, message.channel, message.posted_at, ${consentOf('message')} as consent from message
    where ${saysConsent('message')} and ${consentOf('message')} is not null
      and message.author_contact_id = ${id} and message.author_user_id is null and ${withinScope(scope, 'message')}
    order by message.posted_at desc, message.id desc limit ${mostConsents}`.execute(tx)
  return rows.map(({ id: messageId, channel, posted_at, consent }) => ({
    messageId,
    channel,
    at: posted_at.toISOString(),
    consent,
  }))
}
