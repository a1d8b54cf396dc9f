/** One delivery of each channel whose provider posts its messages, as its requests are. */
import { twilioSignature } from '@verbatim/server/channels/twilio/signature.ts'
import { agentMessage, reduced } from '@verbatim/server/testing/fakes/bluebubbles-messages.ts'
import { FakeWecom } from '@verbatim/server/testing/fakes/wecom.ts'

export const postedChannels = ['sms', 'whatsapp', 'telegram', 'imessage', 'wecom'] as const
export type PostedChannel = (typeof postedChannels)[number]

interface Posted {
  /** Another one for each delivery of a run. */
  readonly run: string
  readonly index: number
  readonly sender: number
  readonly text: string
  /** The URL of the endpoint, as it is signed, and what shows that a delivery is the provider's. */
  readonly url: string
  readonly secret: string
}

interface Form {
  readonly headers: readonly string[]
  readonly body: string
  /** What follows the address, from its question mark on. */
  readonly query?: string
}

export function formOf(channel: PostedChannel, posted: Posted): Form {
  switch (channel) {
    case 'telegram':
      return updateOf(posted)
    case 'imessage':
      return agentEventOf(posted)
    case 'wecom':
      return callbackOf(posted)
    case 'sms':
    case 'whatsapp':
      return textOf(channel, posted)
  }
}

function textOf(channel: 'sms' | 'whatsapp', { run, index, sender, text, url, secret }: Posted): Form {
  const scheme = channel === 'whatsapp' ? 'whatsapp:' : ''
  const parameters = new URLSearchParams({
    MessageSid: `SM${run}${index.toString(16).padStart(20, '0')}`,
    AccountSid: `AC${'0'.repeat(32)}`,
    From: `${scheme}+1555${String(sender).padStart(7, '0')}`,
    To: `${scheme}+15550100001`,
    Body: text,
    NumMedia: '0',
  })
  return {
    headers: [
      'Content-Type: application/x-www-form-urlencoded; charset=UTF-8',
      `X-Twilio-Signature: ${twilioSignature(secret, url, parameters)}`,
    ],
    body: parameters.toString(),
  }
}

function updateOf({ run, index, sender, text, secret }: Posted): Form {
  const from = { id: 5_550_000 + sender, first_name: `Carl ${sender}`, is_bot: false }
  // The numbers of a bot's updates never repeat.
  const number = Number.parseInt(run.slice(0, 8), 16) * 100_000 + index
  const message = {
    message_id: number,
    date: 1_778_745_600,
    from,
    chat: { id: -1_002_233_000_000 - sender, type: 'supergroup', title: `Deals ${sender}` },
    text,
  }
  return {
    headers: ['Content-Type: application/json', `X-Telegram-Bot-Api-Secret-Token: ${secret}`],
    body: JSON.stringify({ update_id: number, message }),
  }
}

function agentEventOf({ run, index, sender, text }: Posted): Form {
  const guid = `FAKE${run}-${index}`
  const from = `+1555${String(sender).padStart(7, '0')}`
  const message = agentMessage(index, { text, from, fields: { guid } })
  return {
    headers: ['Content-Type: application/json', 'User-Agent: axios/1.7.7'],
    body: JSON.stringify({ type: 'new-message', data: reduced(message) }),
  }
}

/** Where the callbacks are from, and what they are sealed with. */
export const corporation = new FakeWecom()

/** What an employee writes to our application. */
function callbackOf({ run, index, sender, text }: Posted): Form {
  const xml = corporation.event({
    MsgType: 'text',
    FromUserName: `Employee${sender}`,
    Content: text,
    MsgId: `${run}${index}`,
    AgentID: '7',
  })
  const { url, body } = corporation.callback('', xml)
  return { headers: ['Content-Type: text/xml'], body: body.toString(), query: url }
}
