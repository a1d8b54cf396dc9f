/** What an export lacks, in words. Apart from its shape, which the first load has: the words come with the card of a finished file. */
import { lackText } from './attachment-words.ts'
import { type Channel, channelNames } from './channels.ts'
import { requestFailures } from './errors/request.ts'
import type { GapKind } from './gap-kinds.ts'
import type { attachmentLacks, ExportOmissions, withheldParts } from './export-omissions.ts'

const lackTexts: Record<(typeof attachmentLacks)[number], string> = {
  pending: 'still being fetched',
  gap: 'could not be fetched',
  absent: 'not available in the file store',
  waiting: 'not read yet',
  unreadable: 'could not be read',
  unsupported: 'of a type that cannot be read',
  partly: 'read in part, because they are too long',
}

const withheldTexts = (count: number | undefined): Record<(typeof withheldParts)[number], string> => ({
  'attachment-texts': 'The words of attachments were not searched, because you can’t open attachments',
  'message-texts': `${many(count ?? 0, 'text')} outside of your access left out`,
  identities: 'Names and addresses are replaced by pseudonyms',
})

type Gap = Pick<
  NonNullable<ExportOmissions['gaps']>['gaps'][number],
  'kind' | 'from' | 'until' | 'isLost' | 'isOfSource'
>

const sourceText = 'the account that this one receives through'

const gapTexts: Readonly<Record<string, (times: string, gap: Gap) => string>> = {
  disconnected: (times, { isLost, isOfSource, until }) => {
    const account = isOfSource ? sourceText : 'the account'
    return isLost
      ? `messages sent ${times} are lost, because ${account} was not connected`
      : `${account} ${until ? 'was not' : 'has not been'} connected ${times}`
  },
  behind: (times, { isOfSource, until }) =>
    `${isOfSource ? sourceText : 'the account'} ${until ? 'was' : 'has been'} behind ${times}, so messages may be missing`,
  unstored: (times, { isOfSource }) =>
    `messages that arrived ${times}${isOfSource ? ` for ${sourceText}` : ''} could not be stored and are lost`,
  missing: (times) => `messages sent ${times} are missing: only changes or receipts of them arrived`,
} satisfies Partial<Record<GapKind, (times: string, gap: Gap) => string>>

const number = new Intl.NumberFormat('en')
const many = (count: number, one: string, more = `${one}s`) =>
  `${number.format(count)} ${count === 1 ? one : more}`

/** How a moment is written: as elsewhere on the screen that shows it. */
type TimeText = (iso: string) => string

/** A line for each thing; none if the file lacks nothing. */
export function omissionLines(omissions: ExportOmissions, timeText: TimeText): string[] {
  const { access, refused, quarantined, waiting, silent, attachments, partlySearchable, withheld } = omissions
  const { gaps, notCompared } = omissions
  const lines: (string | undefined)[] = [
    access === 'part' ? 'Rows outside of your access, which are not counted' : undefined,
    refused.total > 0
      ? `${many(refused.total, 'delivery', 'deliveries')} refused${because(refused)}`
      : undefined,
    quarantined.total > 0
      ? `${many(quarantined.total, 'record')} in quarantine${because(quarantined)}`
      : undefined,
    waiting > 0 ? `${many(waiting, 'record')} received and not processed yet` : undefined,
    accountsText(
      (accounts) => `Nothing was received from ${accounts}`,
      silent.filter(({ isConnected }) => isConnected),
    ),
    accountsText(
      (accounts) => `${accounts} not connected`,
      silent.filter(({ isConnected }) => !isConnected),
    ),
    ...(gaps ? gapLines(gaps, timeText) : []),
    notCompared && notCompared.total > 0
      ? `${many(notCompared.total, 'hour')} not compared with the provider’s list: ${someOf(notCompared.reasons)}`
      : undefined,
    ...attachments.map(
      ({ lack, reason, count }) =>
        `${many(count, 'attachment')} ${lackTexts[lack]}${reason ? ` (${lackText(reason)})` : ''}`,
    ),
    partlySearchable > 0 ? `${many(partlySearchable, 'message')} too long to be searched in full` : undefined,
    ...withheld.map(({ part, count }) => withheldTexts(count)[part]),
  ]
  return lines.filter((line) => line !== undefined)
}

const mostNamed = 5

interface OfAccount {
  readonly account: string
  readonly channel: Channel
}

function accountsText(words: (accounts: string) => string, accounts: readonly OfAccount[]) {
  if (accounts.length === 0) return undefined
  return `${words(many(accounts.length, 'account'))}: ${someOf(accounts)}`
}

/** With its channel: accounts are named after their owners, who have one on each of several channels. */
const accountText = ({ account, channel }: OfAccount) => `${account} (${channelNames[channel]})`

function someOf(accounts: readonly OfAccount[]): string {
  const more = accounts.length - mostNamed
  const named = accounts.slice(0, mostNamed).map(accountText).join(', ')
  return `${named}${more > 0 ? ` and ${many(more, 'more account')}` : ''}`
}

function gapLines({ total, gaps }: NonNullable<ExportOmissions['gaps']>, timeText: TimeText): string[] {
  const lines = gaps.slice(0, mostNamed).map((gap) => `${accountText(gap)}: ${gapText(gap, timeText)}`)
  const more = total - lines.length
  return more > 0 ? [...lines, `${many(more, 'more gap')} of accounts`] : lines
}

/** What is missing because of a gap; its account is named before. In a file, which has no reader's zone, its times are in UTC. */
export function gapText(gap: Gap, timeText?: TimeText): string {
  const times = timeText ? timesText(gap, timeText) : `${timesText(gap, utcText)} UTC`
  return gapTexts[gap.kind]?.(times, gap) ?? `messages may be missing ${times}`
}

/** A single message is missing at a moment. */
function timesText({ from, until }: Gap, timeText: TimeText): string {
  if (!until) return `since ${timeText(from)}`
  const [began, ended] = [timeText(from), timeText(until)]
  return began === ended ? `at ${began}` : `from ${began} to ${ended}`
}

const utcText = (time: string) => time.slice(0, 16).replace('T', ' ')

/** The three most frequent reasons. */
function because({ reasons }: ExportOmissions['refused']): string {
  const few = [...new Set(reasons.map(({ reason }) => wordsOf(reason)))].slice(0, 3)
  return few.length > 0 ? `: ${few.join('; ')}` : ''
}

const sentences: Readonly<Record<string, { readonly message: string }>> = requestFailures

/** A refusal is stored by the code of its failure: its first sentence. Other reasons are stored in words. */
function wordsOf(reason: string): string {
  const [sentence = reason] = sentences[reason]?.message.split('. ') ?? []
  const words = sentence.replace(/\.$/, '')
  return words !== reason || articles.test(words)
    ? `${words.charAt(0).toLowerCase()}${words.slice(1)}`
    : reason
}

/** What begins with another word may begin with a name. */
const articles = /^(?:The|An?|No) /
