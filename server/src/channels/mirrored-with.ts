import type { CapturedMessage } from '#kernel/captured-event.ts'

/**
 * The name of a line whose content is no text. Senders choose the ids in names, so the name includes the content: two lines that say
 * different things are no copies. Source: docs/decisions/0171-copies-of-colleagues.md.
 * @param content What it says, in words that are the same for each account.
 */
export const mirroredWith = (
  { mirrorKey }: { readonly mirrorKey?: string | undefined },
  content: unknown,
): Pick<CapturedMessage, 'mirrorKey'> =>
  mirrorKey ? { mirrorKey: `${mirrorKey}:${JSON.stringify(content)}` } : {}
