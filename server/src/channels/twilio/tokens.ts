/** Whether Twilio takes the tokens that sign its deliveries. An API key opens its interface whatever they are. */
import { z } from 'zod'
import { refused } from '#channels/unanswered.ts'
import { accountPath, callRest, type RestAnswer, type RestSession } from './rest.ts'

const Account = z.object({ sid: z.string() })

/** Asks for the account itself, which its token may always read. Source: Twilio, "Account resource". */
export function askForAccount(session: RestSession): Promise<RestAnswer<unknown>> {
  return callRest(session, { host: 'api', path: `${accountPath(session)}.json` }, Account)
}

/** `done` once Twilio takes one of them. If it does not answer about one, that may be the valid one. */
export async function findTakenToken(
  sessions: readonly RestSession[],
  ask = askForAccount,
): Promise<RestAnswer<unknown>> {
  let answer: RestAnswer<unknown> = refused('not-configured')
  for (const session of sessions) {
    const next = await ask(session)
    if (next.outcome === 'done') return next
    if (answer.outcome !== 'retry') answer = next
  }
  return answer
}

/** The places of those that Twilio refuses. */
export async function findRefusedTokens(
  sessions: readonly RestSession[],
): Promise<RestAnswer<readonly number[]>> {
  const value: number[] = []
  const answers = await Promise.all(sessions.map((session) => askForAccount(session)))
  for (const [place, answer] of answers.entries()) {
    if (isCredentialsRefused(answer)) value.push(place)
    else if (answer.outcome !== 'done') return answer
  }
  return { outcome: 'done', value }
}

export const isCredentialsRefused = (answer: { readonly outcome: string; readonly reason?: string }) =>
  answer.outcome === 'refused' && answer.reason === 'credentials-refused'
