/**
 * A provider that an account collects from. Run by `collected-sources.ts` in a separate process, so that its work is not that of the
 * process that collects. It sends its address first, and then gives as many messages as it is asked for.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { FakeSignalCli } from '@verbatim/server/testing/fakes/signal-cli.ts'
import { openFakeTelegram } from '@verbatim/server/testing/fakes/telegram.ts'

/** What the peer is asked for. */
export interface Asked {
  readonly messages: number
  /** Of the account that collects them. */
  readonly number: string
}

/** What the peer sends first. */
export interface Opened {
  readonly address: string
  readonly secrets: Record<string, string>
  readonly settings: Record<string, unknown>
}

const [what] = process.argv.slice(2)
process.once('disconnect', () => process.exit())
const { answer, give } = what === 'telegram' ? await openTelegram() : await openSignal()
process.on('message', (asked: Asked) => give(asked))
process.send?.(answer)

async function openTelegram(): Promise<{ answer: Opened; give: (asked: Asked) => void }> {
  const fake = await openFakeTelegram({ now: () => new Date() })
  const settings = { isPolled: true, botId: String(fake.botId) }
  const answer = { address: fake.host, secrets: { token: fake.token }, settings }
  const client = { id: 5_550_042, first_name: 'Carl', is_bot: false } as const
  return {
    answer,
    give({ messages }) {
      const texts = Array.from({ length: messages }, (_, index) => ({ text: `Collected message ${index}` }))
      fake.keep(...texts.map((text) => fake.groupMessage(client, 'Deals', text)))
    },
  }
}

async function openSignal(): Promise<{ answer: Opened; give: (asked: Asked) => Promise<void> }> {
  const daemon = new FakeSignalCli()
  await daemon.listen()
  let timestamp = 1_778_745_600_000
  return {
    answer: { address: daemon.url, secrets: {}, settings: {} },
    async give({ messages, number }) {
      daemon.accounts.add(number)
      while (daemon.streamsOf(number) === 0) await pause(10)
      for (let index = 0; index < messages; index++) {
        timestamp += 1
        const dataMessage = { timestamp, message: `Collected message ${index}` }
        const [sourceNumber, sourceUuid] = ['+351912000111', '0b0b0b0b-1111-4222-8333-444444444444']
        daemon.receive(number, { envelope: { sourceNumber, sourceUuid, timestamp, dataMessage } })
        if (index % 100 === 99) await pause(0)
      }
    },
  }
}
