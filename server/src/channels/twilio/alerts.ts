/** What Twilio could not deliver, as its Debugger lists it. Source: Twilio, "Alert resource" and "Error and Warning Dictionary", 11200 to 11299. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { z } from 'zod'
import { isBusy } from '#channels/unanswered.ts'
import { dateOf } from './message.ts'
import { type RestAnswer, type RestSession, readPages } from './rest.ts'
import { text } from './receiver.ts'

/** An error counts for so long: the list has it some seconds after it happened, and accounts are looked at each minute. */
const countsMs = 5 * minuteMs
/**
 * The newest of everything that has these credentials: Twilio can be asked for those of a time, and not for those of an address. An
 * installation that cannot be reached has an error for each message.
 */
const mostPages = 5

/** What answers with a wrong status, slowly, without a valid certificate, or not at all. */
const isOfRetrieval = (code: string) => /^112\d\d$/.test(code)

const noText = { error_code: '', request_url: '', date_generated: '', date_created: '' }
/** A strange one says nothing, and hides none of the others. */
const Alert = z
  .object({ error_code: text, request_url: text, date_generated: text, date_created: text })
  .catch(noText)

interface FailedDelivery {
  readonly url: string
  readonly at: Date
}

/** What Twilio could not deliver within the last minutes, and to which addresses. Who may not read alerts, or does not reach them, sees none. */
export async function findFailedDeliveries(
  session: RestSession,
  now: Date,
): Promise<RestAnswer<FailedDelivery[]>> {
  const since = new Date(now.getTime() - countsMs)
  const asked = new URLSearchParams({
    LogLevel: 'error',
    StartDate: since.toISOString().replace(/\.\d+Z$/, 'Z'),
  })
  const list = { host: 'monitor', path: `/v1/Alerts?${asked.toString()}`, rows: 'alerts' } as const
  const answer = await readPages(session, { ...list, pages: mostPages }, Alert)
  // The host of the Debugger is another one: what it does not say, or cannot be asked, is nothing against a number that answers.
  if (answer.outcome !== 'done') return isBusy(answer) ? answer : { outcome: 'done', value: [] }
  const value = answer.value.flatMap(
    ({ error_code: code, request_url: url, date_generated, date_created }) => {
      const at = dateOf(date_generated || date_created)
      return isOfRetrieval(code) && at !== undefined && at >= since ? [{ url, at }] : []
    },
  )
  return { outcome: 'done', value }
}
