/** What Twilio could not deliver, as its Debugger lists it. Source: Twilio, "Alert resource" and "Error and Warning Dictionary", 11200 to 11299. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { z } from 'zod'
import { dateOf } from './message.ts'
import { type RestAnswer, type RestSession, callRest } from './rest.ts'
import { text } from './receiver.ts'

/** An error counts for so long: the list has it some seconds after it happened, and accounts are looked at each minute. */
const countsMs = 5 * minuteMs
/** The newest; an installation that cannot be reached has one for each message. */
const most = 100

/** What answers with a wrong status, slowly, without a valid certificate, or not at all. */
const isOfRetrieval = (code: string) => /^112\d\d$/.test(code)

const Alert = z.object({ error_code: text, request_url: text, date_generated: text, date_created: text })
const AlertPage = z.object({ alerts: z.array(Alert) })

/** The addresses to which Twilio could not deliver within the last minutes. Credentials that may not read alerts see none. */
export async function findFailedAddresses(session: RestSession, now: Date): Promise<RestAnswer<string[]>> {
  const since = new Date(now.getTime() - countsMs)
  const asked = new URLSearchParams({
    LogLevel: 'error',
    StartDate: since.toISOString().replace(/\.\d+Z$/, 'Z'),
    PageSize: String(most),
  })
  const call = { host: 'monitor', path: `/v1/Alerts?${asked.toString()}` } as const
  const answer = await callRest(session, call, AlertPage)
  if (answer.outcome === 'refused') return { outcome: 'done', value: [] }
  if (answer.outcome !== 'done') return answer
  const failed = answer.value.alerts.filter(({ error_code: code, date_generated, date_created }) => {
    const at = dateOf(date_generated || date_created)
    return isOfRetrieval(code) && at !== undefined && at >= since
  })
  return { outcome: 'done', value: failed.map(({ request_url: url }) => url) }
}
