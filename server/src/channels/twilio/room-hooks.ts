/** The hooks of single rooms of Conversations. Source: Twilio, "Conversation Scoped Webhook Resource". */
import { z } from 'zod'
import type { Delivery } from '#channels/connector.ts'
import { callRest, readPages, type RestAnswer, type RestSession } from './rest.ts'

/** What happens in a room while it is not asked about: changes of messages would be gone by then, and the others say that it is time to ask. */
const filters = [
  'onMessageAdded',
  'onMessageUpdated',
  'onMessageRemoved',
  'onDeliveryUpdated',
  'onParticipantAdded',
  'onParticipantRemoved',
]

/** A room has no more, and Twilio refuses a larger page. */
const mostHooks = 5

const Webhook = z.object({
  sid: z.string().regex(/^WH[0-9a-f]{32}$/i),
  configuration: z.looseObject({ url: z.string().nullish() }).nullish(),
})

/** Where the rooms of an account are delivered to: apart from its messages, because the same event is read otherwise there. */
const mark = 'room=1'
const roomUrlOf = (webhookUrl: string) => `${webhookUrl}?${mark}`

/** Whether a delivery came by the hook of a room, and not by one that an administrator pointed at the account's address. */
export const isOfRoom = ({ url }: Pick<Delivery, 'url'>) =>
  (url.split('#', 1)[0] ?? '').split('?').slice(1).join('?').split('&').includes(mark)

const hooksOf = (path: string) => ({ host: 'conversations', path: `${path}/Webhooks` }) as const

/** @param path Of the room. */
export async function setRoomHook(
  session: RestSession,
  path: string,
  webhookUrl: string,
  isUnchanged: () => Promise<boolean>,
): Promise<RestAnswer<unknown>> {
  const known = await findHooks(session, path, webhookUrl)
  if (known.outcome !== 'done' || known.value.length > 0 || !(await isUnchanged())) return known
  const form = {
    Target: 'webhook',
    'Configuration.Url': roomUrlOf(webhookUrl),
    'Configuration.Method': 'POST',
    'Configuration.Filters': filters,
  }
  return callRest(session, { ...hooksOf(path), form }, Webhook)
}

/** A room that is gone has none. */
export async function removeRoomHooks(
  session: RestSession,
  path: string,
  webhookUrl: string,
): Promise<RestAnswer<unknown>> {
  const known = await findHooks(session, path, webhookUrl)
  if (known.outcome !== 'done') return doneIfGone(known)
  for (const sid of known.value) {
    const { path: hooks, host } = hooksOf(path)
    const call = { host, path: `${hooks}/${sid}`, isRemoval: true } as const
    const removed = doneIfGone(await callRest(session, call, z.unknown()))
    if (removed.outcome !== 'done') return removed
  }
  return { outcome: 'done', value: undefined }
}

/** The SIDs of ours. */
async function findHooks(
  session: RestSession,
  path: string,
  webhookUrl: string,
): Promise<RestAnswer<string[]>> {
  const listed = await readPages(session, { ...hooksOf(path), rows: 'webhooks', most: mostHooks }, Webhook)
  if (listed.outcome !== 'done') return listed
  const ours = listed.value.filter(({ configuration }) => configuration?.url === roomUrlOf(webhookUrl))
  return { outcome: 'done', value: ours.map(({ sid }) => sid) }
}

const doneIfGone = (answer: RestAnswer<unknown>): RestAnswer<unknown> =>
  answer.outcome === 'refused' && answer.reason === 'address-unknown'
    ? { outcome: 'done', value: undefined }
    : answer
