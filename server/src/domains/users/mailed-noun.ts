/** Things that administrators keep, and that mail chosen platform users: scheduled reports and metric alerts. Each is a declaration. */
import type { FailureCode } from '@verbatim/contract/errors.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { type Selectable, sql, type Updateable } from 'kysely'
import { type AdministeredNoun, administeredNoun, type Known } from '#domains/nouns/administered-noun.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Tables } from '#schema/tables.ts'
import { findNames, requireRecipients } from './recipients.ts'

type MailedTable = 'report_schedule' | 'metric_alert'

/** The mail that is sent once for each of its rows is found by its key. */
const keysOfMail = { metric_crossing: 'metric crossing', report_copy: 'report' } as const
type MailingTable = keyof typeof keysOfMail

export const keyOfMail = (table: MailingTable, id: string) => `${keysOfMail[table]} ${id}`

/** Joins the mail of a row. */
export const joinMail = (table: MailingTable, alias: string) => sql`left join mail
  on mail.tenant_id = ${sql.ref(alias)}.tenant_id and mail.dedupe_key = ${sql.lit(`${keysOfMail[table]} `)} || ${sql.ref(alias)}.id`

interface MailedDraft {
  readonly name: string
  readonly recipientIds: readonly UserId[]
}

interface MailedNoun<
  Table extends MailedTable,
  Draft extends MailedDraft,
  Columns,
  Words extends Named,
> extends Pick<AdministeredNoun<Table, Draft, Actor, Columns, Words>, 'table' | 'kind' | 'audit'> {
  /** Who is mailed, and the column with the ID of what mails them. */
  readonly recipients: {
    readonly table: 'report_recipient' | 'metric_alert_recipient'
    readonly of: 'schedule_id' | 'alert_id'
  }
  readonly failures: AdministeredNoun<Table, Draft, Actor, Columns, Words>['failures'] &
    Readonly<Record<'nameTaken' | 'unknownRecipient', FailureCode>>
  readonly toDraft: (row: Selectable<Tables[Table]>, recipientIds: readonly UserId[]) => Draft
  /** The columns of a draft, beside its name. */
  readonly toColumns: (draft: Draft) => Known<Updateable<Tables[Table]>, Columns>
  /** Refuses a draft that names what is not there. */
  readonly requireKnown?: (tx: TenantTx, actor: Actor, draft: Draft, before?: Draft) => Promise<void>
  /** For the audit trail, with recipients by their names. */
  readonly wordsOf: (
    tx: TenantTx,
    actor: Actor,
    draft: Draft,
    recipients: readonly string[],
  ) => Promise<Words>
}

interface Named {
  readonly name: string
}
interface NameColumns extends Named {
  readonly name_key: string
}

/** The commands that such nouns have in common. Deleting one leaves queued mails, which are still sent. */
export function mailedNoun<Table extends MailedTable, Draft extends MailedDraft>() {
  return <Columns extends Updateable<Tables[Table]>, Words extends Named>(
    noun: MailedNoun<Table, Draft, Columns, Words>,
  ) => commandsOf(noun)
}

function commandsOf<
  Table extends MailedTable,
  Draft extends MailedDraft,
  Columns extends Updateable<Tables[Table]>,
  Words extends Named,
>(noun: MailedNoun<Table, Draft, Columns, Words>) {
  const { table, kind, audit, failures, recipients } = noun
  // The compiler cannot add columns to those of a table that it does not know yet.
  const toColumns = (draft: Draft) => {
    const columns = { ...noun.toColumns(draft), name: draft.name, name_key: nameKey(draft.name) }
    return columns as unknown as Known<Updateable<Tables[Table]>, Columns & NameColumns>
  }
  return administeredNoun<Table, Draft, Actor>()<Columns & NameColumns, Words>({
    table,
    kind,
    audit,
    failures,
    unique: [`${table}_tenant_id_name_key_key`, failures.nameTaken],
    toDraft: async (tx, row) => noun.toDraft(row, await findRecipients(tx, recipients, row.id)),
    toColumns,
    nameOf: ({ name }) => name,
    async check(tx, actor, draft, before) {
      const added = draft.recipientIds.filter((id) => !before?.recipientIds.includes(id))
      await requireRecipients(tx, added, failures.unknownRecipient)
      await noun.requireKnown?.(tx, actor, draft, before)
    },
    async wordsOf(tx, actor, drafts) {
      // Looked up together, because equal names get something that distinguishes them.
      const ids = drafts.flatMap(({ recipientIds }) => recipientIds)
      const names = await findNames(tx, ids)
      const words: Words[] = []
      for (const draft of drafts) {
        const recipientNames = draft.recipientIds.map((id) => names.get(id) ?? id).toSorted()
        words.push(await noun.wordsOf(tx, actor, draft, recipientNames))
      }
      return words
    },
  })
}

type Recipients = MailedNoun<MailedTable, MailedDraft, unknown, Named>['recipients']

/** Those who have left the platform, or were taken out, are none. */
async function findRecipients(tx: TenantTx, { table, of }: Recipients, id: string): Promise<UserId[]> {
  const isTakenOut = table === 'report_recipient' ? sql`recipient.taken_out` : sql`false`
  const { rows } = await sql<{ user_id: UserId }>`
    select recipient.user_id from ${sql.table(table)} recipient
    join tenant_user person on person.tenant_id = recipient.tenant_id and person.id = recipient.user_id
    where ${sql.ref(`recipient.${of}`)} = ${id} and person.removed_at is null and not ${isTakenOut}
    order by recipient.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** A row that was mailed, joined with its mail. */
export interface MailedRow {
  readonly mail_state: 'queued' | 'sending' | 'sent' | 'failed' | null
  readonly mail_reason: string | null
}

/** The state of its mail, if there is one. */
export const mailOf = ({ mail_state, mail_reason }: MailedRow) => ({
  ...(mail_state && {
    mail: {
      state: mail_state === 'sending' ? ('queued' as const) : mail_state,
      ...(mail_reason !== null && { reason: mail_reason }),
    },
  }),
})
