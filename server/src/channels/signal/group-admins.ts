/** Whether a group's administrator deleted what others wrote: events do not say who is one, so the daemon is asked. */
import { z } from 'zod'
import { askDaemon, type Daemon } from './daemon.ts'
import type { Received } from './envelope.ts'
import type { Person } from './people.ts'

const header = 'x-by-group-admin'
/** The event is kept afterwards, so it must not wait for long. */
const timeoutMs = 3_000

const text = z.string().nullish().catch(undefined)
const Groups = z.array(
  z.object({ id: z.string(), admins: z.array(z.object({ uuid: text, number: text })).catch([]) }),
)

/** Whether an administrator asked for a deletion, to be kept with it; undefined for any other event, and if the daemon does not say it. */
export async function adminHeaders(
  daemon: Daemon,
  account: string,
  received: Received | undefined,
): Promise<Record<string, string> | undefined> {
  const { sourceUuid: uuid, sourceNumber: number, dataMessage } = received?.envelope ?? {}
  const groupId = dataMessage?.adminDelete && dataMessage.groupInfo?.groupId
  if (!groupId) return undefined
  const answer = await askDaemon(daemon, 'listGroups', { account, groupId: [groupId] }, { timeoutMs })
  const { data: groups = [] } = Groups.safeParse('result' in answer ? answer.result : undefined)
  const group = groups.find(({ id }) => id === groupId)
  return group && { [header]: String(group.admins.some((admin) => isSame(admin, { uuid, number }))) }
}

const isSame = (one: Person, other: Person) =>
  one.uuid && other.uuid
    ? one.uuid.toLowerCase() === other.uuid.toLowerCase()
    : Boolean(one.number) && one.number === other.number

/** Also if it is not known: the daemon did not answer, or an earlier release kept the event. */
export const mayBeByAdmin = (headers: Readonly<Record<string, string>>) => headers[header] !== 'false'
