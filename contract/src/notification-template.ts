/** The subject and the words of a notification: text with tokens in double braces. Source: docs/rules/notifications.md. */

/** The meaning of a token, as the editor shows it. */
export const notificationTokens = {
  policyName: 'The name of the policy',
  severity: 'The severity (the highest, if there are several events)',
  ruleName: 'The rules that matched',
  channel: 'The channel',
  groupNames: 'The groups of the conversation',
  triggeredTime: 'When the message was sent',
  eventId: 'The ID of the event',
  eventLink: 'The link to the event (one line for each event)',
  eventCount: 'The number of events in the email',
  organizationName: 'The name of the organization',
  assignee: 'The assignee',
} as const
type NotificationToken = keyof typeof notificationTokens
export type TokenValues = Readonly<Record<NotificationToken, string>>

export const defaultSubject = '[{{severity}}] {{policyName}} — {{eventCount}} new event(s)'
export const defaultMessage = `{{policyName}} has raised {{eventCount}} new event(s).

Channel: {{channel}}
Groups: {{groupNames}}
Rules: {{ruleName}}
Triggered: {{triggeredTime}}
Assigned to: {{assignee}}

{{eventLink}}
`

const isToken = (name: string): name is NotificationToken => Object.hasOwn(notificationTokens, name)

/** Braces without a token, and their place; line and character are counted from 1. */
interface UnknownToken {
  readonly written: string
  readonly line: number
  readonly character: number
}

/** `{{` up to `}}`; without an end, up to the end of the line. Braces do not nest. */
const braces = /\{\{([^{}\n]*)(\}\})?/gu

/** The invalid tokens of a text, in order: misspelt, empty or without an end. */
export function unknownTokens(text: string): UnknownToken[] {
  return [...text.matchAll(braces)].flatMap(({ 0: whole, 1: name = '', 2: end, index }) => {
    if (end && isToken(name.trim())) return []
    const before = text.slice(0, index)
    const lineStart = before.lastIndexOf('\n') + 1
    const written = whole.trim().length > 40 ? `${whole.trim().slice(0, 40)}…` : whole.trim()
    return [{ written, line: before.split('\n').length, character: before.length - lineStart + 1 }]
  })
}

/** A message about the first unknown token, or undefined if there is none. */
export function tokenIssue(text: string): string | undefined {
  const [first] = unknownTokens(text)
  return first && `${first.written} at line ${first.line}, character ${first.character} is not a known token.`
}

/** `{{eventCount}} new event(s)`: the count, and a word of the same phrase that it makes one or several. */
const countedWord = /(\{\{\s*eventCount\s*\}\}[ \p{L}]*\p{L})\(s\)/gu

/** Replaces tokens by values once: braces within a value do not change. A word with `(s)` after the count takes its number. */
export function fillTokens(text: string, values: TokenValues): string {
  const worded = text.replace(countedWord, (_, phrase: string) =>
    values.eventCount === '1' ? phrase : `${phrase}s`,
  )
  return worded.replace(braces, (whole, name: string, end: string | undefined) => {
    const token = name.trim()
    return end && isToken(token) ? values[token] : whole
  })
}

/** One event, as the tokens of a mail show it. */
export interface NotifiedEvent {
  readonly id: string
  readonly severity: string
  readonly ruleNames: readonly string[]
  readonly channel: string
  readonly groupNames: readonly string[]
  readonly triggeredTime: string
  readonly link: string
  readonly assignee: string | undefined
}

/** How many events one mail lists; for more, it gives their number and a link to the list. */
export const mostListed = 20

/** The values of one mail's tokens. `events` starts with the most severe and is not empty. */
export function tokenValues(
  events: readonly NotifiedEvent[],
  about: {
    readonly policyName: string
    readonly organizationName: string
    readonly count: number
    readonly listLink: string
  },
): TokenValues {
  const listed = events.slice(0, mostListed)
  const left = about.count - listed.length
  const each = (of: (event: NotifiedEvent) => readonly string[], none: string) => {
    const distinct = [...new Set(listed.flatMap(of))]
    return distinct.length > 0 ? distinct.join(', ') : none
  }
  const links = listed.map(({ link }) => link)
  return {
    policyName: about.policyName,
    severity: listed[0]?.severity ?? '',
    ruleName: each(({ ruleNames }) => ruleNames, 'none'),
    channel: each(({ channel }) => [channel], 'none'),
    groupNames: each(({ groupNames }) => groupNames, 'none'),
    triggeredTime: each(({ triggeredTime }) => [triggeredTime], ''),
    eventId: each(({ id }) => [id], ''),
    eventLink: (left > 0 ? [...links, `and ${left} more: ${about.listLink}`] : links).join('\n'),
    eventCount: String(about.count),
    organizationName: about.organizationName,
    assignee: each(({ assignee }) => [assignee ?? 'Unassigned'], 'Unassigned'),
  }
}
