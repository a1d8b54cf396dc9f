/** Whether a group's administrator deleted what others wrote: events do not say who is one, so the daemon is asked. */
import { z } from 'zod'
import type { Answer } from '#channels/collection.ts'
import { askDaemon, type Daemon } from './daemon.ts'
import type { Received } from './envelope.ts'
import type { Person } from './people.ts'

const header = 'x-by-group-admin'
/** What follows the event is not read before. */
const timeoutMs = 3_000
/** Groups that are asked for at once. Members could ask for deletions without end. */
const most = 10

const text = z.string().nullish().catch(undefined)
const Group = z.object({
  id: z.string(),
  admins: z.array(z.object({ uuid: text, number: text })).catch([]),
})
type Group = z.infer<typeof Group>

/** Asks for the groups of one account. */
export class GroupAdmins {
  readonly #asked = new Map<string, Promise<Group | undefined>>()
  readonly #daemon: Daemon
  readonly #account: string
  readonly #signal: AbortSignal

  constructor(daemon: Daemon, account: string, signal: AbortSignal) {
    this.#daemon = daemon
    this.#account = account
    this.#signal = signal
  }

  /**
   * Whether an administrator asked for a deletion, to be kept with it; undefined for any other event. Says nothing if the daemon
   * does not.
   */
  answerFor(received: Received | undefined): Promise<Answer> | undefined {
    const { sourceUuid: uuid, sourceNumber: number, dataMessage } = received?.envelope ?? {}
    const groupId = dataMessage?.adminDelete && dataMessage.groupInfo?.groupId
    if (!groupId) return undefined
    const asked = this.#asked.get(groupId) ?? this.#ask(groupId)
    return asked?.then((group) => {
      if (!group) return {}
      return { headers: { [header]: String(group.admins.some((one) => isSame(one, { uuid, number }))) } }
    })
  }

  #ask(groupId: string): Promise<Group | undefined> | undefined {
    if (this.#asked.size >= most) return undefined
    const asked = this.#find(groupId).finally(() => this.#asked.delete(groupId))
    this.#asked.set(groupId, asked)
    return asked
  }

  async #find(groupId: string): Promise<Group | undefined> {
    const params = { account: this.#account, groupId: [groupId] }
    const limits = { timeoutMs, signal: this.#signal }
    const answer = await askDaemon(this.#daemon, 'listGroups', params, limits)
    const { data: groups = [] } = z.array(Group).safeParse('result' in answer ? answer.result : undefined)
    return groups.find(({ id }) => id === groupId)
  }
}

const isSame = (one: Person, other: Person) =>
  one.uuid && other.uuid
    ? one.uuid.toLowerCase() === other.uuid.toLowerCase()
    : Boolean(one.number) && one.number === other.number

/** Only if the daemon said so: what is not known gives no right to change what others wrote. */
export const isByAdmin = (headers: Readonly<Record<string, string>>) => headers[header] === 'true'
