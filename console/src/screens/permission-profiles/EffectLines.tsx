import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { actsList, type EffectLine, effectLines } from './effect-words.ts'
import classes from './EffectLines.module.css'
import { permissionAreas } from './permission-words.ts'

/** What a change of access does: a sentence, or a list if it is more. Nothing without an effect. */
export function EffectLines({ effect }: { effect: AccessEffect }) {
  const lines = effectLines(effect)
  const [only] = lines
  if (!only) return null
  if (lines.length === 1)
    return (
      <div className={classes.effect}>
        <Line {...only} />
      </div>
    )
  return (
    <ul className={classes.effect}>
      {lines.map((line) => (
        <li key={line.text}>
          <Line {...line} />
        </li>
      ))}
    </ul>
  )
}

/** All permissions of a line, by their areas. */
function Line({ text, permissions }: EffectLine) {
  return (
    <>
      {text}
      {permissions.length > 0 && (
        <Facts
          facts={permissionAreas.map(({ label, permissions: known }) => [
            label,
            actsList(known.filter((name) => permissions.includes(name))),
          ])}
        />
      )}
    </>
  )
}
