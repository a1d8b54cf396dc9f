/** What an export lacks, in words. Apart from its shape, which the first load has: the words come with the card of a finished file. */
import { lackText } from './attachment-words.ts'
import { requestFailures } from './errors/request.ts'
import type { GapKind } from './account-gaps.ts'
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

const gapTexts: Readonly<Record<string, (times: string, gap: Gap) => string>> = {
  disconnected: (times, { isLost, isOfSource }) =>
    isLost
      ? `lost messages sent ${times}, because ${isOfSource ? 'the account that it receives through' : 'it'} was not connected`
      : `${isOfSource ? 'receives through an account that was' : 'was'} not connected ${times}`,
  unstored: (times, { isOfSource }) =>
    `lost messages that arrived ${times}${isOfSource ? ' for the account that it receives through' : ''} and could not be stored`,
  missing: (times) => `lacks messages sent ${times}, of which only changes or receipts arrived`,
} satisfies Partial<Record<GapKind, (times: string, gap: Gap) => string>>

const number = new Intl.NumberFormat('en')
const many = (count: number, one: string, more = `${one}s`) =>
  `${number.format(count)} ${count === 1 ? one : more}`

/** A line for each thing; none if the file lacks nothing. */
export function omissionLines(omissions: ExportOmissions): string[] {
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
      'Nothing was received from',
      silent.filter(({ isConnected }) => isConnected),
    ),
    accountsText(
      'Not connected:',
      silent.filter(({ isConnected }) => !isConnected),
    ),
    ...(gaps ? gapLines(gaps) : []),
    notCompared && notCompared.total > 0
      ? `${many(notCompared.total, 'hour')} not compared with the provider’s list: ${someOf(
          notCompared.reasons.map(({ account }) => account),
          'account',
        )}`
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

function accountsText(words: string, silent: ExportOmissions['silent']): string | undefined {
  if (silent.length === 0) return undefined
  return `${words} ${someOf(
    silent.map(({ account }) => account),
    'account',
  )}`
}

function someOf(names: readonly string[], what: string): string {
  const more = names.length - mostNamed
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${many(more, `more ${what}`)}` : ''}`
}

function gapLines({ total, gaps }: NonNullable<ExportOmissions['gaps']>): string[] {
  const lines = gaps.slice(0, mostNamed).map((gap) => `${gap.account} ${gapText(gap)}`)
  const more = total - lines.length
  return more > 0 ? [...lines, `${many(more, 'more gap')} of accounts`] : lines
}

/** What a gap did to its account, after the name of that. */
export function gapText(gap: Gap): string {
  const times = `${timesText(gap)} UTC`
  return gapTexts[gap.kind]?.(times, gap) ?? `may have missed messages ${times}`
}

/** A single message is missing at a moment. */
function timesText({ from, until }: Gap): string {
  if (!until) return `since ${timeText(from)}`
  const [began, ended] = [timeText(from), timeText(until)]
  return began === ended ? `at ${began}` : `from ${began} to ${ended}`
}

const timeText = (time: string) => time.slice(0, 16).replace('T', ' ')

/** The three most frequent reasons. */
function because({ reasons }: ExportOmissions['refused']): string {
  const few = [...new Set(reasons.map(({ reason }) => wordsOf(reason)))].slice(0, 3)
  return few.length > 0 ? `: ${few.join('; ')}` : ''
}

const sentences: Readonly<Record<string, { readonly message: string }>> = requestFailures

/** A refusal is stored by the code of its failure: its first sentence. */
function wordsOf(reason: string): string {
  const [sentence = reason] = sentences[reason]?.message.split('. ') ?? []
  const words = sentence.replace(/\.$/, '')
  return words === reason ? reason : `${words.charAt(0).toLowerCase()}${words.slice(1)}`
}
