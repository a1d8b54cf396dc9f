/** A signal-cli daemon in a process of its own: it hands an event to the streams that are open, and forgets it. */
import { FakeSignalCli } from '@verbatim/server/testing/fakes/signal-cli.ts'

const peer = new FakeSignalCli()
await peer.listen()
process.on('message', ({ number, event }: { number: string; event: Record<string, unknown> | null }) => {
  peer.accounts.add(number)
  const streams = peer.streamsOf(number)
  if (event && streams > 0) peer.receive(number, event)
  process.send?.({ streams })
})
process.send?.({ url: peer.url })
