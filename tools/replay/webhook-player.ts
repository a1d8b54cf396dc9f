import { type PlayedConversation, readConversations } from '@verbatim/server/testing/traffic/conversations.ts'
import {
  signedForm,
  type TwilioEndpoint,
  type TwilioFields,
  webhooksOf,
} from '@verbatim/server/testing/traffic/twilio-traffic.ts'
import { openWebhookSender } from '@verbatim/server/testing/traffic/webhook-sender.ts'
import type { WebhookReplay } from './options.ts'
import type { Outcome, Player } from './play.ts'

/** Plays conversations as signed webhooks of one account. */
export function openWebhookPlayer(options: WebhookReplay): Player<TwilioFields> {
  const { url, via, channel, account, number, token, lanes, file } = options
  const endpoint: TwilioEndpoint = {
    url: `${url}/hooks/${channel}/${account}`,
    channel,
    authToken: token,
    address: number,
  }
  const sender = openWebhookSender(new URL(via).origin, { connections: lanes })
  return {
    conversations: webhooksOfAll(readConversations(file), endpoint),
    async deliver(fields) {
      const { status, duplicate } = await sender.send(signedForm(endpoint, fields))
      return outcomeOf(status, duplicate)
    },
    [Symbol.asyncDispose]: () => sender[Symbol.asyncDispose](),
  }
}

function* webhooksOfAll(conversations: Iterable<PlayedConversation>, endpoint: TwilioEndpoint) {
  for (const conversation of conversations) yield webhooksOf(conversation, endpoint)
}

function outcomeOf(status: number, duplicate: boolean): Outcome {
  if (status >= 200 && status < 300) return duplicate ? 'duplicate' : 'accepted'
  return status === 429 || status >= 500 ? 'later' : 'refused'
}
