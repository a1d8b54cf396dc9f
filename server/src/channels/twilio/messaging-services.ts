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

/** A messaging service that takes the messages of its members. */
interface TakingService {
  readonly url: string
  /** The SIDs of its numbers or senders. */
  readonly members: readonly string[]
}

/**
 * A service takes the messages of its members, even to drop them, unless it leaves them to each member's own hook. Credentials that
 * may not read services see none. Source: Twilio, "Messaging Service resource", InboundRequestUrl and UseInboundWebhookOnNumber.
 */
export async function findTakingServices(
  session: RestSession,
  members: ServiceMembers,
): Promise<RestAnswer<readonly TakingService[]>> {
  const taking: TakingService[] = []
  const services = await readPages(session, { host: 'messaging', path, rows: 'services' }, Service)
  if (services.outcome !== 'done') return isUnseen(services) ? { outcome: 'done', value: taking } : services
  for (const { sid, inbound_request_url: url, use_inbound_webhook_on_number } of services.value) {
    if (use_inbound_webhook_on_number) continue
    const list = { host: 'messaging', path: `${path}/${sid}/${members.path}`, rows: members.rows } as const
    const read = await readPages(session, list, Member)
    if (read.outcome === 'done') taking.push({ url, members: read.value.map((member) => member.sid) })
    else if (!isUnseen(read)) return read
  }
  return { outcome: 'done', value: taking }
}

/** The SIDs of all numbers or senders whose messages go to a messaging service that is not ours. */
export const takenBy = (
  services: readonly TakingService[],
  isOurs: (url: string) => boolean,
): ReadonlySet<string> => new Set(services.flatMap(({ url, members }) => (isOurs(url) ? [] : members)))

const path = '/v1/Services'

/** Not for these credentials, or deleted since it was listed. */
const isUnseen = ({ reason }: Unanswered) => reason === 'credentials-refused' || reason === 'address-unknown'
