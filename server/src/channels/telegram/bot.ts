import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'

/** What we remember of a bot. */
const BotSettings = z.object({
  botId: z.string().optional().catch(undefined),
  /** Our address as we set it: the installation's own may have changed since. */
  webhookUrl: z.string().optional().catch(undefined),
  /** As an administrator chose. */
  fetchesUpdates: z.boolean().optional().catch(undefined),
  /** The result of the last attempt to connect the bot. */
  isPolled: z.boolean().optional().catch(undefined),
})

const BotSecrets = z.object({
  /** As BotFather gives it: anyone who has it can act as the bot. */
  token: z.string().default(''),
  /** Comes with every delivery, because Telegram signs nothing: we choose it. */
  webhookSecret: z.string().default(''),
})

interface Bot extends z.infer<typeof BotSettings> {
  readonly token: string | undefined
  readonly webhookSecret: string | undefined
}

type OfBot = Pick<ChannelAccount, 'settings' | 'secrets'>

/** Shorter ones could be guessed, so they count as none. In base64url, 22 characters hold 128 bits. */
const shortestSecret = 22

/** Its number and its secret; a token of another form is none, because it becomes part of an address. */
const tokenForm = /^\d{1,20}:[\w-]{10,100}$/

/** The bot of a bot's account. */
export function botOf({ settings, secrets }: OfBot): Bot {
  const { token, webhookSecret } = BotSecrets.parse(secrets)
  return {
    ...BotSettings.parse(settings),
    token: tokenForm.test(token) ? token : undefined,
    webhookSecret: webhookSecret.length >= shortestSecret ? webhookSecret : undefined,
  }
}

/** The bot through which an account receives: its own, or that of its source. */
export const receivingBot = (account: OfBot & Pick<ChannelAccount, 'source'>): Bot =>
  botOf(account.source ?? account)
