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

/** What is kept with a deletion by an administrator; undefined for any other event. */
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
  const admins = groups.find(({ id }) => id === groupId)?.admins ?? []
  return admins.some((admin) => isSame(admin, { uuid, number })) ? { [header]: 'true' } : undefined
}

const isSame = (one: Person, other: Person) =>
  one.uuid && other.uuid
    ? one.uuid.toLowerCase() === other.uuid.toLowerCase()
    : Boolean(one.number) && one.number === other.number

export const isByAdmin = (headers: Readonly<Record<string, string>>) => headers[header] === 'true'
