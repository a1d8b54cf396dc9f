import type { TenantId } from '@verbatim/contract/ids.ts'
import { noteRecovery, noteTaken } from '#domains/archiving/outages.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import type { Columns } from '#platform/bulk.ts'
import { reportAll, type Try } from '#platform/work/tries.ts'

/** What is stored of a mail that its archive took. */
interface Acceptance {
  readonly parts: number
  readonly parts_accepted: number
  readonly queue_id: string | null
}

interface Accepted {
  readonly tried: Try<'archive_mail'>
  readonly said: Acceptance
}

const columns: Columns<Acceptance> = { parts: 'smallint', parts_accepted: 'smallint', queue_id: 'text' }

/** So many mails at most wait for a transaction, and as many are in one: if the worker dies, they are sent again, with their ids. */
const mostOpen = 20

/**
 * Stores which mails were accepted: those that come while one transaction is under way are stored by the next, all together, while
 * further mails are sent.
 * @param isTroubled Whether the settings name a problem, which ends with the first mail that is accepted.
 */
export class Acceptances {
  private waiting: Accepted[] = []
  private storing: Promise<void> | undefined
  private isBroken = false
  private isTroubled: boolean
  private readonly ctx: DbContext & { readonly tenantId: TenantId }

  constructor(ctx: Acceptances['ctx'], isTroubled: boolean) {
    this.ctx = ctx
    this.isTroubled = isTroubled
  }

  /** Resolves when the next mail may be sent. */
  async add(accepted: Accepted): Promise<void> {
    this.waiting.push(accepted)
    if (!this.storing) {
      this.storing = this.store()
      // The call that waits for it gets its failure.
      this.storing.catch(() => (this.isBroken = true))
    }
    if (this.waiting.length >= mostOpen || this.isBroken) await this.storing
  }

  /** Resolves when everything is stored. */
  async stored(): Promise<void> {
    await this.storing
  }

  /** After a failure nothing more is stored, and every later question gets that failure. */
  private async store(): Promise<void> {
    const { db, tenantId, now } = this.ctx
    while (this.waiting.length > 0) {
      const accepted = this.waiting.splice(0)
      const wasTroubled = this.isTroubled
      this.isTroubled = false
      await inTenant(db, tenantId, async (tx) => {
        if (wasTroubled) await noteRecovery(tx, now())
        await noteTaken(tx, accepted.length, now())
        await reportAll(
          tx,
          accepted.map(({ tried }) => tried),
          { ...done, finished_at: now() },
          { columns, values: accepted.map(({ said }) => said) },
        )
      })
    }
    this.storing = undefined
  }
}

const done = {
  state: 'accepted',
  lease_until: null,
  refused: [] as string[],
  problem: null,
  answer: null,
  recipients: null,
} as const
