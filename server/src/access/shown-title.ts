/** What a reader sees as the title of a conversation: that of a mail's thread is a subject, and so what a message says. */
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from './scope.ts'
import { withinScope } from './scope-sql.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'

export interface TitleReader {
  readonly scope: AccessScope
  /** The reader has stated no purpose, though one is required. Source: docs/rules/purpose.md. */
  readonly withoutSubjects?: boolean | undefined
}

export const titleReaderOf = ({
  scope,
  purpose,
}: Pick<Actor, 'scope'> & { readonly purpose?: Actor['purpose'] | undefined }): TitleReader => ({
  scope,
  withoutSubjects: purpose === 'missing',
})

/**
 * The title of a `conversation` or null. A reader of a part sees the subject of the newest mail that they may see: the title is that of
 * the last mail that arrived, which they may not be allowed to see.
 */
export function shownTitle({ scope, withoutSubjects = false }: TitleReader): RawBuilder<string | null> {
  if (!withoutSubjects && scope.some(isEverything)) return sql`conversation.title`
  const subject = withoutSubjects
    ? sql`null`
    : sql`(select mail.subject from message mail where mail.tenant_id = conversation.tenant_id
        and mail.conversation_id = conversation.id and mail.subject is not null and ${withinScope(scope, 'mail')}
      order by mail.posted_at desc, mail.id desc limit 1)`
  return sql`case when conversation.type = 'thread' then ${subject} else conversation.title end`
}
