import { z } from 'zod'
import type { CapturedEdit } from '#kernel/captured-event.ts'
import { contentOf } from './content.ts'
import type { AgentMessage } from './fields.ts'

/** The parts that their author took back, counted from 0. Apple calls them `rp`, and the agent gives that as it is. */
const Summary = z.tuple([z.object({ rp: z.array(z.number().int().min(0).max(9_999)) })])

const Runs = z.array(z.object({ runs: z.array(z.object({ attributes: z.record(z.string(), z.unknown()) })) }))
/** Where a file is in a text, Apple names it so. */
const fileName = '__kIMFileTransferGUIDAttributeName'

/**
 * What is left of a message of which its author took back single parts: a text, or a file. Only the full form says which. Empty if
 * nothing was taken back.
 */
export function leftOf(message: AgentMessage): Pick<CapturedEdit, 'attachments' | 'structured'> {
  const [summary] = Summary.safeParse(message.messageSummaryInfo).data ?? []
  if (!summary || summary.rp.length === 0) return {}
  const left = filesIn(message.attributedBody)
  const attachments = message.attachments.filter(
    ({ guid }) => !left || (guid !== undefined && left.has(guid)),
  )
  const content = contentOf({ ...message, attachments })
  const unsentParts = summary.rp.map((part) => part + 1)
  return { attachments: content.attachments, structured: { ...content.structured, unsentParts } }
}

/** The guids of the files that the text still has; undefined without such a text, when those that are listed count. */
function filesIn(attributedBody: unknown): ReadonlySet<unknown> | undefined {
  const texts = Runs.safeParse(attributedBody).data
  return texts && new Set(texts.flatMap(({ runs }) => runs.map(({ attributes }) => attributes[fileName])))
}
