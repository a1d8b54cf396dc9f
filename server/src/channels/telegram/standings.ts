/** Telegram drops an update that it could not deliver for a day, so it is asked whether people are still connected to a bot. */
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import type { PersonAtSource, StandingSource, StandingStatement } from '#channels/provider-calls.ts'
import { standingFrom, standingIn } from '#channels/standing.ts'
import { refused, type Unanswered } from '#channels/unanswered.ts'
import type { CapturedAccount } from '#kernel/captured-account.ts'
import { callBot } from './api.ts'
import { botOf } from './bot.ts'
import { toStatement } from './changes.ts'
import { connectionIn } from './keys.ts'
import { asOutcome } from './telegram-webhook.ts'
import { Connection, type TelegramConnection } from './update.ts'

const atOnce = 8

type Limits = Parameters<StandingSource['ask']>[2]

/** A connection that was ended is still described. Of one that Telegram does not have any more, there is only this error. */
const isUnknown = ({ description = '' }: { readonly description?: string }) =>
  /business[ _]connection/i.test(description)

export const botStandings: StandingSource = {
  async ask(source, people, limits) {
    const { token } = botOf(source)
    if (!token) return refused('not-configured')
    const statements: StandingStatement[] = []
    // Without a connection there is nothing that could have ended; another one has another name.
    const connected = people.filter(({ isConnected }) => isConnected === true)
    for (let from = 0; from < connected.length; from += atOnce) {
      const asked = await Promise.all(
        connected.slice(from, from + atOnce).map((person) => askOne(token, person, limits)),
      )
      statements.push(...asked.flatMap((one) => (one && 'address' in one ? one : [])))
      const unanswered = asked.find((one) => one && 'outcome' in one)
      if (unanswered && 'outcome' in unanswered) return { outcome: 'answered', statements, unanswered }
    }
    return { outcome: 'answered', statements }
  },
}

/** Undefined if the person is still connected. */
async function askOne(
  token: string,
  { address, routes }: PersonAtSource,
  limits: Limits,
): Promise<StandingStatement | Unanswered | undefined> {
  const id = routes.map(connectionIn).findLast((one) => one !== undefined)
  if (id === undefined) return undefined
  const params = { business_connection_id: id }
  const asked = await callBot(token, { method: 'getBusinessConnection', params, schema: Connection }, limits)
  if (asked.outcome === 'refused' && isUnknown(asked)) {
    const gone: TelegramConnection = { id, user: { id: Number(address) }, is_enabled: false }
    return standingFrom(address, gone, limits.now)
  }
  if (asked.outcome !== 'done') return asOutcome(asked)
  const { is_enabled: isEnabled, user } = asked.value
  return isEnabled || String(user.id) !== address ? undefined : standingFrom(address, asked.value, limits.now)
}

/** What an answer says, as the update that was lost would have said it; undefined for any other delivery. */
export function askedStatement(stored: StoredDelivery, account: ChannelAccount): CapturedAccount | undefined {
  const given = standingIn(stored)
  const connection = given && Connection.safeParse(given.answer).data
  if (!connection) return undefined
  const { askedAt } = given
  return {
    ...toStatement(connection, 0, account),
    eventKey: `a|asked|${connection.id}|${askedAt.toISOString()}`,
    saidAt: askedAt,
  }
}
