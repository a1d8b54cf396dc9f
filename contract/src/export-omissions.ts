/** What the file of an export lacks, and why. It is part of the file's manifest, so that no reader takes it for everything. */
import { z } from 'zod'
import { lackText } from './attachment-words.ts'
import { Channel } from './channels.ts'
import { requestFailures } from './errors/request.ts'

/**
 * Why the content of an attachment was not captured or not read. `pending` is still fetched; `gap` will never come; the
 * bytes of an `absent` one are not available now; a `partly` read one is longer than we store.
 */
export const attachmentLacks = [
  'pending',
  'gap',
  'absent',
  'waiting',
  'unreadable',
  'unsupported',
  'partly',
] as const

/**
 * What the permissions of the requester withhold. `message-texts`: of events whose message is outside of their access;
 * `identities`: names and addresses, where the organization reads under pseudonyms.
 */
export const withheldParts = ['attachment-texts', 'message-texts', 'identities'] as const

const Reasons = z.object({
  total: z.int(),
  /** The most frequent ones. */
  reasons: z.array(z.object({ account: z.string(), channel: Channel, reason: z.string(), count: z.int() })),
})

export const ExportOmissions = z.object({
  /** `part`: only rows within the profiles of the requester. Rows outside are not counted, since a count would reveal them. */
  access: z.enum(['everything', 'part']),
  /** The time of receipt that the numbers below are about, where the question has a period. */
  receivedFrom: z.iso.datetime().optional(),
  receivedBefore: z.iso.datetime().optional(),
  /** Deliveries that were refused: their bytes were never stored. */
  refused: Reasons,
  /** Records that are stored and could not be turned into messages. */
  quarantined: Reasons,
  /** Records that are stored and not yet turned into messages. */
  waiting: z.int(),
  /** Connected accounts that received nothing in this time, and accounts that are not connected. */
  silent: z.array(
    z.object({
      account: z.string(),
      channel: Channel,
      isConnected: z.boolean(),
      lastEventAt: z.iso.datetime().nullable(),
    }),
  ),
  /** Attachments of the exported messages. */
  attachments: z.array(
    z.object({ lack: z.enum(attachmentLacks), reason: z.string().optional(), count: z.int() }),
  ),
  /** Messages that the search looked through and that are too long to be found by each of their words. */
  partlySearchable: z.int(),
  withheld: z.array(z.object({ part: z.enum(withheldParts), count: z.int().optional() })),
})
export type ExportOmissions = z.infer<typeof ExportOmissions>

/** What the rows of a file lack, apart from what was not captured. */
export type RowOmissions = Pick<ExportOmissions, 'attachments' | 'partlySearchable' | 'withheld'>
/** What was never captured, or not yet. */
export type CaptureOmissions = Pick<ExportOmissions, 'refused' | 'quarantined' | 'waiting' | 'silent'>

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
  'attachment-texts': 'The words of attachments were not searched, because you may not open attachments',
  'message-texts': `${many(count ?? 0, 'text')} outside of your access left out`,
  identities: 'Names and addresses are replaced by pseudonyms',
})

const number = new Intl.NumberFormat('en')
const many = (count: number, one: string, more = `${one}s`) =>
  `${number.format(count)} ${count === 1 ? one : more}`

/** The same as lines for people; none if the file lacks nothing. */
export function omissionLines(omissions: ExportOmissions): string[] {
  const { access, refused, quarantined, waiting, silent, attachments, partlySearchable, withheld } = omissions
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
  const names = silent.slice(0, mostNamed).map(({ account }) => account)
  const more = silent.length - names.length
  return `${words} ${names.join(', ')}${more > 0 ? ` and ${many(more, 'more account')}` : ''}`
}

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
