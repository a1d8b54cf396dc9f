import type { Webhook } from '#channels/connector.ts'
import { Failure } from '#kernel/failure.ts'
import { formParameters, isJson } from './fields.ts'
import { isOfRoom } from './room-hooks.ts'
import { authTokensOf } from './secrets.ts'
import { isAnnouncedBody, isSigned } from './signature.ts'

/** Ours, with what the hook of a room delivers: its events are read otherwise. */
export const roomHeader = 'x-verbatim-room'

/**
 * Twilio's deliveries. The answer is an empty TwiML response, because Twilio would send plain text back to the
 * person who wrote. Source: Twilio, "Messaging Webhooks".
 */
export const twilioWebhook: Webhook = {
  acknowledgement: { status: 200, contentType: 'text/xml', body: '<Response></Response>' },
  keptHeaders: ['content-type', 'x-twilio-signature', 'i-twilio-idempotency-token', 'user-agent', roomHeader],

  open({ headers, ...delivery }) {
    const { [roomHeader]: _, ...given } = headers
    return { ...delivery, headers: isOfRoom(delivery) ? { ...given, [roomHeader]: '1' } : given }
  },

  isBeside: isOfRoom,

  verify(delivery, account) {
    const signature = delivery.headers['x-twilio-signature']
    if (!signature) throw new Failure('capture.no-signature')
    const url = delivery.url.split('#', 1)[0] ?? ''
    const announcesBody = /[?&]bodySHA256=/.test(url)
    const isForm = delivery.method === 'POST' && !announcesBody
    // A JSON body without its hash in the address is not signed.
    const covered = !isForm || !isJson(delivery.headers['content-type'] ?? '')
    const parameters = isForm ? formParameters(delivery.body) : undefined
    if (
      !covered ||
      !isSigned(signature, authTokensOf(account), url, parameters) ||
      (announcesBody && delivery.method === 'POST' && !isAnnouncedBody(url, delivery.body))
    ) {
      throw new Failure('capture.bad-signature')
    }
  },
}
