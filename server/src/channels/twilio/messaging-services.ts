import { z } from 'zod'
import { type ServiceMembers, text } from './receiver.ts'
import type { Unanswered } from '#channels/unanswered.ts'
import { type RestAnswer, type RestSession, readPages } from './rest.ts'

const Service = z.object({
  sid: z.string().regex(/^MG[0-9a-f]{32}$/i),
  inbound_request_url: text,
  use_inbound_webhook_on_number: z.boolean().nullish(),
})
const Member = z.object({ sid: z.string() })

/**
 * The SIDs of all numbers or senders whose messages go to a messaging service. A service takes the messages of its members,
 * even to drop them, unless it leaves them to each member's own hook. Credentials that may not read services see none.
 * Source: Twilio, "Messaging Service resource", InboundRequestUrl and UseInboundWebhookOnNumber.
 */
export async function takenByServices(
  session: RestSession,
  members: ServiceMembers,
  isOurs: (url: string) => boolean,
): Promise<RestAnswer<ReadonlySet<string>>> {
  const sids = new Set<string>()
  const services = await readPages(session, { host: 'messaging', path, rows: 'services' }, Service)
  if (services.outcome !== 'done') return isUnseen(services) ? { outcome: 'done', value: sids } : services
  for (const { sid, inbound_request_url, use_inbound_webhook_on_number } of services.value) {
    if (use_inbound_webhook_on_number || isOurs(inbound_request_url)) continue
    const list = { host: 'messaging', path: `${path}/${sid}/${members.path}`, rows: members.rows } as const
    const read = await readPages(session, list, Member)
    if (read.outcome === 'done') for (const member of read.value) sids.add(member.sid)
    else if (!isUnseen(read)) return read
  }
  return { outcome: 'done', value: sids }
}

const path = '/v1/Services'

/** Not for these credentials, or deleted since it was listed. */
const isUnseen = ({ reason }: Unanswered) => reason === 'credentials-refused' || reason === 'address-unknown'
