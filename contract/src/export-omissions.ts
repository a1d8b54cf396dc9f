/** What the file of an export lacks, and why. It is part of the file's manifest, so that no reader takes it for everything. */
import { z } from 'zod'
import { Channel } from './channels.ts'

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

const Gaps = z.object({
  total: z.int(),
  /** The oldest ones, by the kinds of `account-gaps.ts`. `until` is null while one lasts. */
  gaps: z.array(
    z.object({
      account: z.string(),
      channel: Channel,
      kind: z.string(),
      from: z.iso.datetime(),
      until: z.iso.datetime().nullable(),
      /** The messages of this time; it may be the first part of the gap. */
      isLost: z.boolean(),
      /** A gap of the account that it receives through, which the reader does not see. */
      isOfSource: z.boolean().optional(),
    }),
  ),
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
  /**
   * When messages of accounts did not come or could not be kept, in this time, and are not known to have come since. `isLost`: they
   * are known to be lost. Absent in manifests of earlier releases.
   */
  gaps: Gaps.optional(),
  /** Hours of this time that were not compared with the provider’s list, of accounts that are compared. The reason is `hours`. */
  notCompared: Reasons.optional(),
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
export type CaptureOmissions = Pick<
  ExportOmissions,
  'refused' | 'quarantined' | 'waiting' | 'silent' | 'gaps' | 'notCompared'
>
