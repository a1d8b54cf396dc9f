import type { AuditChange } from '@verbatim/contract/audit.ts'
import { fieldText, isBlank, partsOf, valueText } from '@verbatim/contract/audit-words.ts'
import classes from './Differences.module.css'

/** Each changed field with its old and its new value. A side without a single value has no column. */
export function Differences({ changes }: { changes: readonly AuditChange[] }) {
  const hasNew = changes.some((change) => !isBlank(change.new))
  const hasOld = changes.some(({ old }) => !isBlank(old)) || !hasNew
  return (
    <table className={classes.differences} data-sides={hasOld && hasNew ? 2 : 1} aria-label="What changed">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {hasOld && <th scope="col">Old value</th>}
          {hasNew && <th scope="col">New value</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, old, new: next }, place) => (
          // A field may occur more than once: two rules of one policy.
          <tr key={`${field} ${place}`}>
            <th scope="row">{fieldText(field)}</th>
            {hasOld && (
              <td>
                <Value value={old} field={field} />
              </td>
            )}
            {hasNew && (
              <td>
                <Value value={next} field={field} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A value with parts, such as a rule, has a line for each. */
function Value({ value, field }: { value: unknown; field: string }) {
  const parts = typeof value === 'object' && value !== null && !Array.isArray(value) ? partsOf(value) : []
  if (parts.length < 2) return <bdi>{valueText(value, field)}</bdi>
  return (
    <dl className={classes.parts}>
      {parts.map(([name, part]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{part}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
