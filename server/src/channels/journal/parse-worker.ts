import { openThreads, type ThreadLoss, ThreadLost } from '#platform/processes/threads.ts'
import { OverLimits, type ReadingLimits } from '#channels/connector.ts'
import type { JournalMail } from './journal-mail.ts'

export interface MailParser {
  /**
   * Reads a mail in a separate thread.
   * @throws PoisonedMail for a mail that kills its thread or takes too long; no other mail suffers.
   */
  parse(bytes: Uint8Array): Promise<JournalMail>
  /** Ends all threads. Mails that are still being read are rejected. */
  close(): Promise<void>
}

/** A mail that could not be read within its limits. The bytes are kept, and another attempt may succeed. */
class PoisonedMail extends OverLimits {
  override name = 'PoisonedMail'
  readonly reason: ThreadLoss

  constructor(reason: ThreadLoss, cause?: unknown) {
    super(`The mail could not be read: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Opens a small pool of parsing threads. */
export function openMailParser({ program, ...limits }: ReadingLimits): MailParser {
  const threads = openThreads<Uint8Array, JournalMail>({
    ...limits,
    program: program ?? new URL('./parse-thread.ts', import.meta.url),
  })
  return {
    parse: (bytes) =>
      threads.ask(bytes).catch((error: unknown) => {
        throw error instanceof ThreadLost ? new PoisonedMail(error.reason, error.cause) : error
      }),
    close: () => threads.close(),
  }
}
