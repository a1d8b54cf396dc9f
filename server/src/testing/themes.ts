import type { MessageId, SubthemeId, ThemeId } from '@verbatim/contract/ids.ts'
import { putThemes } from '#domains/themes/placing-commands.ts'
import { replaceThemes } from '#domains/themes/revision-commands.ts'
import { keepFound } from '#domains/themes/set.ts'
import { replaceSubthemes } from '#domains/themes/subtheme-commands.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'

interface GivenTheme {
  readonly name: string
  readonly messageIds: readonly MessageId[]
  readonly isShown?: boolean
}

/** Themes with their messages, as a revision would leave them. */
export async function insertThemes(
  tx: TenantTx,
  given: readonly GivenTheme[],
  now: Date,
): Promise<ThemeId[]> {
  const themes = given.map(({ name, messageIds, isShown = true }) => ({
    id: newId<ThemeId>(now),
    name,
    terms: [[name.toLowerCase(), 1]] as const,
    words: [name.toLowerCase()],
    isShown,
    messageIds,
  }))
  const changes = themes.map(({ id }) => ({ kind: 'new', themeId: id, reason: 'Found in messages' }) as const)
  await replaceThemes(tx, { former: [], found: themes, changes, isWhole: true }, now)
  await putThemes(
    tx,
    themes.flatMap(({ id: themeId, messageIds }) => messageIds.map((messageId) => ({ messageId, themeId }))),
  )
  await tx
    .insertInto('theme_set')
    .values({ due_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await keepFound(tx, { dictionary: { texts: 1, terms: {} }, messages: 1, fresh: 0 }, now)
  return themes.map(({ id }) => id)
}

/** Sub-themes of a theme with their messages, as a revision would leave them. */
export async function insertSubthemes(
  tx: TenantTx,
  themeId: ThemeId,
  given: readonly Pick<GivenTheme, 'name' | 'messageIds'>[],
  now: Date,
): Promise<SubthemeId[]> {
  const subthemes = given.map(({ name, messageIds }) => ({
    id: newId<SubthemeId>(now),
    name,
    terms: [[name.toLowerCase(), 1]] as const,
    messageIds,
  }))
  await replaceSubthemes(tx, [{ themeId, subthemes }], [], now)
  await putThemes(
    tx,
    subthemes.flatMap(({ id: subthemeId, messageIds }) =>
      messageIds.map((messageId) => ({ messageId, themeId, subthemeId })),
    ),
  )
  return subthemes.map(({ id }) => id)
}
