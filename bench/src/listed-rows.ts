/** The messages on Macs: computed from their numbers, since a million of them would fill the memory of the process that lists them. */
import { agentMessage, inFullForm } from '@verbatim/server/testing/fakes/bluebubbles-messages.ts'
import { makeMessages, seeded } from './texts.ts'

/** On each Mac there are so many messages, from this time on, in milliseconds. */
export interface MacList {
  readonly from: number
  readonly everyMs: number
  readonly count: number
}

/** As many as the product asks for. */
export const listPage = 500

const clients = 50
const texts = makeMessages(seeded(20_261_128), 2_000)

export const guidOf = (mac: number, index: number) => `BENCH-${mac}-${String(index).padStart(8, '0')}`
export const sentAtOf = ({ from, everyMs }: MacList, index: number) => from + index * everyMs
export const textOf = (index: number) => texts[index % texts.length] ?? ''

/** Rows are numbered from one. */
export function rowOf(list: MacList, mac: number, index: number): Record<string, unknown> {
  const fields = {
    guid: guidOf(mac, index),
    originalROWID: index + 1,
    dateCreated: sentAtOf(list, index),
  }
  const from = `+35191200${String(index % clients).padStart(4, '0')}`
  return inFullForm(agentMessage(index, { text: textOf(index), from, fields }))
}
