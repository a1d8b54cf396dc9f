import { z } from 'zod'
import { identify } from './identity.ts'
import { type Hooks, isSame, type Receiver, type Receivers, text } from './receiver.ts'
import { refused } from '#channels/unanswered.ts'
import { accountPath, callRest, readPages, type RestAnswer, type RestSession } from './rest.ts'

const PhoneNumber = z.object({
  sid: z.string().regex(/^PN[0-9a-f]{32}$/i),
  phone_number: z.string(),
  friendly_name: text,
  capabilities: z.object({ sms: z.boolean().nullish(), mms: z.boolean().nullish() }).nullish(),
  sms_url: text,
  sms_method: text,
  sms_fallback_url: text,
  sms_fallback_method: text,
  sms_application_sid: text,
})

/**
 * Phone numbers, for SMS and MMS. Their `status_callback` stays as it is: it reports calls, and the states of messages are reported
 * to the address that each message names. Source: Twilio, "IncomingPhoneNumber resource".
 */
export const numbers: Receivers = {
  sidName: 'numberSid',
  messageHook: 'sms',
  inService: { path: 'PhoneNumbers', rows: 'phone_numbers' },

  async find(session, address) {
    if (address.kind !== 'phone') return refused('address-unknown')
    // Twilio also finds numbers that only contain the one asked for.
    const found = await readNumbers(session, `?PhoneNumber=${encodeURIComponent(address.value)}`)
    if (found.outcome !== 'done') return found
    const value = found.value.find(({ phone }) => isSame(identify(phone), address))
    return value ? { outcome: 'done', value } : refused('address-unknown')
  },

  list: (session) => readNumbers(session, ''),

  setHooks(session, sid, { sms, fallback }) {
    const form = {
      ...(sms && { SmsUrl: sms.url, SmsMethod: sms.method || 'POST' }),
      ...(fallback && { SmsFallbackUrl: fallback.url, SmsFallbackMethod: fallback.method || 'POST' }),
    }
    const path = `${accountPath(session)}/IncomingPhoneNumbers/${sid}.json`
    return callRest(session, { host: 'api', path, form }, PhoneNumber)
  },
}

function readNumbers(session: RestSession, query: string): Promise<RestAnswer<Receiver[]>> {
  const path = `${accountPath(session)}/IncomingPhoneNumbers.json${query}`
  const list = { host: 'api', path, rows: 'incoming_phone_numbers' } as const
  return readPages(session, list, PhoneNumber.transform(toReceiver))
}

function toReceiver(number: z.output<typeof PhoneNumber>): Receiver {
  const hooks: Hooks = {
    sms: { url: number.sms_url, method: number.sms_method },
    fallback: { url: number.sms_fallback_url, method: number.sms_fallback_method },
  }
  return {
    sid: number.sid,
    phone: number.phone_number,
    label: number.friendly_name || undefined,
    canReceive: number.capabilities?.sms !== false || number.capabilities.mms !== false,
    hasApplication: number.sms_application_sid !== '',
    hooks,
  }
}
