import type { AuditChange } from '@verbatim/contract/audit.ts'
import { fieldText, valueText } from '@verbatim/contract/audit-words.ts'
import classes from './Differences.module.css'

/** Each changed field with its old and its new value. */
export function Differences({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <table className={classes.differences} aria-label="What changed">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Old value</th>
          <th scope="col">New value</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, old, new: next }, place) => (
          // A field may occur more than once: two rules of one policy.
          <tr key={`${field} ${place}`}>
            <th scope="row">{fieldText(field)}</th>
            <td>
              <bdi>{valueText(old, field)}</bdi>
            </td>
            <td>
              <bdi>{valueText(next, field)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
