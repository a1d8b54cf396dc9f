import type { MessageId } from '@verbatim/contract/ids.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ExportedColumn } from '#platform/list/exported.ts'
import { findRecipients, type Recipients } from './to-lines.ts'

/** A conversation with more people is named by its title. */
const mostExported = 1_000

export interface ToPeople {
  /** Undefined if the reader may not see the message. */
  readonly to: Recipients | undefined
}

/** The columns of a file with the recipients of a message. */
export const recipientColumns: readonly ExportedColumn<ToPeople>[] = [
  { name: 'To', width: 32, cell: ({ to }) => to?.people.map(({ name }) => name).join('; ') },
  { name: 'To addresses', width: 32, cell: ({ to }) => to?.people.map(({ address }) => address).join('; ') },
  { name: 'Conversation', width: 24, cell: ({ to }) => to?.title },
]

export const findExportedRecipients = (tx: TenantTx, scope: AccessScope, ids: readonly MessageId[]) =>
  findRecipients(tx, scope, ids, mostExported)
