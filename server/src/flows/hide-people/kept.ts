/**
 * Questions that were kept: of exports, and in the audit trail. They are kept with the IDs that directories have, so that they stay true when
 * an organization begins or stops to read under pseudonyms; readers under pseudonyms get the IDs of their choices instead.
 */
import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import type { Export } from '@verbatim/contract/exports.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import type { Pseudonyms } from '#kernel/pseudonyms.ts'
import { hideTime } from './directory-times.ts'
import { ofRepresentative } from './metrics.ts'
import { veilKept } from './questions.ts'

/** The lists whose questions are unveiled before they are kept, by what exports and entries of the trail call them. */
const lists: ReadonlyMap<string, ListSpec> = new Map<string, ListSpec>([
  ['messages', messageList],
  ['cognitive-events', cognitiveEventList],
])

/** An export with the question that its reader may see. The rows of Key Metrics are asked for again later, and kept as they were asked for. */
export function veilExport<E extends Pick<Export, 'kind' | 'manifest'>>(made: E, pseudonyms: Pseudonyms): E {
  const { kind, manifest } = made
  if (!manifest) return made
  const spec = lists.get(kind)
  const { question, omissions } = manifest
  const asked = Object.entries(question).map((one) => (spec ? veilKept(spec, one, pseudonyms) : one))
  const shown = { ...manifest, question: Object.fromEntries(asked) as typeof question }
  return {
    ...made,
    manifest: omissions
      ? { ...shown, omissions: { ...omissions, silent: omissions.silent.map(hideTime) } }
      : shown,
  }
}

/** An entry about what was listed or exported, the same way. Clients of Key Metrics are narrowed to a representative. */
export function veilEntry(entry: AuditEvent, pseudonyms: Pseudonyms): AuditEvent {
  const kind = entry.target?.kind ?? ''
  const spec = lists.get(kind)
  if (!spec && kind !== 'contacts') return entry
  return {
    ...entry,
    changes: entry.changes.map((change) => {
      const { field, new: value } = change
      if (spec) {
        const [name, veiled] = veilKept(spec, [field, value], pseudonyms)
        return { ...change, field: name, new: veiled }
      }
      const isOfOne = ofRepresentative.includes(field) && typeof value === 'string'
      return isOfOne ? { ...change, new: pseudonyms.veil(value) } : change
    }),
  }
}
